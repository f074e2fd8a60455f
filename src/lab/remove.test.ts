import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mountsBelow, removeTree } from './remove.ts';

test('mounts inside a folder are found, whatever characters their names hold; those beside it are not', () => {
  const mountinfo = [
    '31 23 0:28 / /cache/part/sys rw - sysfs sysfs rw',
    '32 23 0:29 / /cache/part/my\\040disk rw - ext4 /dev/vdb rw',
    '33 23 0:30 / /cache/part-2 rw - tmpfs tmpfs rw',
    '34 23 0:31 / /cache rw - ext4 /dev/vda rw',
  ].join('\n');
  expect(mountsBelow(mountinfo, '/cache/part')).toEqual(['/cache/part/sys', '/cache/part/my disk']);
});

test('what a link inside points to stays', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'remove-'));
  await mkdir(join(folder, 'mine'));
  await writeFile(join(folder, 'mine/file'), '');
  await mkdir(join(folder, 'tree'));
  await symlink('../mine', join(folder, 'tree/link'));
  await removeTree(join(folder, 'tree'));
  await removeTree(join(folder, 'tree/never/there'));
  expect(await readdir(folder, { recursive: true })).toEqual(['mine', 'mine/file']);
  await rm(folder, { recursive: true });
});
