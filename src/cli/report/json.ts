import type { Ended } from '../../life/wish.ts';
import { type Language, say } from '../../message/message.ts';
import { EXIT } from '../../text/failure.ts';
import { askPerson } from './question.ts';
import type { View, ViewOptions } from './view.ts';

/** One JSON document on standard output; with --events, each event as a JSON line on standard error. */
export function jsonView(options: ViewOptions): View {
  let evidence: string | undefined;
  return {
    show(event) {
      if (event.type === 'note' && event.level === 'error') evidence = event.evidence;
      if (options.events) process.stderr.write(`${JSON.stringify(event)}\n`);
    },
    note() {},
    close() {},
    ask: (message, settled) => askPerson(message, options, settled),
    end(ended) {
      process.stdout.write(`${JSON.stringify(answer(ended, options.language, evidence))}\n`);
    },
  };
}

/** The verb's own document; of a verb that failed also the sentence that a person would read. */
export function answer(ended: Ended, language: Language, evidence?: string): unknown {
  const { exit, message, document } = ended;
  if (exit === EXIT.done || exit === EXIT.alreadyAsAsked) return document ?? { ok: true };
  const error = message && {
    key: message.key,
    text: say(message, language),
    ...(evidence !== undefined && { evidence }),
  };
  if (document === undefined) return { ok: false, exit, error };
  return typeof document === 'object' && error !== undefined ? { error, ...document } : document;
}
