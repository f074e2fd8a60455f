/** What the gate is given, and what it hands back. */
import type { Action } from '../change/types.ts';
import type { Bus } from '../event/bus.ts';
import type { ClusterFacts } from '../facts/types.ts';
import type { Host } from '../host/types.ts';
import type { Message } from '../message/message.ts';
import type { Journal } from './journal.ts';

export interface GateContext {
  /** Names this run's backups and its lines in the journal; a name of `isName`. */
  run: string;
  cluster: string;
  hosts: ReadonlyMap<string, Host>;
  /** Our folder on each node, which may start with ~/; the user's own state folder where nothing is said. */
  statePaths?: ReadonlyMap<string, string>;
  journal: Journal;
  bus: Bus;
  /** First cancel: each action does what its `onCancel` says. */
  signal: AbortSignal;
  /** Second cancel: leave jobs where they run and come back at once. */
  detach?: AbortSignal;
  /** `--yes`: answers what is disruptive, never what is destructive. */
  yes: boolean;
  /** With `byName` only that very word, typed or given as a flag, is a yes. */
  ask(message: Message, byName?: string): Promise<boolean>;
  /** Reads these probes anew on these nodes; an unreachable node comes back as unknown, not as an error. */
  reread(probeIds: string[], nodes: string[]): Promise<ClusterFacts>;
  /** Takes secrets out of text before it is printed or journalled. */
  redact?(text: string): string;
}

export interface ActionFailure {
  action: Action;
  why: Message;
  evidence: string;
}

export type GateEnd = 'done' | 'failed' | 'declined' | 'cancelled' | 'detached' | 'needs-root';

export interface GateResult {
  end: GateEnd;
  /** Ids of what was done and proven, in the order in which it ended. */
  done: string[];
  failures: ActionFailure[];
  /** What was not done: not started, failed, stopped, undone or left running. */
  left: Action[];
  /** With `needs-root`: what a person has to run, one script a node. */
  rootScripts: { node: string; script: string }[];
}
