/**
 * A recipe: what to run, as data. The file is recipe.yaml; a place is `{{name}}` or `{{function word…}}`
 * (places.ts lists every name and fills them; functions/ holds the functions). A `path` knob is absolute
 * or starts with `~/`, which is the home of the node the path is used on.
 */

/** Two languages; where a recipe gives one sentence, both are that sentence. */
export interface Text {
  en: string;
  zh: string;
}

export type KnobValue = string | number | boolean;

/** One tunable. The names of other tools are aliases: an environment variable or a key of an env file. */
export interface Knob {
  type: 'int' | 'float' | 'bool' | 'text' | 'choice' | 'bytes' | 'seconds' | 'path';
  default: KnobValue;
  min?: number;
  max?: number;
  multipleOf?: number;
  choices?: string[];
  unit?: string; // tokens, sequences, fraction
  says: Text;
  aliases: string[];
  source?: string; // where the default was measured or published
}

/**
 * When something applies: `head`, `worker`, `keyed` (an API key is used), a knob (true, non-zero or
 * non-empty), `knob = value`, and `not` before any of them. Nothing else: no template language.
 */
export type Condition = string;

/** A word with places, or words that apply only sometimes. */
export type Words = string | { when: Condition; use: Words[]; otherwise?: Words[] };

/** A value with places; `null` means the variable is absent. A place without a value makes it absent too. */
export type EnvValue = string | null | { when: Condition; use: EnvValue; otherwise?: EnvValue };

export interface RecipeMount {
  source: string; // host path with places; a path that starts with ./ is a file of the recipe's folder
  target: string;
  readOnly: boolean;
  when?: Condition;
  /** A folder that is made (0700) on the node when it is missing; without it a missing source refuses `up`. */
  create?: boolean;
}

export interface RecipeContainer {
  name: string; // with places: {{cluster}}-rank{{rank}}
  /** What runs before `command`. The image's own entrypoint must be repeated here when it is needed. */
  entrypoint: string[];
  command: Words[];
  env: Record<string, EnvValue>;
  /** Removed before the engine starts when empty: for NCCL an empty value has a meaning of its own. */
  unsetWhenEmpty: string[];
  /** Put before the image's own value with a colon, where that value is known: PATH, LD_LIBRARY_PATH. */
  prepend?: Record<string, string>;
  /** Set only when neither the image nor `env` has the variable: CUDA_HOME. */
  fallback?: Record<string, string>;
  mounts: RecipeMount[];
  devices: string[];
  ulimits: Record<string, number>;
  shmBytes: number;
  privileged: boolean;
  gpus: boolean;
  restart: 'no' | 'unless-stopped' | 'on-failure' | 'always';
  stopTimeoutSeconds: number;
}

export interface RecipeModel {
  hub: 'huggingface' | 'modelscope' | 'local';
  repository: string; // owner/name; for local what it is made from
  revision?: string;
  directory: string; // host path with places: {{home}}/models/X
  bytes: number; // whole checkpoint
  required: string[]; // relative paths that must exist, checked before up
  license: string;
}

export interface RecipeImage {
  reference: string; // name:tag or name@sha256:…, with places of knobs
  /** A docker-load archive on the node, used instead of a registry (the lab, an offline kit). */
  archive?: string;
  bytes: number; // what a pull moves
  variants: Record<string, string>; // named other references
}

/** Line shapes of a boot beyond vLLM's own, in order; a pattern is a JavaScript regular expression. */
export interface RecipePhase {
  id: string;
  title: Text;
  pattern: string;
  after: string; // id of the phase it follows
  limitSeconds: number;
}

export interface RecipeBoot {
  estimateSeconds: number; // before this cluster has a history
  limitSeconds: number; // the whole wait
  phaseLimitSeconds: Record<string, number>; // without progress; by phase id
  phases: RecipePhase[];
  expects: { kvTokens?: number; kvGiB?: number; maxConcurrency?: number };
  probe: RecipeProbe;
  source?: string;
}

/** The one real completion that makes a deployment ready; asked again whenever its health is judged. */
export interface RecipeProbe {
  prompt: string;
  maxTokens: number;
  temperature: number;
  /** Members of the request that only this engine knows: chat_template_kwargs and its like. */
  body: Record<string, unknown>;
}

/**
 * A file made on each node before a start from a JSON file that lies there; all other keys are kept.
 * In an edit the text of `key` is split at `split`, each part keeps its last path component and gets
 * `prefix`, and the parts are joined again.
 */
export interface RecipePrepared {
  from: string; // host path with places
  to: string; // host path with places
  edits: { key: string; split: string; prefix: string }[];
}

export interface RecipePatch {
  run: string[];
  when?: Condition;
  success: string;
}

/** One thing smoke asks; `expect` is judged on the answer's text. */
export interface SmokeQuestion {
  id: string;
  prompt: string;
  maxTokens: number;
  expect: { contains?: string; minTokens?: number };
}

export interface Recipe {
  format: 1;
  name: string;
  title: Text;
  summary: Text;
  source: string; // where it was published or measured
  architectures: ('arm64' | 'amd64')[];
  nodes: { min: number; max: number };
  /** For which node counts which tensor parallel size is valid. */
  tensorParallel: Record<string, number>;
  transport: 'roce' | 'sockets';
  model: RecipeModel;
  image: RecipeImage;
  api: {
    port: number;
    servedName: string; // with places
    key: 'required' | 'optional';
    keyEnv: string; // variable in which the engine reads its key
  };
  rendezvousPort: number;
  knobs: Record<string, Knob>;
  container: RecipeContainer;
  prepare?: RecipePrepared[];
  patches: RecipePatch[];
  boot: RecipeBoot;
  smoke: { questions: SmokeQuestion[]; concurrency: number; timeoutSeconds: number };
  notes?: Text;
}

/** A recipe as it lies on disk: its folder's files make its hash, which trust and receipts name. */
export interface LoadedRecipe {
  recipe: Recipe;
  folder: string;
  files: Record<string, string>; // relative path -> base64 content; recipe.yaml among them
  hash: string; // sha256 hex over names and contents
}

/** One effective knob: where its value came from and what it hides, nearest first. */
export interface Setting {
  knob: string;
  value: KnobValue;
  origin: string; // default | recipe | FILE:LINE | env:NAME | flag
  shadowed: { value: KnobValue; origin: string }[];
}
