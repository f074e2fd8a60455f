/** recipe.yaml as zod: what may stand where, and what stands there when nothing is said. */
import { z } from 'zod';
import { msg } from '../message/message.ts';
import { present, saying } from '../text/schema.ts';
import {
  bothLanguages,
  bytes,
  containerPath,
  hostPath,
  imageReference,
  plainText,
  port,
  relativePath,
  seconds,
  shortName,
  textLike,
  variableName,
} from './forms.ts';
import { knob, knobName } from './schema-knob.ts';
import type { EnvValue, Recipe, Words } from './types.ts';

const word = z.string().max(8000);
const condition = z.string().min(1).max(200);

const words: z.ZodType<Words> = z.lazy(() =>
  z.union([
    word,
    z
      .strictObject({
        when: condition,
        use: z.array(words).max(200),
        otherwise: z.array(words).max(200).optional(),
      })
      .transform(({ when, use, otherwise }) => ({
        when,
        use,
        ...(otherwise === undefined ? {} : { otherwise }),
      })),
  ]),
);

const envValue: z.ZodType<EnvValue> = z.lazy(() =>
  z.union([
    word,
    z.null(),
    z
      .strictObject({ when: condition, use: envValue, otherwise: envValue.optional() })
      .transform(({ when, use, otherwise }) => ({
        when,
        use,
        ...(otherwise === undefined ? {} : { otherwise }),
      })),
  ]),
);

const mount = z
  .union([
    z.string().max(900),
    z.strictObject({
      source: hostPath,
      target: containerPath,
      readOnly: z.boolean().default(false),
      when: condition.optional(),
      create: z.boolean().optional(),
    }),
  ])
  .transform((given, ctx) => {
    if (typeof given !== 'string') return present(given);
    const [source = '', target = '', mode, ...more] = given.split(':');
    const fits = hostPath.safeParse(source).success && containerPath.safeParse(target).success;
    if (!fits || more.length > 0 || (mode !== undefined && mode !== 'ro' && mode !== 'rw')) {
      ctx.issues.push(saying(given, msg('recipe.form.mount', { value: given.slice(0, 80) })));
      return z.NEVER;
    }
    return { source, target, readOnly: mode === 'ro' };
  });

const container = z.strictObject({
  name: z.string().min(1).max(200).default('{{cluster}}-rank{{rank}}'),
  entrypoint: z.array(word).max(20).default([]),
  command: z.array(words).min(1).max(500),
  env: z.record(variableName, envValue).default({}),
  unsetWhenEmpty: z.array(variableName).max(100).default([]),
  prepend: z.record(variableName, z.string().max(2000)).optional(),
  fallback: z.record(variableName, z.string().max(2000)).optional(),
  mounts: z.array(mount).max(100).default([]),
  devices: z
    .array(textLike(/^\/dev\/[\w./:-]+$/, (value) => msg('recipe.form.device', { value })))
    .max(50)
    .default([]),
  ulimits: z
    .record(
      textLike(/^[a-z]+$/, (value) => msg('recipe.form.ulimit', { value })),
      z.number().int().min(-1),
    )
    .default({ memlock: -1 }),
  shmBytes: bytes.prefault('16GiB'),
  privileged: z.boolean().default(false),
  gpus: z.boolean().default(true),
  restart: z.enum(['no', 'unless-stopped', 'on-failure', 'always']).default('no'),
  stopTimeoutSeconds: seconds.prefault(30),
});

const model = z.strictObject({
  hub: z.enum(['huggingface', 'modelscope', 'local']),
  repository: textLike(/^[A-Za-z0-9][\w./@-]*$/, (value) => msg('recipe.form.repository', { value })),
  revision: textLike(/^[A-Za-z0-9][\w./-]*$/, (value) => msg('recipe.form.revision', { value })).optional(),
  directory: hostPath,
  bytes,
  required: z.array(relativePath).max(500).default(['config.json']),
  license: z.string().max(200).default('?'),
});

const image = z.strictObject({
  reference: imageReference,
  archive: hostPath.optional(),
  bytes,
  variants: z
    .record(
      textLike(/^[\w.-]+$/, (value) => msg('recipe.form.name', { value })),
      imageReference,
    )
    .default({}),
});

const phase = z.strictObject({
  id: textLike(/^[a-z][a-z0-9-]*$/, (value) => msg('recipe.form.phase', { value }), 40),
  title: bothLanguages,
  pattern: z.string().min(1).max(200),
  after: z.string().min(1).max(40),
  limitSeconds: seconds,
});

/** One token is a completion of every rank; a recipe whose first token proves less asks for more. */
const probe = z.strictObject({
  prompt: plainText.default('Reply with OK.'),
  maxTokens: z.number().int().min(1).max(4096).default(1),
  temperature: z.number().min(0).max(2).default(0),
  body: z.record(z.string().max(100), z.json()).default({}),
});

const boot = z.strictObject({
  estimateSeconds: seconds.prefault('10m'),
  limitSeconds: seconds.prefault('45m'),
  phaseLimitSeconds: z.record(z.string().max(40), seconds).default({}),
  phases: z.array(phase).max(40).default([]),
  expects: z
    .strictObject({
      kvTokens: z.number().min(0).optional(),
      kvGiB: z.number().min(0).optional(),
      maxConcurrency: z.number().min(0).optional(),
    })
    .transform(present)
    .prefault({}),
  probe: probe.prefault({}),
  source: plainText.optional(),
});

const question = z.strictObject({
  id: textLike(/^[a-z][a-z0-9-]*$/, (value) => msg('recipe.form.phase', { value }), 40),
  prompt: plainText,
  maxTokens: z.number().int().min(1).max(1_000_000).default(256),
  expect: z
    .strictObject({
      contains: z.string().min(1).max(500).optional(),
      minTokens: z.number().int().min(1).optional(),
    })
    .transform(present)
    .prefault({ minTokens: 1 }),
});

const smoke = z.strictObject({
  questions: z
    .array(question)
    .min(1)
    .max(50)
    .prefault([{ id: 'hello', prompt: 'Say hello in one sentence.' }]),
  concurrency: z.number().int().min(1).max(256).default(2),
  timeoutSeconds: seconds.prefault('3m'),
});

const prepared = z.strictObject({
  from: hostPath,
  to: hostPath,
  edits: z
    .array(
      z.strictObject({
        key: z.string().min(1).max(200),
        split: z.string().min(1).max(10),
        prefix: z.string().max(400),
      }),
    )
    .min(1)
    .max(50),
});

const patch = z.strictObject({
  run: z.array(word.min(1)).min(1).max(100),
  when: condition.optional(),
  success: z.string().max(400).default(''),
});

const nodeCount = z.number().int().min(1).max(64);

/** The file. Its keys are the fields of `Recipe`; short forms and defaults make most of them optional. */
export const recipeSchema: z.ZodType<Recipe> = z
  .strictObject({
    format: z.literal(1),
    name: shortName,
    title: bothLanguages,
    summary: bothLanguages.optional(),
    source: z.string().max(1000).default(''),
    architectures: z
      .array(z.enum(['arm64', 'amd64']))
      .min(1)
      .default(['arm64']),
    nodes: z
      .union([nodeCount, z.strictObject({ min: nodeCount, max: nodeCount })])
      .default({ min: 2, max: 2 })
      .transform((given) => (typeof given === 'number' ? { min: given, max: given } : given)),
    tensorParallel: z
      .record(
        textLike(/^[1-9]\d?$/, (value) => msg('recipe.form.nodeCount', { value })),
        z.number().int().min(1).max(1024),
      )
      .optional(),
    transport: z.enum(['roce', 'sockets']).default('roce'),
    model,
    image,
    api: z
      .strictObject({
        port: port.default(8000),
        servedName: z.string().min(1).max(200).optional(),
        key: z.enum(['required', 'optional']).default('required'),
        keyEnv: variableName.default('VLLM_API_KEY'),
      })
      .prefault({}),
    rendezvousPort: port.default(29_501),
    knobs: z.record(knobName, knob).default({}),
    container,
    prepare: z.array(prepared).max(50).optional(),
    patches: z.array(patch).max(100).default([]),
    boot: boot.prefault({}),
    smoke: smoke.prefault({}),
    notes: bothLanguages.optional(),
  })
  .transform((given): Recipe => {
    const { min, max } = given.nodes;
    const counts = Array.from({ length: Math.max(0, max - min + 1) }, (_, index) => min + index);
    return {
      ...present(given),
      summary: given.summary ?? given.title,
      tensorParallel:
        given.tensorParallel ?? Object.fromEntries(counts.map((count) => [String(count), count])),
      api: { ...given.api, servedName: given.api.servedName ?? given.name },
      container: present(given.container),
      model: present(given.model),
      image: present(given.image),
      boot: present(given.boot),
      patches: given.patches.map(present),
    };
  });
