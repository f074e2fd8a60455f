import { expect, test } from 'vitest';
import { withinBounds } from './bounds.ts';
import type { Made } from './ledger.ts';

const paths = { folder: '/var/lib/sparkwright/lab', cache: '/var/cache/sparkwright' };
const held = (entry: Made) => withinBounds(paths, entry);

test('what a lab makes may be removed', () => {
  const made: Made[] = [
    { kind: 'netns', name: 'swlab-spark-a' },
    { kind: 'cgroup', path: '/sys/fs/cgroup/memory/swlab/spark-a' },
    { kind: 'process', pid: 4242, startTicks: '1', what: 'supervisor of spark-a' },
    { kind: 'mount', path: '/run/netns' },
    { kind: 'tree', path: '/other/cache/lab-base-0123456789abcdef.part-77.scratch' },
    { kind: 'tree', path: '/var/lib/sparkwright/lab/hosts/spark-a/disk.part' },
    { kind: 'disk', host: 'spark-a', path: '/var/lib/sparkwright/lab/hosts/spark-a/disk' },
    { kind: 'folder', path: '/run/netns' },
  ];
  expect(made.filter((entry) => !held(entry))).toEqual([]);
});

test('a copied or edited ledger leads nowhere else', () => {
  const strange: Made[] = [
    { kind: 'netns', name: 'mine' },
    { kind: 'netns', name: 'swlab-/../mine' },
    { kind: 'cgroup', path: '/sys/fs/cgroup/memory' },
    { kind: 'cgroup', path: '/sys/fs/cgroup/memory/swlab/../system.slice' },
    { kind: 'process', pid: 1, startTicks: '0', what: 'init' },
    { kind: 'mount', path: '/home' },
    { kind: 'tree', path: '/home' },
    { kind: 'tree', path: '/var/lib/sparkwright/lab/../../mine' },
    { kind: 'disk', host: 'spark-a', path: '/another/lab/hosts/spark-a/disk' },
    { kind: 'folder', path: 'relative' },
  ];
  expect(strange.filter(held)).toEqual([]);
});
