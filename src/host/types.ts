/** How a machine is reached. Everything has a deadline and can be cancelled. */
import type { Duplex } from 'node:stream';

export type Outcome =
  | { kind: 'exit'; rc: number; stdout: string; stderr: string }
  | { kind: 'unreachable'; why: UnreachableWhy; evidence: string }
  | { kind: 'deadline'; afterMs: number; stdout: string; stderr: string }
  | { kind: 'cancelled' };

/** Why SSH could not do it; each has its own next step. */
export type UnreachableWhy =
  | 'auth' // permission denied, a password would be needed
  | 'host-key-unknown'
  | 'host-key-changed'
  | 'refused'
  | 'timeout'
  | 'no-route'
  | 'name' // host name not resolved
  | 'lost' // connection broke under way
  | 'other';

export interface RunOptions {
  deadlineMs: number;
  signal?: AbortSignal;
  /** Given to the script on standard input: the only way a secret reaches a node. */
  stdin?: string | Uint8Array | NodeJS.ReadableStream;
  /** Positional parameters $1… of the script, quoted for us. */
  args?: string[];
  env?: Record<string, string>;
  asRoot?: boolean;
}

export interface FollowOptions extends RunOptions {
  /** Longest line of stdout that is handed over whole; 64 KiB where nothing is said. */
  lineBytes?: number;
  onLine(line: string, stream: 'stdout' | 'stderr'): void;
}

export type RootWay = 'is' | 'sudo -n' | 'asks' | 'none';

export interface Host {
  /** The node's name in the cluster file. */
  readonly name: string;
  /** Whether it is the machine we run on. */
  readonly local: boolean;
  /** What ssh is given; absent for this machine. */
  readonly target?: string;
  /** Runs a bash script; captures at most 16 MiB of output. */
  run(script: string, options: RunOptions): Promise<Outcome>;
  /** Runs a bash script and hands over each line as it comes (at most 64 KiB a line, longer ones cut). */
  follow(script: string, options: FollowOptions): Promise<Outcome>;
  /** Writes beside, syncs, renames; `mode` before the first byte. Missing folders are made, 0700. */
  write(
    path: string,
    content: string | Uint8Array | NodeJS.ReadableStream,
    mode: number,
    options: RunOptions,
  ): Promise<Outcome>;
  /** A byte stream to a TCP port as seen from that host (ssh -W). */
  dial(address: string, port: number): Duplex;
  root(): Promise<RootWay>;
  close(): Promise<void>;
}
