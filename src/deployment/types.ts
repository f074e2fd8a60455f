/** The deployment: recipe + cluster + facts resolved. Pure data; `render --format json` prints it. */
import type { Message } from '../message/message.ts';
import type { Setting } from '../recipe/types.ts';

export type { Setting };

export interface Mount {
  source: string; // host path on the unit's node
  target: string;
  readOnly: boolean;
  /** A folder that is made on the node when it is missing. */
  create?: true;
}

export interface SecretMount {
  name: string; // environment variable the engine gets: VLLM_API_KEY
  fromFile: string; // host path, mode 0400 or 0600
  target: string; // path inside the container
}

export interface PatchStep {
  run: string[];
  gate: string;
  success: string;
}

/** One container, exactly. `env` null-free; `unset` names are removed before the engine starts. */
export interface Container {
  name: string;
  image: string;
  /** What the engine process is started with before `command`; replaces the image's own. Empty keeps it. */
  entrypoint: string[];
  env: Record<string, string>;
  unset: string[];
  secrets: SecretMount[];
  mounts: Mount[];
  devices: string[];
  ulimits: Record<string, number>; // -1 is unlimited
  shmBytes: number;
  network: 'host';
  ipc: 'host';
  privileged: boolean;
  gpus: 'all' | null;
  restart: 'no' | 'unless-stopped' | 'on-failure' | 'always';
  stopTimeoutSeconds: number;
  logMaxBytes: number;
  labels: Record<string, string>;
  patches: PatchStep[];
  command: string[];
}

export interface Unit {
  unit: string; // rank0
  kind: 'rank' | 'sidecar';
  rank: number;
  node: string;
  /** Units that must exist before this one starts: rank 0 follows every worker. */
  follows: string[];
  container: Container;
  /** sha256 hex of the container without labels: equal means nothing to do. */
  specHash: string;
}

export interface ForecastLine {
  node: string;
  label: Message;
  bytes: number;
  source: string;
}

/** Where the API is served and under which name. */
export interface Serves {
  node: string;
  address: string; // as bound: 127.0.0.1
  port: number;
  model: string; // served name
  key: { file: string } | null;
}

export interface NodeLink {
  node: string;
  netdev: string;
  address: string; // fabric IPv4
  prefixLength: number;
  mtu: number;
  rdmaDevices: string[]; // own device first
  gidIndex: number | null; // null: none common, leave the variable unset
}

export interface Deployment {
  cluster: string;
  recipe: string;
  recipeHash: string;
  units: Unit[];
  serves: Serves;
  links: NodeLink[];
  settings: Setting[];
  forecast: ForecastLine[];
}

/** What was really deployed; kept on the head, one file a boot. */
export interface Receipt {
  version: 1;
  at: string; // ISO time
  tool: string;
  cluster: string;
  recipe: string;
  recipeHash: string;
  units: {
    unit: string;
    node: string;
    container: string;
    specHash: string;
    imageId: string;
    containerId: string;
  }[];
  modelProof: { node: string; method: 'names-and-sizes'; files: number; bytes: number }[];
  settings: Setting[];
  facts: { node: string; kernel: string; docker: string; gpu: string; memTotalBytes: number }[];
  boot: {
    seconds: number;
    phases: { rank: number; phase: string; seconds: number }[];
    kvTokens?: number;
    maxConcurrency?: number;
    kvGiB?: number;
  };
}
