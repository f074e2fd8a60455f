import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import { msg } from '../message/message.ts';
import { type JournalBody, openJournal, parseJournal, readJournal } from './journal.ts';

vi.setConfig({ testTimeout: 30_000 });

const folder = mkdtempSync(join(tmpdir(), 'sw-journal-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const now = () => new Date('2026-01-02T03:04:05Z');

const body = (action: string): JournalBody => ({
  kind: 'before',
  run: 'r1',
  action,
  nodes: ['spark-a'],
  title: msg('gate.detached'),
  risk: 'safe',
  work: 'printf "%s" "汉字 \n \\"',
  undo: { kind: 'file', path: '/etc/x', asRoot: true, before: { existed: false } },
});

test('entries come back as written, in order, in a file of this user alone', async () => {
  const path = join(folder, 'made', 'journal.jsonl');
  const journal = await openJournal(path, now);
  await Promise.all(['a', 'b', 'c'].map((action) => journal.append(body(action))));
  await journal.close();
  expect((await readJournal(path)).entries).toEqual(
    ['a', 'b', 'c'].map((action) => ({ ...body(action), at: '2026-01-02T03:04:05.000Z' })),
  );
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await readJournal(join(folder, 'none'))).toEqual({ entries: [], torn: 0 });
});

test('torn at any byte, every entry before the tear is read, and what is appended later too', async () => {
  const path = join(folder, 'torn.jsonl');
  const journal = await openJournal(path, now);
  for (const action of ['a', 'b', '三']) await journal.append(body(action));
  await journal.close();
  const whole = readFileSync(path);
  const ends = [...whole.keys()].filter((at) => whole[at] === 10);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: whole.length }), async (cut) => {
      writeFileSync(path, whole.subarray(0, cut));
      // A line whose newline alone is missing is whole.
      const expected = ends.filter((end) => end <= cut).length;
      expect((await readJournal(path)).entries.length).toBe(expected);
      const again = await openJournal(path, now);
      await again.append({ kind: 'run-end', run: 'r1', exit: 0 });
      await again.close();
      const { entries } = await readJournal(path);
      expect(entries.length).toBe(expected + 1);
      expect(entries.at(-1)?.kind).toBe('run-end');
    }),
    { numRuns: 100, examples: [[0], [whole.length], [whole.length - 1]] },
  );
});

test('a line that is no entry is counted, never guessed at', () => {
  expect(parseJournal('{"kind":"run-end","at":"x"}\nnull\n{"a":1}\nrubbish\n')).toMatchObject({
    entries: [{ kind: 'run-end' }],
    torn: 3,
  });
});

test('an append that fails is its own error, and the next one is tried', async () => {
  const path = join(folder, 'fails.jsonl');
  const journal = await openJournal(path, now);
  const circular = { ...body('x') } as JournalBody & { self?: unknown };
  circular.self = circular;
  expect(() => journal.append(circular)).toThrow();
  await journal.append(body('y'));
  await journal.close();
  appendFileSync(path, '');
  expect((await readJournal(path)).entries.length).toBe(1);
});
