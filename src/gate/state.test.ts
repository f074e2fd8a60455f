import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Receipt } from '../deployment/types.ts';
import { prepareState, readIntent, readReceipts, stateFolder, writeIntent, writeReceipt } from './state.ts';

const home = mkdtempSync(join(tmpdir(), 'sw-state-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

test('lies under XDG_STATE_HOME, or the home where that is unset, empty or relative', () => {
  expect(stateFolder('c', { XDG_STATE_HOME: '/x' }, '/home/dgx').journal).toBe(
    '/x/sparkwright/c/journal.jsonl',
  );
  for (const wish of [undefined, '', 'rel']) {
    const state = stateFolder('c', { XDG_STATE_HOME: wish }, '/home/dgx');
    expect(state.folder).toBe('/home/dgx/.local/state/sparkwright/c');
  }
});

test.each(['', '..', '.x', 'a/b', 'a b', 'a\n', '-x', 'x'.repeat(101)])('refuses the name %j', (name) => {
  expect(() => stateFolder(name, {}, home)).toThrow('gate.bad-name');
});

test('an intent comes back; none is undefined; a damaged one is an error, not "down"', async () => {
  const state = stateFolder('intents', {}, home);
  await prepareState(state);
  expect(statSync(state.folder).mode & 0o777).toBe(0o700);
  expect(await readIntent(state)).toBeUndefined();
  await writeIntent(state, { want: 'up', at: '2026-01-02T03:04:05Z', run: 'r1' });
  await writeIntent(state, { want: 'down', at: '2026-01-02T03:04:06Z', run: 'r2' });
  expect(await readIntent(state)).toMatchObject({ want: 'down', run: 'r2' });
  expect(statSync(state.intent).mode & 0o777).toBe(0o600);
  expect(readdirSync(state.folder).filter((name) => name.endsWith('.new'))).toEqual([]);
  writeFileSync(state.intent, '{"want":"u');
  await expect(readIntent(state)).rejects.toThrow('gate.unreadable');
});

test('receipts come newest first; one of another version is left out', async () => {
  const state = stateFolder('receipts', {}, home);
  await prepareState(state);
  const receipt = (at: string) => ({ version: 1, at, tool: 't', cluster: 'c' }) as Receipt;
  await writeReceipt(state, receipt('2026-01-02T03:04:05.678Z'));
  await writeReceipt(state, receipt('2026-01-03T03:04:05.678Z'));
  writeFileSync(join(state.receipts, '20270101.json'), '{"version":2}');
  expect((await readReceipts(state)).map((one) => one.at.slice(0, 10))).toEqual(['2026-01-03', '2026-01-02']);
});
