import { describe, expect, test } from 'vitest';
import { chooseFabric } from './fabric.ts';
import type { FabricOverrides, FabricPort, FabricView, PortGid } from './port.ts';

/** GID table of a Spark's port: link-local pair, then a v1 and v2 pair for the address from `at` on. */
function gids(ipv4: string | null, at = 2): PortGid[] {
  const linkLocal = [0, 1].map((index) => ({ index, rocev2: index === 1, ipv4: null }));
  const mapped =
    ipv4 === null
      ? []
      : [
          { index: at, rocev2: false, ipv4 },
          { index: at + 1, rocev2: true, ipv4 },
        ];
  return [...linkLocal, ...mapped];
}

function rail(suffix: string, cidr: string | null, more: { at?: number; state?: string } = {}): FabricPort {
  const [address, bits] = cidr?.split('/') ?? [];
  const state = more.state ?? 'ACTIVE';
  return {
    netdev: `en${suffix}np${suffix.slice(-1)}`,
    mtu: 9000,
    addresses: address === undefined ? [] : [{ address, prefixLength: Number(bits) }],
    fabricCard: true,
    pciDomain: suffix.startsWith('P2') ? 2 : 0,
    rdma: {
      device: `roce${suffix}`,
      active: state === 'ACTIVE',
      state,
      gids: gids(address ?? null, more.at),
    },
  };
}

function plain(netdev: string, cidr: string): FabricPort {
  const [address = '', bits] = cidr.split('/');
  return {
    netdev,
    mtu: 1500,
    addresses: [{ address, prefixLength: Number(bits) }],
    fabricCard: false,
    pciDomain: 0,
    rdma: null,
  };
}

function view(node: string, ports: FabricPort[], overrides: FabricOverrides = {}): FabricView {
  return { node, ports, overrides };
}

function spark(node: string, host: number, overrides: FabricOverrides = {}): FabricView {
  const ports = [
    plain('enP7s7', `192.168.31.${host}/24`),
    rail('P2p1s0f1', `192.168.101.${host}/24`),
    rail('p1s0f0', null, { state: 'DOWN' }),
    rail('p1s0f1', `192.168.100.${host}/24`),
  ];
  return view(node, ports, overrides);
}

const pair = [spark('spark-a', 10), spark('spark-b', 11)];

describe('the link of each node', () => {
  test('is on PCI domain 0, with both halves of the cable as RDMA devices', () => {
    expect(chooseFabric(pair, 'roce')).toEqual({
      links: [
        {
          node: 'spark-a',
          netdev: 'enp1s0f1np1',
          address: '192.168.100.10',
          prefixLength: 24,
          mtu: 9000,
          rdmaDevices: ['rocep1s0f1', 'roceP2p1s0f1'],
          gidIndex: 3,
        },
        {
          node: 'spark-b',
          netdev: 'enp1s0f1np1',
          address: '192.168.100.11',
          prefixLength: 24,
          mtu: 9000,
          rdmaDevices: ['rocep1s0f1', 'roceP2p1s0f1'],
          gidIndex: 3,
        },
      ],
      refusals: [],
    });
  });

  test('A12.1 leaves out a device whose subnet the other node is not in', () => {
    const head = view('spark-a', [rail('p1s0f0', '10.77.0.1/24'), ...(pair[0]?.ports ?? [])]);
    const worker = spark('spark-b', 11);
    const { links } = chooseFabric([head, worker], 'roce');
    expect(links.map((link) => link.rdmaDevices)).toEqual([
      ['rocep1s0f1', 'roceP2p1s0f1'],
      ['rocep1s0f1', 'roceP2p1s0f1'],
    ]);
    expect(links[0]?.address).toBe('192.168.100.10');
  });

  test('A12.1 is refused with the candidates of every node when no subnet is shared', () => {
    const head = view('spark-a', [rail('p1s0f1', '192.168.100.10/24')]);
    const worker = view('spark-b', [rail('p1s0f1', '192.168.200.11/24')]);
    const { links, refusals } = chooseFabric([head, worker], 'roce');
    expect(links).toEqual([]);
    expect(refusals).toMatchObject([
      {
        id: 'network.fabric.no-shared-subnet',
        refusesUp: true,
        evidence:
          'spark-a: rocep1s0f1 enp1s0f1np1 192.168.100.10/24\nspark-b: rocep1s0f1 enp1s0f1np1 192.168.200.11/24',
      },
    ]);
  });

  test('A12.2 lists its own device first on a node whose fabric address sits on the second NIC', () => {
    const worker = view('spark-b', [
      rail('p1s0f1', '192.168.101.11/24'),
      rail('P2p1s0f1', '192.168.100.11/24'),
    ]);
    const { links } = chooseFabric([spark('spark-a', 10), worker], 'roce');
    expect(links.map((link) => [link.address, ...link.rdmaDevices])).toEqual([
      ['192.168.100.10', 'rocep1s0f1', 'roceP2p1s0f1'],
      ['192.168.100.11', 'roceP2p1s0f1', 'rocep1s0f1'],
    ]);
  });

  test.each([
    ['LAN', plain('enP7s7', '192.168.31.11/24')],
    ['Wi-Fi', plain('wlP9s9', '192.168.1.11/24')],
    ['Tailscale', plain('tailscale0', '100.101.102.103/32')],
    ['a link-local rail', rail('p1s0f1', '169.254.10.11/16')],
  ])('A12.3 with %s only is refused, naming the overrides of every node', (_, port) => {
    const { refusals } = chooseFabric([spark('spark-a', 10), view('spark-b', [port])], 'roce');
    expect(refusals).toMatchObject([{ id: 'network.fabric.none', refusesUp: true }]);
    expect(refusals[0]?.means?.values.keys).toBe(
      ['spark-a', 'spark-b']
        .flatMap((node) =>
          ['address', 'netdev', 'rdmaDevices', 'gidIndex'].map((key) => `nodes[${node}].fabric.${key}`),
        )
        .join(', '),
    );
    expect(refusals[0]?.evidence).toContain(`spark-b: none of ${port.netdev} ${port.addresses[0]?.address}`);
  });

  test('A12.4 each override wins alone and leaves the rest as found', () => {
    const [head] = pair;
    const linkWith = (overrides: FabricOverrides) =>
      chooseFabric([spark('spark-a', 10, overrides), spark('spark-b', 11)], 'roce').links[0];
    const found = chooseFabric(pair, 'roce').links[0];
    expect(head?.overrides).toEqual({});
    expect(linkWith({ rdmaDevices: ['rocep1s0f1'] })).toEqual({ ...found, rdmaDevices: ['rocep1s0f1'] });
    expect(linkWith({ gidIndex: 3 })).toEqual(found);
    const second = {
      ...found,
      netdev: 'enP2p1s0f1np1',
      address: '192.168.101.10',
      rdmaDevices: ['roceP2p1s0f1', 'rocep1s0f1'],
    };
    expect(linkWith({ netdev: 'enP2p1s0f1np1' })).toEqual(second);
    expect(linkWith({ address: '192.168.101.10' })).toEqual(second);
  });

  test.each<[FabricOverrides, string]>([
    [{ address: '192.168.100.99' }, 'fabric.address'],
    [{ netdev: 'enp9s0' }, 'fabric.netdev'],
    [{ netdev: 'enp1s0f1np1', address: '192.168.101.10' }, 'fabric.address'],
    [{ rdmaDevices: ['rocep1s0f0'] }, 'fabric.rdmaDevices'],
    [{ gidIndex: 1 }, 'fabric.gidIndex'],
  ])('A12.4 the override %j is refused where the node does not show it', (overrides, key) => {
    const { links, refusals } = chooseFabric([spark('spark-a', 10, overrides), spark('spark-b', 11)], 'roce');
    expect(links).toEqual([]);
    expect(refusals[0]).toMatchObject({ id: 'network.fabric.override', node: 'spark-a', refusesUp: true });
    expect(refusals[0]?.title.values.key).toBe(key);
  });

  test('has no GID index when its devices share none, and each node has its own', () => {
    const drifted = view('spark-b', [
      rail('p1s0f1', '192.168.100.11/24', { at: 4 }),
      rail('P2p1s0f1', '192.168.101.11/24', { at: 4 }),
    ]);
    const apart = view('spark-a', [
      rail('p1s0f1', '192.168.100.10/24'),
      rail('P2p1s0f1', '192.168.101.10/24', { at: 4 }),
    ]);
    expect(chooseFabric([apart, drifted], 'roce').links.map((link) => link.gidIndex)).toEqual([null, 5]);
  });

  test('is found by containment in a /30, not by guessing a /24', () => {
    const nodes = ['1', '2'].map((host) =>
      view(`spark-${host}`, [
        rail('p1s0f1', `192.168.100.${host}/30`),
        rail('P2p1s0f1', `192.168.100.${host === '1' ? 5 : 6}/30`),
      ]),
    );
    expect(chooseFabric(nodes, 'roce').links.map((link) => link.address)).toEqual([
      '192.168.100.1',
      '192.168.100.2',
    ]);
  });

  test('is found for four nodes behind a switch as for two', () => {
    const nodes = [1, 2, 3, 4].map((host) => spark(`spark-${host}`, host));
    expect(chooseFabric(nodes, 'roce').links.map((link) => link.address)).toEqual([
      '192.168.100.1',
      '192.168.100.2',
      '192.168.100.3',
      '192.168.100.4',
    ]);
  });

  test('may be a fabric card without RDMA only where the recipe speaks sockets', () => {
    const bare = [10, 11].map((host) => {
      const port = rail('p1s0f1', `192.168.100.${host}/24`);
      return view(`spark-${host}`, [plain('enP7s7', `192.168.31.${host}/24`), { ...port, rdma: null }]);
    });
    expect(chooseFabric(bare, 'sockets').links).toMatchObject([
      { netdev: 'enp1s0f1np1', address: '192.168.100.10', rdmaDevices: [], gidIndex: null },
      { netdev: 'enp1s0f1np1', address: '192.168.100.11', rdmaDevices: [], gidIndex: null },
    ]);
    expect(chooseFabric(bare, 'roce').refusals).toMatchObject([{ id: 'network.fabric.none' }]);
  });

  test('on a LAN by override is refused for RoCE unless devices are named too', () => {
    const lan = { netdev: 'enP7s7' };
    const named = { ...lan, rdmaDevices: ['rocep1s0f1'] };
    const apart = (overrides: FabricOverrides) => [
      view('spark-a', [plain('enP7s7', '192.168.31.10/24'), rail('p1s0f1', '10.0.1.1/30')], overrides),
      view('spark-b', [plain('enP7s7', '192.168.31.11/24'), rail('p1s0f1', '10.0.2.1/30')], overrides),
    ];
    expect(chooseFabric(apart(lan), 'roce').refusals.map((each) => each.id)).toEqual([
      'network.fabric.no-rdma',
      'network.fabric.no-rdma',
    ]);
    expect(chooseFabric(apart(named), 'roce').links).toMatchObject([
      { netdev: 'enP7s7', rdmaDevices: ['rocep1s0f1'] },
      { netdev: 'enP7s7', rdmaDevices: ['rocep1s0f1'] },
    ]);
  });

  test('of a node alone is loopback where it has no fabric', () => {
    expect(chooseFabric([view('one', [])], 'roce').links).toMatchObject([
      { netdev: 'lo', address: '127.0.0.1', rdmaDevices: [] },
    ]);
  });
});
