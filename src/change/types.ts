/** Plain types that every room may use: what a probe read, what a check found, what may be changed and how. */
import type { ClusterFacts } from '../facts/types.ts';
import type { Message } from '../message/message.ts';

/** What a probe read on a node. `absent` is a fact (no such device); `unknown` never counts as fine. */
export type Reading<T> =
  | { state: 'known'; value: T; evidence: string }
  | { state: 'absent'; evidence: string }
  | { state: 'unknown'; why: string };

export type Verdict = 'ok' | 'warn' | 'fail' | 'unknown';

/** What a check found. `node` is undefined when it concerns the whole cluster. */
export interface Finding {
  id: string; // network.gid.empty
  stage: string; // network
  node?: string;
  subject?: string; // rocep1s0f1
  verdict: Verdict;
  title: Message;
  evidence: string; // what was read, verbatim where possible; redacted
  means?: Message;
  refusesUp: boolean;
  remedy?: Remedy;
  source?: string;
}

export interface Remedy {
  automatic: boolean;
  /** Lines a person can run; values already quoted. */
  commands: string[];
}

export type Risk = 'safe' | 'disruptive' | 'destructive';
export type OnCancel = 'finish' | 'stop' | 'undo';

/** The exact work of an action, as printable data. Each kind has one runner in `gate/work/`. */
export type Work =
  /** A bash script run on the node; seconds long. `stdin` never holds a secret that is also printed. */
  | { kind: 'shell'; script: string; deadlineMs: number }
  /** A bash script that may run for minutes: survives our death, found again by `name`. */
  | { kind: 'job'; name: string; script: string; deadlineMs: number }
  /** A file written beside, synced and renamed. Content marked secret is never printed or journalled. */
  | { kind: 'file'; path: string; mode: number; content: FileContent };

export type FileContent =
  | { from: 'text'; text: string }
  /** 32 random bytes, urlsafe base64 (43 characters), made on the node; our process never sees them. */
  | { from: 'random-key' }
  /** A file of the node that runs the verb, copied byte for byte; used for secrets. */
  | { from: 'head-file'; path: string; secret: boolean };

/**
 * How to put back what an action changed; data fixed at planning. A script must bear being run twice, and where the
 * change was only half made: an undo that was killed is run again.
 */
export type Undo =
  | { kind: 'shell'; script: string; deadlineMs: number }
  /** The previous file is kept on the node and put back; absent before means removed. */
  | { kind: 'restore-file'; path: string }
  | { kind: 'none'; why: Message };

/** How an action is proven: probes re-read on its nodes, judged by a pure function. */
export interface Proof {
  needs: string[]; // probe ids
  /** What speaks against it; nothing means proven, so what could not be read must be a finding too. */
  judge(facts: ClusterFacts): Finding[];
}

export interface Action {
  /** From step, node and target, so that it is the same after a crash: `rank/start/spark-b`. */
  id: string;
  nodes: string[]; // one, or two for a copy; the first is where the work runs
  title: Message;
  risk: Risk;
  asks?: Message; // asked before it runs, unless --yes
  asRoot: boolean;
  work: Work;
  onCancel: OnCancel;
  undo: Undo;
  uses: string[]; // 'spark-a/docker', 'fabric': disjoint actions may run together
  stales: string[]; // probe ids to re-read before the next step plans
  proof?: Proof;
}

/** What one step of the order wants done now. */
export interface StepPlan {
  actions: Action[];
  refusals: Finding[];
  /** Known only after an earlier step ran: said in a dry run. */
  later?: Message;
}
