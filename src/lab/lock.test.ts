import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeLock } from './lock.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a second taker is told who holds the lab, and gets it once it is free', async () => {
  const file = join(folder, 'lock');
  {
    await using _held = await takeLock(file);
    await expect(takeLock(file)).rejects.toMatchObject({ exit: 5, said: { values: { pid: process.pid } } });
  }
  await using _again = await takeLock(file);
});

test('a lock whose holder died, or that is torn, holds nothing', async () => {
  const file = join(folder, 'lock');
  for (const text of ['{"pid": 1, "startTicks": "0"}', '{"pid"']) {
    await writeFile(file, text);
    await using _taken = await takeLock(file);
  }
});
