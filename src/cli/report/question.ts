import { createInterface } from 'node:readline/promises';
import { type Message, msg, say } from '../../message/message.ts';
import { EXIT, Failure } from '../../text/failure.ts';
import { safeLine } from '../../text/safe.ts';
import type { ViewOptions } from './view.ts';

/**
 * Asks at the terminal; `--yes` answers yes, no terminal answers no. Anything but y or 是 is no, and so is the end of
 * the input. Ctrl+C is no answer: it is what Ctrl+C always is, and a Failure (interrupted).
 */
export async function askPerson(
  message: Message,
  options: Pick<ViewOptions, 'yes' | 'language'>,
  settled?: AbortSignal,
): Promise<boolean> {
  if (options.yes) return true;
  if (!process.stdin.isTTY || settled?.aborted) return false;
  const answer = await askLine(`${safeLine(say(message, options.language))} [y/N] `, settled);
  return /^\s*(y|yes|是|好)\s*$/i.test(answer);
}

/** One line of a person at the terminal; empty at the end of the input, or when the question is settled elsewhere. */
export async function askLine(question: string, settled?: AbortSignal): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const stop = new AbortController();
  let interrupted = false;
  terminal.once('SIGINT', () => {
    interrupted = true;
    stop.abort();
  });
  try {
    const signal = settled === undefined ? stop.signal : AbortSignal.any([stop.signal, settled]);
    return await terminal.question(question, { signal });
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error;
    if (interrupted) {
      // The terminal gave the key to us instead of a signal: whoever waits for one gets it.
      if (process.listenerCount('SIGINT') > 0) process.kill(process.pid, 'SIGINT');
      throw new Failure(msg('remote.interrupted'), EXIT.interrupted);
    }
    process.stderr.write('\n');
    return '';
  } finally {
    terminal.close();
  }
}
