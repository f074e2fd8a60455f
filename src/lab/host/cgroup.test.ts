import { expect, test } from 'vitest';
import { cgroupMounts } from './cgroup.ts';

test('a hybrid machine has its version 1 hierarchies and a version 2 one without controllers', () => {
  const mountinfo = `30 20 0:26 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755
31 30 0:27 / /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct
32 30 0:28 / /sys/fs/cgroup/systemd rw,relatime shared:9 - cgroup cgroup rw,xattr,name=systemd
33 30 0:29 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup rw
34 20 0:30 / /mnt/cgroup rw - cgroup2 cgroup rw`;
  expect(cgroupMounts(mountinfo)).toEqual([
    { path: '/sys/fs/cgroup/cpu,cpuacct', version: 1, controllers: ['cpu', 'cpuacct'] },
    { path: '/sys/fs/cgroup/systemd', version: 1, controllers: ['name=systemd'] },
    { path: '/sys/fs/cgroup/unified', version: 2, controllers: [] },
  ]);
});

test('a version 2 machine has one hierarchy', () => {
  const mountinfo = '35 24 0:30 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate';
  expect(cgroupMounts(mountinfo)).toEqual([{ path: '/sys/fs/cgroup', version: 2, controllers: [] }]);
});
