import { createInterface } from 'node:readline/promises';
import { type Message, say } from '../../message/message.ts';
import { safeLine } from '../../text/safe.ts';
import type { ViewOptions } from './view.ts';

/** Asks at the terminal; `--yes` answers yes, no terminal answers no. Anything but y or 是 is no. */
export async function askPerson(message: Message, options: ViewOptions): Promise<boolean> {
  if (options.yes) return true;
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${safeLine(say(message, options.language))} [y/N] `);
    return /^\s*(y|yes|是|好)\s*$/i.test(answer);
  } finally {
    terminal.close();
  }
}
