/** Facts: what probes read on nodes. Probes and parsers import nothing of ours but plain types. */
import type { Reading } from '../change/types.ts';

/**
 * One thing read on a node in a fixed way. `script` is bash, may read the variables of `ProbeInputs`
 * (as $SW_MODEL_DIR and so on), reads only, and needs no more than coreutils and what it probes.
 */
export interface Probe<T> {
  id: string; // a subject name of docs/probes.md: rdma-link, docker-info
  script: string;
  needsRoot: boolean;
  deadlineMs: number;
  parse(out: string, err: string, rc: number): Reading<T>;
}

/** What a probe may need to know of what is wanted; each becomes an environment variable of every script. */
export interface ProbeInputs {
  SW_CLUSTER: string; // value of the label sparkwright.cluster
  SW_MODEL_DIR: string; // may be ''
  SW_IMAGE: string; // image reference, may be ''
  SW_STATE_DIR: string; // our folder on the node
  SW_KEY_FILE?: string; // the head's API key file, may be '' and may start with ~
}

/** Raw output of one probe; rc 124 is the probe's own deadline. */
export interface RawOutput {
  out: string;
  err: string;
  rc: number;
}

export interface NodeFacts {
  node: string;
  /** Unreachable is a fact: then every reading is unknown for this reason. */
  reachable: { ok: true; seconds: number } | { ok: false; why: string; evidence: string };
  raw: ReadonlyMap<string, RawOutput>;
  read<T>(probe: Probe<T>): Reading<T>;
}

export type ClusterFacts = ReadonlyMap<string, NodeFacts>;
