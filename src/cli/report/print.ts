import { type Message, say } from '../../message/message.ts';
import { safe } from '../../text/safe.ts';
import type { Flags } from '../flags.ts';
import { languageOfFlags } from '../flags.ts';

/** Prints a verb's answer: its document under --json, else lines for a person. */
export function printAnswer(flags: Flags, document: unknown, lines: readonly string[]): void {
  if (flags.json === true) process.stdout.write(`${JSON.stringify(document)}\n`);
  else for (const line of lines) process.stdout.write(`${safe(line)}\n`);
}

/** One sentence in the person's language. */
export function tellWith(flags: Flags): (message: Message) => string {
  const language = languageOfFlags(flags);
  return (message) => say(message, language);
}
