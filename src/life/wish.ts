/** What a person wants of a deployment: a verb with everything it needs, so that nothing depends on the asker's files. */

import type { Cluster } from '../cluster/types.ts';
import type { Language, Message } from '../message/message.ts';
import type { ExitCode } from '../text/failure.ts';

export interface UpOptions {
  fetch: boolean;
  wait: boolean;
  /** How long to wait for readiness, from the start of the ranks; the recipe's own limit where nothing is said. */
  waitMs?: number;
  /** `--timeout`: for the whole run, from its start. */
  timeoutMs?: number;
  exitCode: boolean;
  dryRun: boolean;
  yes: boolean;
  /** `--steal`: takes the lock from whoever holds it. */
  steal?: boolean;
}

export interface DownOptions {
  dryRun: boolean;
  yes: boolean;
  steal?: boolean;
}

export interface UndoOptions {
  /** A run or an action; the newest run that has something to undo where nothing is said. */
  what?: string;
  /** Only shows what could be undone. */
  list: boolean;
  dryRun: boolean;
  yes: boolean;
  steal?: boolean;
}

export interface LogsOptions {
  rank?: number;
  tail: number;
  follow: boolean;
}

export interface RenderOptions {
  rank?: number;
  format: 'docker' | 'json' | 'compose';
}

export type VerbRequest =
  | { verb: 'up'; options: UpOptions }
  | { verb: 'restart'; options: UpOptions }
  | { verb: 'down'; options: DownOptions }
  | { verb: 'undo'; options: UndoOptions }
  | { verb: 'status'; options: Record<string, never> }
  | { verb: 'logs'; options: LogsOptions }
  | { verb: 'smoke'; options: { ask?: string } }
  | { verb: 'bundle'; options: Record<string, never> }
  | { verb: 'render'; options: RenderOptions };

export interface RequestBase {
  version: 1;
  language: Language;
  cluster: { text: string; file: string };
  /** The recipe's folder, as relative path -> base64. Null: the one that was last brought up, kept on the head. */
  recipe: { name: string; files: Record<string, string> } | null;
  /** `--node`: only these; none means all. */
  nodes: string[];
  /** Where the engine listens, when a flag says other than the cluster file. */
  exposure?: Cluster['exposure'];
  /** Values of `--set`. */
  set: Record<string, string>;
  /** Variables of the asker's environment that are aliases of the recipe's knobs; nothing else of it travels. */
  environment: Record<string, string>;
}

export type Request = RequestBase & VerbRequest;

/** How a verb ended: the exit code of cli.md, a sentence, and the document for `--json`. */
export interface Ended {
  exit: ExitCode;
  message?: Message;
  document?: unknown;
}
