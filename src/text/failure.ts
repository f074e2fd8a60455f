import type { Message } from '../message/message.ts';

/** Exit codes of the command line; cli.md is their contract. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  alreadyAsAsked: 3,
  refused: 4,
  held: 5,
  timedOut: 6,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An end that a person must read: what, with which exit code, and the text that proves it. */
export class Failure extends Error {
  readonly said: Message;
  readonly exit: ExitCode;
  /** Verbatim output or the line of a file; control characters are removed where it is shown. */
  readonly evidence: string | undefined;

  constructor(said: Message, exit: ExitCode, evidence?: string) {
    super(said.key);
    this.name = 'Failure';
    this.said = said;
    this.exit = exit;
    this.evidence = evidence;
  }
}
