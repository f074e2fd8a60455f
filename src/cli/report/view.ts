/** The three views of one event stream: a terminal, a pipe, a program. */
import type { Event } from '../../event/types.ts';
import type { Ended } from '../../life/wish.ts';
import type { Language, Message } from '../../message/message.ts';
import type { Detail } from './lines.ts';

export interface View {
  show(event: Event): void;
  note(message: Message): void;
  /** Asks a person; without one the answer is no, and so it is once the signal says that it is settled elsewhere. */
  ask(message: Message, settled?: AbortSignal): Promise<boolean>;
  /** Clears what is drawn, for an end that is told elsewhere. */
  close(): void;
  /** The end: what stays on standard output. */
  end(ended: Ended): void;
}

export interface ViewOptions {
  language: Language;
  json: boolean;
  events: boolean;
  detail: Detail;
  colour: boolean;
  yes: boolean;
  /** Prints a verb's document for a person, after the events. */
  document?: (document: unknown, language: Language) => string[];
}

/** Picks the view by where the output goes. Everything but documents goes to standard error under --json. */
export async function openView(options: ViewOptions): Promise<View> {
  if (options.json) return (await import('./json.ts')).jsonView(options);
  if (process.stdout.isTTY) return (await import('./terminal.ts')).terminalView(options);
  return (await import('./plain.ts')).plainView(options);
}
