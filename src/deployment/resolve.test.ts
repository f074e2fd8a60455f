import { describe, expect, test } from 'vitest';
import {
  factsFrom,
  goneFacts,
  loadedSample,
  sampleCluster,
  sampleNode,
  sampleRecipe,
  sparkFacts,
} from '../../test/samples/deployment.ts';
import type { Cluster } from '../cluster/types.ts';
import { resolveSettings } from '../recipe/settings.ts';
import type { Recipe } from '../recipe/types.ts';
import { resolveDeployment } from './resolve.ts';
import type { Deployment } from './types.ts';

const facts = sparkFacts({ 'spark-a': 10, 'spark-b': 11 });
const settings = resolveSettings(sampleRecipe, { file: [], env: {}, set: {} });
const wish = { recipe: loadedSample, cluster: sampleCluster, settings, facts };

function deploymentOf(more: Partial<typeof wish> = {}): Deployment {
  const { deployment, refusals } = resolveDeployment({ ...wish, ...more });
  if (deployment === undefined) throw new Error(JSON.stringify(refusals));
  return deployment;
}

function withContainer(container: Partial<Recipe['container']>, recipe: Partial<Recipe> = {}) {
  const changed = { ...sampleRecipe, ...recipe, container: { ...sampleRecipe.container, ...container } };
  return { ...loadedSample, recipe: changed };
}

describe('the units', () => {
  test('are rank 0 on the head, which follows every worker, and the workers in the order of the file', () => {
    const nodes = ['spark-c', 'spark-b', 'spark-d'].map((name) => sampleNode(name));
    const cluster: Cluster = { ...sampleCluster, nodes: [...nodes, sampleNode('spark-a', 'head')] };
    const four = sparkFacts({ 'spark-a': 10, 'spark-b': 11, 'spark-c': 12, 'spark-d': 13 });
    const { units } = deploymentOf({ cluster, facts: four });
    expect(units.map((unit) => [unit.unit, unit.node, unit.follows])).toEqual([
      ['rank0', 'spark-a', ['rank1', 'rank2', 'rank3']],
      ['rank1', 'spark-c', []],
      ['rank2', 'spark-b', []],
      ['rank3', 'spark-d', []],
    ]);
    expect(units[3]?.container.command).toContain('--headless');
  });

  test('use no more nodes than the recipe has a parallel size for', () => {
    const nodes = [...sampleCluster.nodes, sampleNode('spark-c')];
    const { units } = deploymentOf({ cluster: { ...sampleCluster, nodes } });
    expect(units.map((unit) => unit.node)).toEqual(['spark-a', 'spark-b']);
  });

  test('are refused where the cluster file has too few nodes', () => {
    const recipe = withContainer({}, { nodes: { min: 4, max: 4 } });
    expect(resolveDeployment({ ...wish, recipe }).refusals).toMatchObject([
      {
        id: 'deployment.nodes.too-few',
        title: { values: { recipe: 'small', counts: '4', given: 2 } },
        evidence: 'spark-a (head), spark-b (worker)',
      },
    ]);
  });
});

describe('a container', () => {
  test('A12.5 is given the link of its own node, and the head as the place to meet', () => {
    const [head, worker] = deploymentOf().units.map((unit) => unit.container);
    expect(head?.env).toEqual({
      VLLM_HOST_IP: '192.168.100.10',
      NCCL_SOCKET_IFNAME: 'enp1s0f1np1',
      GLOO_SOCKET_IFNAME: 'enp1s0f1np1',
      NCCL_IB_HCA: 'rocep1s0f1,roceP2p1s0f1',
      NCCL_IB_GID_INDEX: '3',
      VLLM_PLUGINS: '',
    });
    expect(worker?.env.VLLM_HOST_IP).toBe('192.168.100.11');
    expect(worker?.command).toEqual(
      '/model --max-model-len 2048 --node-rank 1 --nnodes 2 --master-addr 192.168.100.10 --headless'.split(
        ' ',
      ),
    );
  });

  test('reads the key from a file on the head only; the key file is mounted, its content is nowhere', () => {
    const [head, worker] = deploymentOf().units.map((unit) => unit.container);
    const target = '/run/secrets/sparkwright-api-key';
    const fromFile = '/home/dgx/.local/state/sparkwright/sparks/api_key';
    expect(head?.secrets).toEqual([{ name: 'VLLM_API_KEY', fromFile, target }]);
    expect(head?.entrypoint).toEqual([
      '/bin/sh',
      '-c',
      `VLLM_API_KEY="$(cat ${target})" && [ -n "$VLLM_API_KEY" ] || ` +
        `{ echo 'sparkwright: no VLLM_API_KEY in ${target}' >&2; exit 78; }; export VLLM_API_KEY; ` +
        'unset NCCL_IB_MERGE_NICS; exec "$@"',
      'sh',
      'vllm',
      'serve',
    ]);
    expect(worker?.secrets).toEqual([]);
    expect(worker?.entrypoint[2]).toBe('unset NCCL_IB_MERGE_NICS; exec "$@"');
  });

  test('unsets what the recipe wants gone when empty, and keeps every other emptiness', () => {
    const [head] = deploymentOf().units;
    expect(head?.container.unset).toEqual(['NCCL_IB_MERGE_NICS']);
    expect(head?.container.env.VLLM_PLUGINS).toBe('');
    const set = resolveSettings(sampleRecipe, { file: [], env: {}, set: { mergeNics: '0' } });
    const [given, other] = deploymentOf({ settings: set }).units;
    expect(given?.container.env.NCCL_IB_MERGE_NICS).toBe('0');
    expect(other?.container.entrypoint).toEqual(['vllm', 'serve']);
  });

  test('mounts the model, its folders and the files of the recipe by paths of its own node', () => {
    const [head] = deploymentOf().units;
    expect(head?.container.mounts).toEqual([
      { source: '/home/dgx/models/small', target: '/model', readOnly: true },
      { source: '/home/dgx/.cache/small', target: '/cache', readOnly: false, create: true },
      {
        source: '/home/dgx/.local/state/sparkwright/sparks/recipes/small-abcdef012345/fix.py',
        target: '/opt/fix.py',
        readOnly: true,
      },
    ]);
  });

  test('A11.3 paths under the home map to the home of each node, an explicit worker path wins', () => {
    const worker = { ...sampleNode('spark-b'), paths: { model: '/data/small' } };
    const cluster = { ...sampleCluster, nodes: [sampleNode('spark-a', 'head'), worker] };
    const other = new Map(facts);
    const texts = Object.fromEntries(
      [...(facts.get('spark-b')?.raw ?? [])].map(([probe, { out }]) => [probe, out]),
    );
    other.set('spark-b', factsFrom('spark-b', { ...texts, id: 'uid=1001(nv) gid=1001(nv)\nhome /srv/nv\n' }));
    const [head, second] = deploymentOf({ cluster, facts: other }).units.map((unit) => unit.container.mounts);
    expect(head?.[0]?.source).toBe('/home/dgx/models/small');
    expect(second?.map((mount) => mount.source)).toEqual([
      '/data/small',
      '/srv/nv/.cache/small',
      '/srv/nv/.local/state/sparkwright/sparks/recipes/small-abcdef012345/fix.py',
    ]);
  });

  test('ends by itself in 30 s at least, keeps bounded logs, and restarts as the recipe says', () => {
    const [head] = deploymentOf().units;
    expect(head?.container).toMatchObject({
      stopTimeoutSeconds: 30,
      restart: 'unless-stopped',
      logMaxBytes: 67_108_864,
    });
  });

  test('B17.4 runs the patches that apply before the engine, in their order, and none after a failure', () => {
    const patches = [
      { run: ['python3', '/opt/fix one.py'], success: 'done' },
      { run: ['bash', '/opt/long.sh'], when: 'mergeNics', success: 'APPLIED' },
      { run: ['bash', '/opt/{{maxLen}}.sh'], when: 'worker', success: 'APPLIED' },
    ];
    const [, worker] = deploymentOf({ recipe: withContainer({}, { patches }) }).units;
    expect(worker?.container.entrypoint[2]).toBe(
      'python3 \'/opt/fix one.py\' || exit 1; bash /opt/2048.sh || exit 1; unset NCCL_IB_MERGE_NICS; exec "$@"',
    );
    expect(worker?.container.patches.map((patch) => patch.gate)).toEqual(['', 'worker']);
  });

  test('finds its own PATH behind what the recipe puts before it', () => {
    const recipe = withContainer({
      prepend: { PATH: '/usr/local/cuda/bin' },
      fallback: { CUDA_HOME: '/usr/local/cuda' },
      unsetWhenEmpty: [],
    });
    expect(deploymentOf({ recipe }).units[1]?.container.entrypoint[2]).toBe(
      'export PATH=/usr/local/cuda/bin"${PATH:+:$PATH}"; ' +
        '[ -n "${CUDA_HOME:-}" ] || export CUDA_HOME=/usr/local/cuda; exec "$@"',
    );
  });
});

describe('the address of the API', () => {
  test('is loopback unless the cluster file says engine', () => {
    const closed = deploymentOf();
    expect(closed.serves).toEqual({
      node: 'spark-a',
      address: '127.0.0.1',
      port: 8000,
      model: 'small',
      key: { file: '/home/dgx/.local/state/sparkwright/sparks/api_key' },
    });
    expect(closed.units[0]?.container.command.slice(-4)).toEqual(['--host', '127.0.0.1', '--port', '8000']);
    const open = deploymentOf({ cluster: { ...sampleCluster, exposure: 'engine', api: { port: 9000 } } });
    expect(open.units[0]?.container.command.slice(-4)).toEqual(['--host', '0.0.0.0', '--port', '9000']);
  });
});

describe('the spec hash', () => {
  const hashes = (deployment: Deployment) => deployment.units.map((unit) => unit.specHash);

  test('is the same for the same wish, stands in a label, and differs between ranks', () => {
    const deployment = deploymentOf();
    expect(hashes(deploymentOf())).toEqual(hashes(deployment));
    expect(new Set(hashes(deployment)).size).toBe(2);
    expect(deployment.units[0]?.container.labels).toEqual({
      'sparkwright.cluster': 'sparks',
      'sparkwright.unit': 'rank0',
      'sparkwright.recipe': 'small',
      'sparkwright.spec': deployment.units[0]?.specHash,
    });
  });

  test('B17.7 an override given for one command reaches every rank alike', () => {
    const exported = resolveSettings(sampleRecipe, { file: [], env: { MAX_LEN: '1024' }, set: {} });
    const changed = deploymentOf({ settings: exported });
    expect(changed.units.map((unit) => unit.container.command[2])).toEqual(['1024', '1024']);
    for (const hash of hashes(changed)) expect(hashes(deploymentOf())).not.toContain(hash);
  });
});

describe('what is not known', () => {
  test('of an unreachable node is said once and refuses', () => {
    const half = new Map(facts).set('spark-b', goneFacts('spark-b'));
    expect(resolveDeployment({ ...wish, facts: half })).toMatchObject({
      refusals: [
        {
          id: 'deployment.unreachable',
          node: 'spark-b',
          verdict: 'unknown',
          refusesUp: true,
          evidence: 'ssh: connect to host spark-b: timed out',
        },
      ],
    });
  });

  test('of a home folder or an address table is never guessed', () => {
    const blind = new Map(facts).set('spark-b', factsFrom('spark-b', { 'ip-addr': '' }));
    const { deployment, refusals } = resolveDeployment({ ...wish, facts: blind });
    expect(deployment).toBeUndefined();
    expect(refusals.map((each) => [each.node, each.subject, each.verdict])).toEqual([
      ['spark-b', 'id', 'unknown'],
      ['spark-b', 'ip-addr', 'unknown'],
    ]);
  });
});
