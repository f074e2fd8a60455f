import { expect, test } from 'vitest';
import { hostPaths } from '../paths.ts';
import { planLab } from '../plan.ts';
import { type BootWanted, bootScript, nspawnArguments } from './boot.ts';

const [host] = planLab(2).hosts;
if (host === undefined) throw new Error('a lab has hosts');
const wanted: BootWanted = {
  host,
  at: hostPaths({ folder: '/lab', cache: '/cache' }, 'spark-a'),
  layers: ['/cache/spark', '/cache/base'],
  cgroupProcs: ['/sys/fs/cgroup/memory/swlab/spark-a/cgroup.procs'],
  binds: [{ from: '/my engine', to: '/srv/lab/engine' }],
  ownUptime: true,
};

test("a host cannot set the machine's clock, load modules or another kernel, or touch I/O ports", () => {
  const argv = nspawnArguments(wanted);
  expect(argv).toContain('--drop-capability=CAP_SYS_TIME,CAP_SYS_MODULE,CAP_SYS_RAWIO,CAP_WAKE_ALARM');
  expect(argv).toContain('--system-call-filter=~kexec_load kexec_file_load');
});

test('the root is mounted and the host booted in a mount and time namespace of their own', () => {
  expect(bootScript(wanted).split('\n').slice(2, 5)).toEqual([
    'echo $$ > /sys/fs/cgroup/memory/swlab/spark-a/cgroup.procs',
    'read -r uptime _ < /proc/uptime',
    'uptime=${uptime%%.*}',
  ]);
  expect(bootScript(wanted)).toContain(
    'unshare --mount --propagation private --time --boottime "-$uptime" --monotonic 0 -- ',
  );
  expect(bootScript(wanted)).toContain(
    'lowerdir=/cache/spark:/cache/base,upperdir=/lab/hosts/spark-a/disk/upper,workdir=/lab/hosts/spark-a/disk/work',
  );
});

test('without time namespaces in the kernel the host shares the uptime of the machine', () => {
  expect(bootScript({ ...wanted, ownUptime: false })).toContain('unshare --mount --propagation private  -- ');
});

test('folders of the machine are given read-only', () => {
  expect(nspawnArguments(wanted)).toContain('--bind-ro=/my engine:/srv/lab/engine');
});
