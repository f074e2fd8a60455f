/** The cluster file: where to run it. sparkwright.yaml, written by `init` with comments, edited by people. */
import type { KnobValue } from '../recipe/types.ts';

export interface ClusterNode {
  name: string;
  role: 'head' | 'worker';
  /** What ssh is given: host, user@host or an alias of the user's ssh config. */
  ssh: string;
  /** How the head reaches this worker, when that differs from `ssh`. */
  sshFromHead?: string;
  /** Overrides of what the fabric probes find; each on its own. */
  fabric: { address?: string; netdev?: string; rdmaDevices?: string[]; gidIndex?: number };
  paths: { model?: string; state?: string };
}

export interface Cluster {
  version: 1;
  name: string;
  nodes: ClusterNode[]; // exactly one head
  /** An ssh config file used instead of the user's own, on the machine that holds this file only. */
  sshConfig?: string;
  recipe: string; // a name of `recipe list`, or a path that starts with . or /
  /** loopback: 127.0.0.1 on the head. engine: the engine itself on every address, by explicit word only. */
  exposure: 'loopback' | 'engine';
  paths: { model?: string; state?: string };
  api: { port?: number; keyFile?: string };
  knobs: Record<string, KnobValue>;
}

/** The file with positions, so that every later complaint can name its line. */
export interface LoadedCluster {
  cluster: Cluster;
  file: string;
  text: string;
  /** 1-based line of a path such as ['knobs','maxModelLen']; undefined when it is not in the file. */
  lineOf(path: (string | number)[]): number | undefined;
}
