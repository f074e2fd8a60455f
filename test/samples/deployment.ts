/** A small cluster and recipe for tests of what is made from them: every kind of place once, nothing of a real recipe. */
import type { Cluster, ClusterNode } from '../../src/cluster/types.ts';
import { nodeFacts } from '../../src/facts/node-facts.ts';
import type { ClusterFacts, NodeFacts, RawOutput } from '../../src/facts/types.ts';
import type { LoadedRecipe, Recipe } from '../../src/recipe/types.ts';

const text = (en: string) => ({ en, zh: en });

export const sampleRecipe: Recipe = {
  format: 1,
  name: 'small',
  title: text('Small'),
  summary: text('Small'),
  source: 'a test',
  architectures: ['arm64'],
  nodes: { min: 1, max: 4 },
  tensorParallel: { 1: 1, 2: 2, 4: 4 },
  transport: 'roce',
  model: {
    hub: 'local',
    repository: 'a/b',
    directory: '{{home}}/models/small',
    bytes: 1000,
    required: ['config.json'],
    license: 'MIT',
  },
  image: { reference: 'example/engine:{{imageTag}}', bytes: 500, variants: {} },
  api: { port: 8000, servedName: 'small', key: 'required', keyEnv: 'VLLM_API_KEY' },
  rendezvousPort: 29501,
  knobs: {
    imageTag: { type: 'text', default: '1', says: text('Tag'), aliases: [] },
    maxLen: { type: 'int', default: 2048, says: text('Length'), aliases: ['MAX_LEN'] },
    mergeNics: { type: 'text', default: '', says: text('Merge'), aliases: [] },
    cache: { type: 'path', default: '~/.cache/small', says: text('Cache'), aliases: [] },
  },
  container: {
    name: '{{cluster}}-rank{{rank}}',
    entrypoint: ['vllm', 'serve'],
    command: [
      '/model',
      '--max-model-len',
      '{{maxLen}}',
      '--node-rank',
      '{{rank}}',
      '--nnodes',
      '{{nodes}}',
      '--master-addr',
      '{{head.address}}',
      { when: 'head', use: ['--host', '{{api.host}}', '--port', '{{api.port}}'], otherwise: ['--headless'] },
    ],
    env: {
      VLLM_HOST_IP: '{{node.address}}',
      NCCL_SOCKET_IFNAME: '{{node.netdev}}',
      GLOO_SOCKET_IFNAME: '{{node.netdev}}',
      NCCL_IB_HCA: '{{node.rdmaDevices}}',
      NCCL_IB_GID_INDEX: '{{node.gidIndex}}',
      NCCL_IB_MERGE_NICS: '{{mergeNics}}',
      VLLM_PLUGINS: '',
    },
    unsetWhenEmpty: ['NCCL_IB_MERGE_NICS'],
    mounts: [
      { source: '{{model}}', target: '/model', readOnly: true },
      { source: '{{cache}}', target: '/cache', readOnly: false, create: true },
      { source: './fix.py', target: '/opt/fix.py', readOnly: true },
    ],
    devices: ['/dev/infiniband'],
    ulimits: { memlock: -1 },
    shmBytes: 1024,
    privileged: true,
    gpus: true,
    restart: 'unless-stopped',
    stopTimeoutSeconds: 10,
  },
  patches: [],
  boot: {
    estimateSeconds: 60,
    limitSeconds: 600,
    phaseLimitSeconds: {},
    phases: [],
    expects: {},
    probe: { prompt: 'Reply with OK.', maxTokens: 1, temperature: 0, body: {} },
  },
  smoke: { questions: [], concurrency: 1, timeoutSeconds: 60 },
};

export const loadedSample: LoadedRecipe = {
  recipe: sampleRecipe,
  folder: '/recipes/small',
  files: { 'recipe.yaml': '', 'fix.py': Buffer.from('print(1)\n').toString('base64') },
  hash: 'abcdef0123456789'.repeat(4),
};

export function sampleNode(name: string, role: ClusterNode['role'] = 'worker'): ClusterNode {
  return { name, role, ssh: name, fabric: {}, paths: {} };
}

export const sampleCluster: Cluster = {
  version: 1,
  name: 'sparks',
  nodes: [sampleNode('spark-a', 'head'), sampleNode('spark-b')],
  recipe: 'small',
  exposure: 'loopback',
  paths: {},
  api: {},
  knobs: {},
};

/** Facts of Sparks with both halves of one cable addressed: host 10 is 192.168.100.10 and 192.168.101.10. */
export function sparkFacts(hosts: Record<string, number>, more: Record<string, string> = {}): ClusterFacts {
  return new Map(
    Object.entries(hosts).map(([node, host]) => {
      const texts = { id: idText(), 'ip-addr': ipText(host), 'sysfs-infiniband': sysfsText(host), ...more };
      return [node, factsFrom(node, texts)];
    }),
  );
}

/** A node's facts from what its probes printed; every other probe said nothing. */
export function factsFrom(node: string, texts: Record<string, string>): NodeFacts {
  const raw = new Map<string, RawOutput>(
    Object.entries(texts).map(([probe, out]) => [probe, { out, err: '', rc: 0 }]),
  );
  return nodeFacts(node, { ok: true, seconds: 1 }, raw, { code: 'no-answer', why: 'not in the test' });
}

export function goneFacts(node: string): NodeFacts {
  const gone = { ok: false as const, why: 'timeout', evidence: 'ssh: connect to host spark-b: timed out' };
  return nodeFacts(node, gone, new Map(), { code: 'no-answer', why: 'not in the test' });
}

function idText(): string {
  return 'uid=1000(dgx) gid=1000(dgx) groups=1000(dgx),999(docker)\ndocker:x:999:dgx\nhome /home/dgx\n';
}

function ipText(host: number): string {
  const link = (ifname: string, local: string, mtu = 9000) => ({
    ifname,
    flags: ['UP', 'LOWER_UP'],
    mtu,
    operstate: 'UP',
    address: '00:00:00:00:00:01',
    addr_info: [{ family: 'inet', local, prefixlen: 24, scope: 'global' }],
  });
  return JSON.stringify([
    link('enP7s7', `192.168.31.${host}`, 1500),
    link('enP2p1s0f1np1', `192.168.101.${host}`),
    link('enp1s0f1np1', `192.168.100.${host}`),
  ]);
}

function sysfsText(host: number): string {
  const hex = host.toString(16).padStart(2, '0');
  return [
    ['rocep1s0f1', 'enp1s0f1np1', `c0a8:64${hex}`],
    ['roceP2p1s0f1', 'enP2p1s0f1np1', `c0a8:65${hex}`],
  ]
    .flatMap(([device, netdev, address]) => {
      const folder = `/sys/class/infiniband/${device}`;
      const port = `${folder}/ports/1`;
      return [
        `${folder}/device/net/${netdev}/ifindex\t4`,
        `${port}/state\t4: ACTIVE`,
        `${port}/link_layer\tEthernet`,
        `${port}/gids/1\tfe80:0000:0000:0000:4ebb:47ff:fe2c:1a01`,
        `${port}/gid_attrs/types/1\tRoCE v2`,
        `${port}/gids/2\t0000:0000:0000:0000:0000:ffff:${address}`,
        `${port}/gid_attrs/types/2\tIB/RoCE v1`,
        `${port}/gids/3\t0000:0000:0000:0000:0000:ffff:${address}`,
        `${port}/gid_attrs/types/3\tRoCE v2`,
        `${port}/gid_attrs/ndevs/3\t${netdev}`,
      ];
    })
    .join('\n');
}
