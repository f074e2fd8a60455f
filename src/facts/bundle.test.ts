import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Failure } from '../text/failure.ts';
import { readBundle } from './bundle.ts';
import { dockerInfo } from './docker/docker-info.ts';
import { ipAddr } from './fabric/ip-addr.ts';
import { sysfsInfiniband } from './fabric/sysfs-infiniband.ts';
import { sysfsNet } from './fabric/sysfs-net.ts';
import { dgxRelease } from './machine/dgx-release.ts';
import { hosts, ownAddresses } from './machine/hosts.ts';
import { meminfo } from './machine/meminfo.ts';
import { allProbes } from './probes.ts';
import type { NodeFacts, Probe } from './types.ts';

const TWO_SPARKS = join(import.meta.dirname, '../../test/fixtures/bundles/two-sparks');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bundle-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

function about(nodes: unknown = [{ name: 'spark-a', role: 'head' }], version: unknown = 1): void {
  put('bundle.json', JSON.stringify({ version, nodes }));
}

async function head(): Promise<NodeFacts> {
  const facts = (await readBundle(folder)).facts.get('spark-a');
  if (facts === undefined) throw new Error('no spark-a');
  return facts;
}

function knownOf<T>(facts: NodeFacts, probe: Probe<T>): T {
  const reading = facts.read(probe);
  if (reading.state !== 'known') throw new Error(`${probe.id}: ${JSON.stringify(reading)}`);
  return reading.value;
}

describe('the bundle of two recorded Sparks', () => {
  test('answers every probe on both nodes, and knows what each node has', async () => {
    const bundle = await readBundle(TWO_SPARKS);
    expect(bundle.nodes).toEqual([
      { name: 'spark-5c2d', role: 'head' },
      { name: 'spark-7e41', role: 'worker' },
    ]);
    for (const [node, facts] of bundle.facts) {
      const unread = allProbes
        .filter((probe) => facts.read(probe).state === 'unknown')
        .map((probe) => probe.id);
      expect(unread, node).toEqual(node === 'spark-5c2d' ? [] : ['api-key-file']);
    }
  });

  test('gives each node its own fabric addresses and GIDs', async () => {
    const { facts } = await readBundle(TWO_SPARKS);
    const addresses = [...facts.values()].map((node) =>
      knownOf(node, ipAddr).flatMap((netdev) => netdev.ipv4),
    );
    expect(addresses).toEqual([
      ['192.168.31.10/24', '192.168.100.10/24', '192.168.101.10/24', '172.17.0.1/16'],
      ['192.168.31.11/24', '192.168.100.11/24', '192.168.101.11/24', '172.17.0.1/16'],
    ]);
    const gids = [...facts.values()].map((node) =>
      knownOf(node, sysfsInfiniband).devices.flatMap((device) =>
        device.gids
          .filter((gid) => gid.type === 'RoCEv2' && gid.ipv4 !== null)
          .map((gid) => `${gid.index} ${gid.ipv4}`),
      ),
    );
    expect(gids).toEqual([
      ['3 192.168.100.10', '3 192.168.101.10'],
      ['3 192.168.100.11', '3 192.168.101.11'],
    ]);
  });
});

describe('a bundle', () => {
  test('reads file trees as the probe would have printed them', async () => {
    about();
    const ib = 'nodes/spark-a/root/sys/class/infiniband/rocep1s0f1';
    put(`${ib}/fw_ver`, '28.45.4028\n');
    put(`${ib}/device/net/enp1s0f1np1/ifindex`, '4\n');
    put(`${ib}/ports/1/state`, '4: ACTIVE\n');
    put(`${ib}/ports/1/gids/3`, '0000:0000:0000:0000:0000:ffff:c0a8:640a\n');
    put(`${ib}/ports/1/gid_attrs/types/3`, 'RoCE v2\n');
    put('nodes/spark-a/root/sys/class/net/enp1s0f1np1/mtu', '9000\n');
    put('nodes/spark-a/root/sys/class/net/enp1s0f1np1/carrier', '1\n');
    put(
      'nodes/spark-a/root/sys/class/net/enp1s0f1np1/device/uevent',
      'DRIVER=mlx5_core\nPCI_SLOT_NAME=0000:01:00.1\n',
    );
    put('nodes/spark-a/root/proc/meminfo', 'MemTotal: 127600748 kB\nMemAvailable: 124780544 kB\n');
    put(
      'nodes/spark-a/root/proc/pressure/memory',
      'some avg10=1.50 avg60=0 avg300=0 total=1\nfull avg10=0.25 x\n',
    );
    put('nodes/spark-a/root/etc/hostname', 'spark-b\n');
    put('nodes/spark-a/root/etc/hosts', '127.0.0.1 localhost\n127.0.1.1\tspark-b # mine\n');
    const facts = await head();
    expect(knownOf(facts, sysfsInfiniband)).toMatchObject({
      activeDevices: ['rocep1s0f1'],
      ncclGidIndex: 3,
      devices: [{ netdev: 'enp1s0f1np1', firmware: '28.45.4028' }],
    });
    expect(knownOf(facts, sysfsNet)).toMatchObject([{ name: 'enp1s0f1np1', mtu: 9000, physicalPort: 1 }]);
    expect(knownOf(facts, meminfo)).toMatchObject({
      memAvailableKiB: 124_780_544,
      pressure: { someAvg10: 1.5, fullAvg10: 0.25 },
    });
    expect(ownAddresses(knownOf(facts, hosts))).toEqual(['127.0.1.1']);
  });

  test('takes .err and .rc with .out; an absent .rc is 0', async () => {
    about();
    put('nodes/spark-a/docker-info.out', '{"ServerVersion":"","Driver":""}');
    put(
      'nodes/spark-a/docker-info.err',
      'Cannot connect to the Docker daemon at unix:///var/run/docker.sock.',
    );
    put('nodes/spark-a/docker-info.rc', '1\n');
    put('nodes/spark-a/ip-addr.out', '[]');
    const facts = await head();
    expect(knownOf(facts, dockerInfo)).toMatchObject({ ok: false, error: 'daemon-down' });
    expect(knownOf(facts, ipAddr)).toEqual([]);
  });

  test('with few probes is valid: what it does not hold is unknown', async () => {
    about();
    const reading = (await head()).read(ipAddr);
    expect(reading).toMatchObject({ state: 'unknown', why: expect.stringContaining('not-in-bundle') });
  });

  test('in which SSH failed says that the node could not be reached, and why', async () => {
    about();
    put('nodes/spark-a/ssh.err', 'dgx@192.168.100.11: Permission denied (publickey,password).\n');
    put('nodes/spark-a/ssh.rc', '255');
    const facts = await head();
    expect(facts.reachable).toMatchObject({ ok: false, why: 'auth' });
    expect(facts.read(ipAddr)).toMatchObject({
      state: 'unknown',
      why: expect.stringContaining('Permission denied'),
    });
  });

  test('never gives the serial number that stands in a copied file', async () => {
    about();
    put('nodes/spark-a/root/etc/dgx-release', 'DGX_NAME="DGX Spark"\nDGX_SERIAL_NUMBER="1234567"\n');
    const facts = await head();
    expect(JSON.stringify([...facts.raw, facts.read(dgxRelease)])).not.toContain('1234567');
    expect(knownOf(facts, dgxRelease).isSpark).toBe(true);
  });

  test('does not follow links out of itself', async () => {
    about();
    put('nodes/spark-a/id.err', '');
    symlinkSync('/etc/passwd', join(folder, 'nodes/spark-a/ip-addr.out'));
    expect((await head()).raw.get('ip-addr')?.out).toBe('');
  });

  test.each([
    ['no bundle.json', undefined, undefined],
    ['another version', [{ name: 'a', role: 'head' }], 2],
    ['a node name that climbs', [{ name: '../../etc', role: 'head' }], 1],
    ['a role that is none', [{ name: 'a', role: 'king' }], 1],
    ['no node', [], 1],
    [
      'a node twice',
      [
        { name: 'a', role: 'head' },
        { name: 'a', role: 'worker' },
      ],
      1,
    ],
  ])('with %s is refused as wrong usage', async (_, nodes, version) => {
    if (version !== undefined) about(nodes, version);
    await expect(readBundle(folder)).rejects.toMatchObject({
      name: 'Failure',
      exit: 2,
    } satisfies Partial<Failure>);
  });
});
