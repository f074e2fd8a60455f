import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Circumstances } from './condition.ts';
import { loadRecipe } from './load.ts';
import { fill, fillCommand, fillEnv, type PlaceValues } from './places.ts';
import { knobValues, resolveSettings } from './settings.ts';

const fixtures = join(import.meta.dirname, '../../test/fixtures');
const recipes = join(import.meta.dirname, '../../recipes');
const golden = (name: string) => JSON.parse(readFileSync(join(fixtures, 'golden', `${name}.json`), 'utf8'));
const first = await loadRecipe(join(recipes, 'deepseek-v4.1-flash-exl3'));
const second = await loadRecipe(join(recipes, 'deepseek-v4-flash-0731-dspark'));

/** Environment and command of one rank, for the given settings and values of places. */
function rankOf(
  loaded: typeof first,
  role: 'head' | 'worker',
  keyed: boolean,
  env: Record<string, string>,
  places: PlaceValues,
) {
  const { recipe } = loaded;
  const knobs = knobValues(resolveSettings(recipe, { file: [], env, set: {} }));
  const given: Circumstances = { role, keyed, knobs };
  const values: PlaceValues = {
    rank: role === 'head' ? 0 : 1,
    nodes: 2,
    tensorParallel: recipe.tensorParallel['2'],
    rendezvousPort: recipe.rendezvousPort,
    servedName: fill(recipe.api.servedName, knobs),
    'api.host': '0.0.0.0',
    'api.port': recipe.api.port,
    ...knobs,
    ...places,
  };
  const variables = Object.entries(recipe.container.env).flatMap(([name, value]) => {
    const filled = fillEnv(value, given, values);
    return filled === undefined ? [] : [[name, filled]];
  });
  return {
    env: Object.fromEntries(variables),
    command: fillCommand(recipe.container.command, given, values),
    image: fill(recipe.image.reference, knobs),
    mounts: recipe.container.mounts.map(
      ({ source, target, readOnly }) => `${fill(source, values)}:${target}${readOnly ? ':ro' : ''}`,
    ),
    patches: recipe.patches
      .filter(
        ({ when }) => when === undefined || fillCommand([{ when, use: ['x'] }], given, values).length > 0,
      )
      .map(({ run }) => fillCommand(run, given, values).join(' ')),
  };
}

/** Without the key's words: ours comes by file. */
function withoutKey(command: string[]): string[] {
  const at = command.indexOf('--api-key');
  return at < 0 ? command : [...command.slice(0, at), ...command.slice(at + 2)];
}

describe('recipe A says in data what its launcher says in bash', () => {
  const sides = { head: ['v41-rank0', 'HEAD'], worker: ['v41-rank1', 'WORKER'] } as const;

  test.each(['head', 'worker'] as const)(
    'A5.1 the %s gets the recorded environment, command and mounts',
    (role) => {
      const [file, prefix] = sides[role];
      const recorded = golden(file);
      const rank = rankOf(
        first,
        role,
        true,
        {},
        {
          'head.address': `\${HEAD_FABRIC_IP}`,
          'node.address': `\${${prefix}_FABRIC_IP}`,
          'node.netdev': `\${${prefix}_IFNAME}`,
          'node.rdmaDevices': `\${${prefix}_HCAS}`,
          'node.gidIndex': 3,
          model: `\${${prefix}_MODEL_DIR}`,
          state: `\${${prefix}_STATE_DIR}`,
        },
      );
      expect(rank.env).toEqual(recorded.env);
      expect(rank.command).toEqual(withoutKey(recorded.command));
      expect(rank.image).toBe(recorded.image);
      const words: string[] = recorded.dockerArgs;
      expect(rank.mounts).toEqual(words.filter((_, at) => words[at - 1] === '-v'));
      const { container } = first.recipe;
      expect(container.privileged).toBe(words.includes('--privileged'));
      expect(container.shmBytes).toBe(32 * 2 ** 30);
      expect(container.ulimits).toEqual({ memlock: -1 });
    },
  );

  test('A11.1 every variable of its launcher that is no address or path is a knob or a part of the cluster file', () => {
    const aliases = Object.values(first.recipe.knobs).flatMap((knob) => knob.aliases);
    expect(aliases.sort()).toEqual(
      [
        'KV_BYTES',
        'MAX_LEN',
        'MAX_SEQS',
        'NSPEC',
        'BATCH',
        'GPU_UTIL',
        'GRAPH_MODE',
        'CAPS',
        'PLAN_NAME',
        'IMG',
        'MEMGUARD_GIB',
        'EXTRA',
      ].sort(),
    );
  });

  test('A5.3 CAPS changes the list of sizes only', () => {
    const { command } = rankOf(
      first,
      'head',
      true,
      { CAPS: '1,2,16' },
      {
        'head.address': 'a',
        'node.address': 'a',
        'node.netdev': 'n',
        'node.rdmaDevices': 'r',
        model: '/m',
        state: '/s',
      },
    );
    expect(command).toContain(
      '{"cudagraph_mode":"FULL_DECODE_ONLY","custom_ops":["all"],"cudagraph_capture_sizes":[1,2,16]}',
    );
    expect(command[command.indexOf('--max-cudagraph-capture-size') + 1]).toBe('16');
  });

  test('A5.4 the plan is rewritten by data: each bank under /model/exl3, all else kept', () => {
    expect(first.recipe.prepare).toEqual([
      {
        from: '{{model}}/exl3/plan/{{planName}}',
        to: '{{state}}/plans/{{planName}}',
        edits: [{ key: 'qdir', split: ':', prefix: '/model/exl3/' }],
      },
    ]);
  });
});

describe('recipe B says in data what its compose file and entrypoint say', () => {
  /** What seed.env.dspark sets and the recipe's defaults do not. */
  const seed = {
    DSPARK_MODEL_OFFICIAL: '/cache/huggingface/local/DeepSeek-V4-Flash-0731',
    DSPARK_REVISION: '',
    DSPARK_ENCODING_FILE: '/cache/huggingface/local/DeepSeek-V4-Flash-0731/encoding/encoding_dsv4.py',
    DSPARK_VLLM_IMAGE: 'ghcr.io/anemll/dspark-vllm-gx10:0.1.1',
    MTP_NUM_TOKENS: '5',
    VLLM_USE_BREAKABLE_CUDAGRAPH: '0',
  };
  const example = {
    'head.address': 'head-roce-ip',
    'node.netdev': 'enpXsYfZnpN',
    'node.rdmaDevices': 'rocepXsYfZ',
  };
  const spark = {
    'head.address': '192.168.100.10',
    'node.netdev': 'enp1s0f1np1',
    'node.rdmaDevices': 'rocep1s0f1',
  };

  test.each([
    [
      'dspark-head',
      'head',
      seed,
      { ...spark, 'node.address': '192.168.100.10', 'node.gidIndex': `\${HEAD_GID_INDEX}` },
    ],
    [
      'dspark-worker',
      'worker',
      seed,
      { ...spark, 'node.address': '192.168.100.11', 'node.gidIndex': `\${WORKER_GID_INDEX}` },
    ],
    [
      'dspark-example-head',
      'head',
      {},
      { ...example, 'node.address': 'head-roce-ip', 'node.gidIndex': `\${HEAD_GID_INDEX}` },
    ],
    [
      'dspark-example-worker',
      'worker',
      {},
      {
        ...example,
        'node.address': golden('dspark-example-worker').env.VLLM_HOST_IP,
        'node.gidIndex': `\${WORKER_GID_INDEX}`,
      },
    ],
  ] as [string, 'head' | 'worker', Record<string, string>, PlaceValues][])(
    '%s',
    (file, role, env, places) => {
      const recorded = golden(file);
      const rank = rankOf(second, role, false, env, places);
      // The example leaves these two at another machine's device, from which Gloo dies: one fabric choice gives all.
      const oneChoice = {
        TP_SOCKET_IFNAME: places['node.netdev'],
        GLOO_SOCKET_IFNAME: places['node.netdev'],
      };
      expect(rank.env).toEqual({ ...recorded.env, ...oneChoice });
      expect(['/usr/local/bin/vllm', 'serve', ...rank.command]).toEqual(recorded.command);
      expect(rank.image).toBe(recorded.image);
      const { container } = second.recipe;
      expect(container.entrypoint).toEqual(recorded.command.slice(0, 2));
      expect(container.unsetWhenEmpty).toEqual(recorded.entrypointUnsets);
      expect(container.devices).toEqual(recorded.devices);
      expect(container.ulimits).toEqual(recorded.ulimits);
      expect(container.shmBytes).toBe(64 * 2 ** 30);
      expect(container.restart).toBe(recorded.restart);
      expect(Object.keys({ ...container.prepend, ...container.fallback }).sort()).toEqual(
        Object.keys(recorded.entrypointExports).sort(),
      );
      const fixed = recorded.volumes.slice(2, -1);
      expect(rank.mounts.slice(2, -1)).toEqual(fixed);
      expect(rank.mounts.map((mount) => mount.replace(/^[^:]*/, ''))).toEqual(
        recorded.volumes.map((volume: string) => volume.replace(/^[^:]*/, '')),
      );
    },
  );

  test('B17.4 the steps before the engine are the recorded ones, in their order', () => {
    const steps: string[] = golden('dspark-head').preServeSteps;
    const { patches } = rankOf(second, 'head', false, seed, spark);
    expect(patches.filter((_, at) => at !== 1)).toEqual(steps.filter((_, at) => at !== 1));
    expect(patches[1]).toBe('python3 /opt/dspark-patches/effort-low-stays-low.py');
    const fromSnapshot: string[] = golden('dspark-example-head').preServeSteps;
    expect(rankOf(second, 'head', false, {}, spark).patches[0]).toBe(fromSnapshot[0]);
  });

  test('a key adds the step that keeps it out of the log, and no empty variable stands in its way', () => {
    const { patches, env } = rankOf(second, 'head', true, seed, spark);
    expect(patches).toContain('bash /opt/dspark-patches/hotfix-vllm-redact-api-key-log.sh');
    expect(env).not.toHaveProperty('VLLM_API_KEY');
  });
});
