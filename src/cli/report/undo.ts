import type { UndoListDocument } from '../../life/undo.ts';
import { type Language, type Message, msg, say } from '../../message/message.ts';
import { safeLine } from '../../text/safe.ts';
import { table } from './table.ts';

/** `undo --list` for a person: each run, and under it its actions with what can be undone and why not. */
export function undoLines(document: unknown, language: Language): string[] {
  const listed = document as Partial<UndoListDocument> | undefined;
  if (listed?.runs === undefined) return [];
  const tell = (message: Message) => safeLine(say(message, language));
  const rows = table(
    listed.runs.flatMap(({ actions }) =>
      actions.map(({ action, title, state, why }) => [
        '',
        safeLine(action),
        tell(msg(`cli.undo.${state}`)),
        why === undefined ? tell(title) : `${tell(title)} — ${tell(why)}`,
      ]),
    ),
  );
  return listed.runs.flatMap(({ run, verb, at, actions }) => [
    tell(msg('cli.undo.run', { run, verb, at })),
    ...rows.splice(0, actions.length),
  ]);
}
