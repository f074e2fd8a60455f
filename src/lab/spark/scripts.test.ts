/** The scripts that live inside the hosts, run here against a folder instead of /sys. */
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { must, run } from '../command.ts';
import { filesFolder } from '../files.ts';
import { planLab } from '../plan.ts';
import { standInTree } from './stand-in.ts';
import { writeTree } from './tree.ts';

let lab: string;
beforeEach(async () => {
  lab = await mkdtemp(join(tmpdir(), 'spark-'));
});
afterEach(() => rm(lab, { recursive: true, force: true }));

const script = (name: string) => join(filesFolder(), 'host', name);
const QUICK = { deadlineMs: 20_000 };

async function refreshLinks(addresses: Record<string, string[]>, carriers: string[]): Promise<void> {
  const [host] = planLab(2).hosts;
  if (host === undefined) throw new Error('a lab has hosts');
  if ((await stat(join(lab, 'ports')).catch(() => undefined)) === undefined) {
    await writeTree(lab, standInTree(host));
  }
  const net = join(lab, 'net');
  for (const port of host.ports) {
    await mkdir(join(net, port.netdev), { recursive: true });
    await writeFile(join(net, port.netdev, 'carrier'), carriers.includes(port.netdev) ? '1\n' : '0\n');
  }
  const lines = Object.entries(addresses).flatMap(([name, all]) =>
    all.map((address) => `${name}) echo "2: ${name}    inet ${address}/24 scope global ${name}";;`),
  );
  await mkdir(join(lab, 'bin'), { recursive: true });
  await writeFile(
    join(lab, 'bin', 'ip'),
    `#!/bin/sh\nfor last; do :; done\ncase $last in ${lines.join('\n')} esac\n`,
  );
  await chmod(join(lab, 'bin', 'ip'), 0o755);
  const env = { LAB: lab, NET: net, PATH: `${lab}/bin:${process.env.PATH}` };
  await must(['bash', script('usr/local/lib/sparkwright-lab/links'), 'once'], { ...QUICK, env });
}

const port = (path: string) => readFile(join(lab, 'sys/class/infiniband/rocep1s0f1/ports/1', path), 'utf8');

test('an address becomes a pair of GIDs after the two of the MAC, and the cable makes the port active', async () => {
  await refreshLinks({ enp1s0f1np1: ['192.168.100.10'] }, ['enp1s0f1np1']);
  expect(await port('state')).toBe('4: ACTIVE\n');
  const gids = await Promise.all([0, 1, 2, 3, 4].map((index) => port(`gids/${index}`)));
  expect(gids).toEqual([
    'fe80:0000:0000:0000:0053:57ff:fe00:0104\n',
    'fe80:0000:0000:0000:0053:57ff:fe00:0104\n',
    '0000:0000:0000:0000:0000:ffff:c0a8:640a\n',
    '0000:0000:0000:0000:0000:ffff:c0a8:640a\n',
    '0000:0000:0000:0000:0000:0000:0000:0000\n',
  ]);
  expect(await port('gid_attrs/types/2')).toBe('IB/RoCE v1\n');
  expect(await port('gid_attrs/types/3')).toBe('RoCE v2\n');
  await expect(port('gid_attrs/types/4')).rejects.toThrow('EISDIR');
  expect(await readFile(join(lab, 'speed/enp1s0f1np1'), 'utf8')).toBe('200000\n');
});

test('a pulled cable makes the port go down and takes its address with it', async () => {
  await refreshLinks({ enp1s0f1np1: ['192.168.100.10'] }, ['enp1s0f1np1']);
  await refreshLinks({}, []);
  expect(await port('state')).toBe('1: DOWN\n');
  expect(await port('gids/3')).toBe('0000:0000:0000:0000:0000:0000:0000:0000\n');
  await expect(port('gid_attrs/types/3')).rejects.toThrow('EISDIR');
  expect(await readFile(join(lab, 'speed/enp1s0f1np1'), 'utf8')).toBe('-1\n');
});

test("a host shows a Spark's memory less what its own processes use and what a fault takes", async () => {
  const memory = async (stat: string, taken: string) => {
    await mkdir(join(lab, 'memory'), { recursive: true });
    await writeFile(join(lab, 'memory', 'memory.stat'), stat);
    await writeFile(join(lab, 'memory-taken'), taken);
    await writeFile(join(lab, 'meminfo'), '');
    const env = { LAB: lab, CGROUP: lab };
    await must(['sh', script('usr/local/lib/sparkwright-lab/memory'), 'once'], { ...QUICK, env });
    const text = await readFile(join(lab, 'meminfo'), 'utf8');
    return Number(/^MemAvailable:\s+(\d+) kB$/m.exec(text)?.[1]);
  };
  const idle = await memory('total_rss 0\ntotal_shmem 0\ntotal_cache 0\n', '0');
  expect(idle).toBe(127600748 - 3670016);
  expect(await memory('total_rss 1048576\ntotal_shmem 1024\ntotal_cache 4096\n', '1000')).toBe(
    idle - 1025 - 1000,
  );
});

test('nvidia-smi answers the probe with what a GB10 has, and no framebuffer memory', async () => {
  const fields = 'index,uuid,name,driver_version,compute_cap,memory.total,memory.used,temperature.gpu';
  const ask = (format: string) =>
    run(['sh', script('usr/bin/nvidia-smi'), `--query-gpu=${fields}`, format], QUICK);
  const answer =
    '0, GPU-00000000-1ab0-0000-0000-000000000001, NVIDIA GB10, 580.159.03, 12.1, [N/A], [N/A], 33\n';
  expect(await ask('--format=csv,noheader,nounits')).toMatchObject({ rc: 0, stdout: answer });
  expect((await ask('--format=csv')).stdout).toBe(
    `index, uuid, name, driver_version, compute_cap, memory.total [MiB], memory.used [MiB], temperature.gpu\n${answer}`,
  );
});

test('nvidia-smi refuses a field it does not know, as the real one does', async () => {
  const ran = await run(
    ['sh', script('usr/bin/nvidia-smi'), '--query-gpu=name,colour', '--format=csv'],
    QUICK,
  );
  expect(ran).toMatchObject({ rc: 2, stdout: 'Field "colour" is not a valid field to query.\n' });
});

test('every script of the lab is a script its shell can read', async () => {
  const { listFiles } = await import('../files.ts');
  const names = (await listFiles(filesFolder())).filter((name) => /sh$|bin\/|sparkwright-lab\//.test(name));
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) {
    const file = join(filesFolder(), name);
    const shell = (await readFile(file, 'utf8')).startsWith('#!/bin/bash') ? 'bash' : 'sh';
    expect(await run([shell, '-n', file], QUICK), name).toMatchObject({ rc: 0, stderr: '' });
  }
});
