import type { Finding } from '../change/types.ts';
import { type Message, say } from '../message/message.ts';
import { shline } from '../text/quote.ts';
import { safe, safeLine } from '../text/safe.ts';

/** The contract of `doctor --json`: the text of one finding in either language. */
export const FINDING_MAX_CHARS = 600;

/** A finding that fits: what is written stays whole, evidence takes the room that is left. */
export function found(finding: Omit<Finding, 'refusesUp'> & { refusesUp?: boolean }): Finding {
  const { title, means, remedy } = finding;
  const written = [title, means]
    .map((message) => lengthOf(message))
    .concat((remedy?.commands ?? []).map((command) => command.length))
    .reduce((sum, length) => sum + length, 0);
  const room = Math.max(0, FINDING_MAX_CHARS - written);
  const evidence = room === 0 ? '' : safe(finding.evidence.trim(), room);
  return { refusesUp: false, ...finding, evidence };
}

function lengthOf(message: Message | undefined): number {
  if (message === undefined) return 0;
  return Math.max(say(message, 'en').length, say(message, 'zh').length);
}

/** A value from outside in a sentence: one line, no control characters, not longer than a name should be. */
export function brief(value: string, most = 60): string {
  return safeLine(value, most);
}

/** A line a person can run here to do something on the node; `-t` because sudo may ask for a password. */
export function onNode(target: string, command: string): string {
  return shline(['ssh', '-t', target, command]);
}
