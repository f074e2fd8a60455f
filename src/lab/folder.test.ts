/** A folder given by a user that holds other things. */
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Bus } from '../event/bus.ts';
import { labDown } from './down.ts';
import { labMissing } from './missing.ts';
import { labPaths, labPrefix } from './paths.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lab-folder-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const obstacles = async (paths: { folder: string; cache: string }) =>
  (await labMissing(paths)).obstacles.map((one) => one.key);

test('a folder of other things is refused by `lab up`; an empty one, or one with a ledger, is taken', async () => {
  const paths = { folder, cache: join(folder, 'cache') };
  expect(await obstacles(paths)).not.toContain('lab.folder-not-ours');
  await mkdir(join(folder, 'keys'));
  expect(await obstacles(paths)).toContain('lab.folder-not-ours');
  await writeFile(join(folder, 'ledger.jsonl'), '');
  expect(await obstacles(paths)).not.toContain('lab.folder-not-ours');
});

test('`lab down --purge` removes nothing from a folder that is no lab', async () => {
  for (const name of ['keys', 'hosts', 'scripts', 'on']) await mkdir(join(folder, name));
  await writeFile(join(folder, 'sparkwright.yaml'), 'mine');
  const paths = { folder, cache: join(folder, 'cache') };
  expect(await labDown({ bus: new Bus(), paths, purge: true })).toEqual({ changed: false, kept: [] });
  expect((await readdir(folder)).sort()).toEqual(['hosts', 'keys', 'on', 'scripts', 'sparkwright.yaml']);
});

test('a name that a mount would part into words is refused', async () => {
  expect(await obstacles({ folder: join(folder, 'a:b'), cache: folder })).toContain('lab.folder-name');
  expect(await obstacles({ folder: join(folder, 'a b'), cache: folder })).not.toContain('lab.folder-name');
});

test('a folder is one lab by whatever way it is named', async () => {
  await mkdir(join(folder, 'real'));
  await symlink('real', join(folder, 'link'));
  const prefix = (given: string) => labPrefix(labPaths({ SPARKWRIGHT_LAB_DIR: given }));
  expect(prefix(join(folder, 'link', 'lab'))).toBe(prefix(join(folder, 'real', 'lab')));
  expect(prefix('/var/lib/sparkwright/lab/')).toBe('swlab');
});
