/**
 * The two published recipes, rendered over the recorded facts of two Sparks, held against what the
 * published launchers start. Judged is what the engine's process sees; the differences that are allowed are the ones
 * taken off here by name: the key by file and the step that keeps it out of the log. Not judged: stop timeout, log
 * limits, pull policy, labels and container names, which are ours.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Cluster } from '../../src/cluster/types.ts';
import { resolveDeployment } from '../../src/deployment/resolve.ts';
import type { Container } from '../../src/deployment/types.ts';
import { readBundle } from '../../src/facts/bundle.ts';
import { loadRecipe } from '../../src/recipe/load.ts';
import { resolveSettings } from '../../src/recipe/settings.ts';
import { shline } from '../../src/text/quote.ts';

const fixtures = join(import.meta.dirname, '../fixtures');
const bundle = await readBundle(join(fixtures, 'bundles/two-sparks'));
const [headName = '', workerName = ''] = bundle.nodes.map((node) => node.name);
const STATE = '/home/dgx/.local/state/sparkwright/pair';

interface Golden {
  image: string;
  env: Record<string, string>;
  command: string[];
  dockerArgs: string[];
  volumes: string[];
  devices: string[];
  networkMode: string;
  ipc: string;
  gpus: string;
  shmSize: string;
  restart: string;
  ulimits: Record<string, number>;
  entrypointExports: Record<string, string>;
  entrypointUnsets: string[];
  preServeSteps: string[];
}

/** A golden file with its placeholders as the bundle's two nodes have them. */
function golden(file: string, values: Record<string, string>): Golden {
  let text = readFileSync(join(fixtures, 'golden', file), 'utf8');
  for (const [place, value] of Object.entries(values)) text = text.replaceAll(place, value);
  return JSON.parse(text) as Golden;
}

async function containersOf(recipeName: string, env: Record<string, string>, rdmaDevices?: string[]) {
  const recipe = await loadRecipe(join(import.meta.dirname, '../../recipes', recipeName));
  const fabric = rdmaDevices === undefined ? {} : { rdmaDevices };
  const cluster: Cluster = {
    version: 1,
    name: 'pair',
    nodes: [
      { name: headName, role: 'head', ssh: headName, fabric, paths: {} },
      { name: workerName, role: 'worker', ssh: workerName, fabric, paths: {} },
    ],
    recipe: recipeName,
    exposure: 'engine',
    paths: {},
    api: {},
    knobs: {},
  };
  const settings = resolveSettings(recipe.recipe, { file: [], env, set: {} });
  const { deployment, refusals } = resolveDeployment({ recipe, cluster, settings, facts: bundle.facts });
  expect(refusals).toEqual([]);
  const recipeFolder = `${STATE}/recipes/${recipeName}-${recipe.hash.slice(0, 12)}`;
  return { containers: (deployment?.units ?? []).map((unit) => unit.container), recipeFolder };
}

/** Words of `docker run` that the container does not hold by a name of its own. */
function flagsOf(container: Container): Record<string, unknown> {
  const { network, ipc, gpus, privileged, ulimits, shmBytes, devices, restart, mounts } = container;
  const volumes = mounts.map(({ source, target, readOnly }) => `${source}:${target}${readOnly ? ':ro' : ''}`);
  return { network, ipc, gpus, privileged, ulimits, shmBytes, devices, restart, volumes };
}

describe('recipe A', async () => {
  const { containers } = await containersOf('deepseek-v4.1-flash-exl3', {});
  const places = {
    '${HEAD_FABRIC_IP}': '192.168.100.10',
    '${WORKER_FABRIC_IP}': '192.168.100.11',
    '${HEAD_IFNAME}': 'enp1s0f1np1',
    '${WORKER_IFNAME}': 'enp1s0f1np1',
    '${HEAD_HCAS}': 'rocep1s0f1,roceP2p1s0f1',
    '${WORKER_HCAS}': 'rocep1s0f1,roceP2p1s0f1',
    '${HEAD_MODEL_DIR}': '/home/dgx/models/DeepSeek-V4.1-Flash-Spark',
    '${WORKER_MODEL_DIR}': '/home/dgx/models/DeepSeek-V4.1-Flash-Spark',
    '${HEAD_STATE_DIR}': STATE,
    '${WORKER_STATE_DIR}': STATE,
  };

  test.each([0, 1])(
    'A5.1 A12.5 rank %i has the published environment, word for word, in its order',
    (rank) => {
      const { env } = golden(`v41-rank${rank}.json`, places);
      expect(containers[rank]?.env).toEqual(env);
      expect(Object.keys(containers[rank]?.env ?? {})).toEqual(Object.keys(env));
      expect(containers[rank]?.unset).toEqual([]);
    },
  );

  test.each([0, 1])('A5.1 rank %i has the published command, but for the key on the command line', (rank) => {
    const { command } = golden(`v41-rank${rank}.json`, places);
    const at = command.indexOf('--api-key');
    expect(at >= 0).toBe(rank === 0);
    expect(containers[rank]?.command).toEqual(command.filter((_, i) => at < 0 || (i !== at && i !== at + 1)));
  });

  test.each([0, 1])('A5.1 rank %i has the published image, mounts, limits and devices', (rank) => {
    const { image, dockerArgs } = golden(`v41-rank${rank}.json`, places);
    const container = containers[rank];
    expect(container?.image).toBe(image);
    const valuesOf = (flag: string) => dockerArgs.filter((_, i) => dockerArgs[i - 1] === flag);
    expect(dockerArgs).toContain('--privileged');
    expect(container && flagsOf(container)).toEqual({
      network: valuesOf('--network')[0],
      ipc: valuesOf('--ipc')[0],
      gpus: valuesOf('--gpus')[0],
      privileged: true,
      ulimits: Object.fromEntries(
        valuesOf('--ulimit').map((word) => [word.split('=')[0], Number(word.split('=')[1])]),
      ),
      shmBytes: Number(valuesOf('--shm-size')[0]?.replace('g', '')) * 1024 ** 3,
      devices: valuesOf('--device'),
      restart: valuesOf('--restart')[0] ?? 'no',
      volumes: valuesOf('-v'),
    });
  });

  test("A5.1 the image's own entrypoint is kept, behind the key's wrapper on the head only", () => {
    const [head, worker] = containers;
    expect(worker?.entrypoint).toEqual(['vllm', 'serve']);
    expect(head?.entrypoint.slice(-3)).toEqual(['sh', 'vllm', 'serve']);
    expect(head?.secrets).toHaveLength(1);
    expect(worker?.secrets).toEqual([]);
  });
});

const seedEnv = Object.fromEntries(
  readFileSync(join(fixtures, 'golden/seed.env.dspark'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('='))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
);

describe.each([
  ['B14.3 recipe B with the published env file', 'dspark', seedEnv],
  ['B14.4 recipe B with the example values', 'dspark-example', {} as Record<string, string>],
])('%s', async (id, files, env) => {
  const number = id.split(' ')[0];
  const { containers, recipeFolder } = await containersOf('deepseek-v4-flash-0731-dspark', env, [
    'rocep1s0f1',
  ]);
  const places = {
    '${HEAD_GID_INDEX}': '3',
    '${WORKER_GID_INDEX}': '3',
    '${HEAD_REPO_DIR}': recipeFolder,
    '${HOME}': '/home/dgx',
    '"./': `"${recipeFolder}/`,
    'head-roce-ip': '192.168.100.10',
    'worker-roce-ip': '192.168.100.11',
    rocepXsYfZ: 'rocep1s0f1',
    enpXsYfZnpN: 'enp1s0f1np1',
  };
  const ranks = [
    ['head', 0],
    ['worker', 1],
  ] as const;

  test.each(ranks)(`${number} A12.5 the %s's engine sees the published environment`, (role, rank) => {
    const wanted = golden(`${files}-${role}.json`, places);
    const { VLLM_API_KEY: byFile, ...seen } = wanted.env;
    for (const name of wanted.entrypointUnsets) delete seen[name];
    expect(byFile).toBe('');
    expect(containers[rank]?.env).toEqual(seen);
    expect(containers[rank]?.unset).toEqual(wanted.entrypointUnsets);
  });

  test.each(ranks)(
    `${number} the %s has the published command, image and container settings`,
    (role, rank) => {
      const wanted = golden(`${files}-${role}.json`, places);
      const container = containers[rank];
      expect([...(container?.entrypoint.slice(-2) ?? []), ...(container?.command ?? [])]).toEqual(
        wanted.command,
      );
      expect(container?.image).toBe(wanted.image);
      expect(container && flagsOf(container)).toEqual({
        network: wanted.networkMode,
        ipc: wanted.ipc,
        gpus: wanted.gpus,
        privileged: false,
        ulimits: wanted.ulimits,
        shmBytes: Number(wanted.shmSize.replace('gb', '')) * 1024 ** 3,
        devices: wanted.devices,
        restart: wanted.restart,
        volumes: wanted.volumes,
      });
    },
  );

  test.each(ranks)(`${number} the %s's entrypoint exports what the published one exports`, (role, rank) => {
    const wanted = golden(`${files}-${role}.json`, places).entrypointExports;
    const script = containers[rank]?.entrypoint[2] ?? '';
    const exported = Object.entries(wanted).map(([name, value]) => {
      const put = value
        .replace(/:\$\w+$/, '')
        .replace('$CUDA_HOME', '/usr/local/cuda')
        .replace(' (if unset)', '');
      return value.includes(`:$${name}`)
        ? `export ${name}=${put}"\${${name}:+:$${name}}"; `
        : `[ -n "\${${name}:-}" ] || export ${name}=${put}; `;
    });
    for (const line of exported) expect(script).toContain(line);
  });

  test.each(ranks)(
    `${number} B17.4 the %s runs the published steps in their order before it serves`,
    (role, rank) => {
      const wanted = golden(`${files}-${role}.json`, places).preServeSteps;
      const patches = containers[rank]?.patches ?? [];
      const steps = patches.filter((patch) => patch.gate !== 'keyed').map((patch) => shline(patch.run));
      expect(steps).toEqual(
        wanted.map((step) =>
          step.startsWith('set reasoning-effort map')
            ? 'python3 /opt/dspark-patches/effort-low-stays-low.py'
            : step,
        ),
      );
      const script = containers[rank]?.entrypoint[2] ?? '';
      expect(script.split('; ').filter((line) => line.endsWith(' || exit 1'))).toEqual(
        patches.map((patch) => `${shline(patch.run)} || exit 1`),
      );
    },
  );
});

test('B14.5 only the rank, the address and what follows from them differ between the two nodes', async () => {
  const { containers } = await containersOf('deepseek-v4-flash-0731-dspark', seedEnv, ['rocep1s0f1']);
  const [head, worker] = containers;
  const differing = Object.keys({ ...head?.env, ...worker?.env }).filter(
    (name) => head?.env[name] !== worker?.env[name],
  );
  expect(differing).toEqual(['VLLM_HOST_IP', 'NODE_RANK', 'HEADLESS']);
});
