import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keep, kept, removeAbandoned, workFolder } from './cache.ts';

let cache = '';
beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), 'kept-'));
});
afterEach(() => rm(cache, { recursive: true, force: true }));

test('a result is there whole or not at all', async () => {
  const broken = keep(cache, 'engine', 'k1', async (folder) => {
    await writeFile(join(folder, 'half'), '');
    throw new Error('broken');
  });
  await expect(broken).rejects.toThrow('broken');
  expect(kept(cache, 'engine', 'k1')).toBeUndefined();
  expect(await readdir(join(cache, '.lab-building'))).toEqual([]);

  const done = await keep(cache, 'engine', 'k1', async (folder) => {
    await writeFile(join(folder, 'whole'), '');
    expect(kept(cache, 'engine', 'k1')).toBeUndefined();
    return { bytes: 7 };
  });
  expect(existsSync(join(done.folder, 'whole'))).toBe(true);
  expect(kept(cache, 'engine', 'k1')).toEqual({ folder: join(cache, 'engine-k1'), record: { bytes: 7 } });
});

test('of two builders of one key the first to end wins, and both get its result', async () => {
  const second = Promise.withResolvers<number>();
  const late = keep(cache, 'engine', 'k', async () => ({ by: await second.promise }));
  const first = await keep(cache, 'engine', 'k', async () => ({ by: 1 }));
  second.resolve(2);
  expect((await late).record).toEqual(first.record);
});

test('what a dead builder left is removed, what a live one builds stays', async () => {
  const mine = await workFolder(cache, 'engine-k');
  const dead = join(cache, '.lab-building', `engine-k.0a1b2c3d.${process.pid}.1`);
  await mkdir(dead);
  expect(await removeAbandoned(cache)).toBe(1);
  expect(existsSync(dead)).toBe(false);
  expect(existsSync(mine)).toBe(true);
});
