import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadLedger, type Made, readLedger, record } from './ledger.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ledger-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const netns: Made = { kind: 'netns', name: 'swlab-sw' };
const supervisor: Made = { kind: 'process', pid: 12, startTicks: '345', what: 'supervisor of spark-a' };

test('what was recorded is read back in order, each thing once', () => {
  const text = [netns, supervisor, netns].map((entry) => JSON.stringify(entry)).join('\n');
  expect(readLedger(text)).toEqual([netns, supervisor]);
});

test('a ledger torn at any byte still lists every whole line', () => {
  const lines = [netns, supervisor].map((entry) => `${JSON.stringify(entry)}\n`);
  const text = lines.join('');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: text.length }), (bytes) => {
      const whole = bytes >= text.length - 1 ? 2 : bytes >= (lines[0]?.length ?? 0) - 1 ? 1 : 0;
      expect(readLedger(text.slice(0, bytes))).toEqual([netns, supervisor].slice(0, whole));
    }),
  );
});

test('after a torn line the next entry stands on a line of its own', async () => {
  const file = join(folder, 'ledger.jsonl');
  await record(file, netns);
  await appendFile(file, '{"kind":"netns","na');
  await record(file, supervisor);
  expect(await loadLedger(file)).toEqual([netns, supervisor]);
  expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(4);
});

test('lines of another kind or without their fields are passed over', () => {
  expect(readLedger('{"kind":"world"}\n{"kind":"netns"}\n{"kind":"toString"}\n7\nnull\n')).toEqual([]);
});

test('no ledger is an empty one', async () => {
  expect(await loadLedger(join(folder, 'none'))).toEqual([]);
});
