import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pruneCache, superseded } from './prune.ts';

const DAY_MS = 86_400_000;
const key = (digit: string) => digit.repeat(16);

test('an entry goes when no lab needs it and none used it for a week; strange names stay', () => {
  const old = { usedMs: 0 };
  const entries = [
    { name: `lab-engine-${key('a')}`, ...old },
    { name: `lab-engine-${key('b')}`, ...old },
    { name: `lab-base-${key('c')}`, usedMs: 2 * DAY_MS },
    { name: `lab-models-${key('d')}`, ...old },
    { name: `lab-spark-${key('e')}`, ...old },
    { name: 'photos', ...old },
    { name: `lab-base-${key('f')}.part-12`, ...old },
  ];
  expect(superseded(entries, new Set([`lab-engine-${key('b')}`]), 8 * DAY_MS)).toEqual([
    `lab-engine-${key('a')}`,
    `lab-models-${key('d')}`,
  ]);
});

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'prune-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** A lab in a folder of its own whose one host's disk is made on a base. */
async function lab(name: string, base: string, engine = {}): Promise<{ folder: string; cache: string }> {
  const paths = { folder: join(root, name), cache: join(root, 'cache') };
  await mkdir(join(paths.folder, 'hosts/spark-a/disk'), { recursive: true });
  await writeFile(join(paths.folder, 'hosts/spark-a/disk/made-from.json'), JSON.stringify({ base }));
  await writeFile(join(paths.folder, 'lab.json'), JSON.stringify({ hosts: 2, layer: '', engine }));
  return paths;
}

test('the base of any lab on the machine stays, also of one that is down; a lab that is gone needs nothing', async () => {
  const cache = join(root, 'cache');
  const names = ['a', 'b', 'c'].map((digit) => `lab-base-${key(digit)}`);
  for (const name of [...names, `lab-engine-${key('d')}`])
    await mkdir(join(cache, name), { recursive: true });
  const one = await lab('one', key('a'));
  const other = await lab('other', key('b'), { engineDir: join(cache, `lab-engine-${key('d')}`, 'engine') });
  const soon = Date.now();
  expect(await pruneCache(other, soon)).toEqual([]);
  expect(await pruneCache(one, soon + 8 * DAY_MS)).toEqual([names[2]]);
  await rm(other.folder, { recursive: true });
  for (const name of await readdir(join(cache, 'lab-used')))
    await utimes(join(cache, 'lab-used', name), 0, 0);
  expect(await pruneCache(one, soon + 8 * DAY_MS)).toEqual([names[1], `lab-engine-${key('d')}`]);
  expect((await readdir(cache)).filter((name) => name.startsWith('lab-base'))).toEqual([names[0]]);
});

test('nothing is removed when a lab cannot be read', async () => {
  const cache = join(root, 'cache');
  await mkdir(join(cache, `lab-base-${key('c')}`), { recursive: true });
  const one = await lab('one', key('a'));
  await writeFile(join(one.folder, 'hosts/spark-a/disk/made-from.json'), '');
  await expect(pruneCache(one, Date.now() + 8 * DAY_MS)).rejects.toThrow();
  expect(await readdir(cache)).toContain(`lab-base-${key('c')}`);
});
