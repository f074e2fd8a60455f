import { existsSync, mkdtempSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Bus } from '../event/bus.ts';
import type { Event } from '../event/types.ts';
import { localHost } from '../host/local.ts';
import type { Host } from '../host/types.ts';
import { msg } from '../message/message.ts';
import { sha256Hex } from '../text/canonical.ts';
import { type Journal, openJournal, readJournal } from './journal.ts';
import { type UndoItem, undoActions, undoText } from './undo.ts';

// Real processes on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

let folder = '';
let journal: Journal;
let events: Event[] = [];
const run = () => folder.slice(folder.lastIndexOf('/') + 1);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sw-undo-'));
  journal = await openJournal(join(folder, 'journal.jsonl'));
  events = [];
});
afterEach(async () => {
  await journal.close();
  rmSync(join('/var/backups/sparkwright', run()), { recursive: true, force: true });
  try {
    rmdirSync('/var/backups/sparkwright');
  } catch {
    // Others' copies are in it, or it was never made.
  }
  rmSync(folder, { recursive: true, force: true });
});

function context(more: { hosts?: ReadonlyMap<string, Host>; signal?: AbortSignal } = {}) {
  const bus = new Bus();
  bus.listen((event) => events.push(event));
  return {
    run: run(),
    cluster: 'c',
    hosts: new Map(['spark-a', 'spark-b'].map((name) => [name, localHost(name)])),
    statePaths: new Map([['spark-a', join(folder, 'state')]]),
    journal,
    bus,
    signal: new AbortController().signal,
    ...more,
  };
}

function item(action: string, undo: UndoItem['undo'], more: Partial<UndoItem> = {}): UndoItem {
  return {
    of: 'r1',
    action,
    began: '2026-01-02T00:00:00.000Z',
    nodes: ['spark-a'],
    title: msg('gate.detached'),
    undo,
    left: {},
    secret: false,
    ...more,
  };
}

const shell = (script: string): UndoItem['undo'] => ({
  kind: 'shell',
  script,
  deadlineMs: 20_000,
  asRoot: false,
});
const entries = async () => (await readJournal(join(folder, 'journal.jsonl'))).entries;

test('undoes in the order given and journals each before and after', async () => {
  const result = await undoActions(
    [item('two', shell(`echo two >> ${folder}/order`)), item('one', shell(`echo one >> ${folder}/order`))],
    context(),
  );
  expect(result).toMatchObject({ end: 'done', undone: [{ action: 'two' }, { action: 'one' }], left: [] });
  expect(readFileSync(join(folder, 'order'), 'utf8')).toBe('two\none\n');
  const name = { run: run(), of: 'r1', began: '2026-01-02T00:00:00.000Z' };
  expect(await entries()).toMatchObject([
    { kind: 'undo-before', action: 'two', ...name },
    { kind: 'undo-after', action: 'two', status: 'done', ...name },
    { kind: 'undo-before', action: 'one', ...name },
    { kind: 'undo-after', action: 'one', status: 'done', ...name },
  ]);
  expect(events.flatMap((event) => (event.type === 'action' ? [event.status] : []))).toEqual([
    'start',
    'undone',
    'start',
    'undone',
  ]);
});

test('a failure ends it for its node only, and says what is left', async () => {
  const result = await undoActions(
    [
      item('a3', shell('echo conflict >&2; exit 1')),
      item('b1', shell(`: > ${folder}/b1`), { nodes: ['spark-b'] }),
      item('a2', shell(`: > ${folder}/a2`)),
    ],
    context(),
  );
  expect(result).toMatchObject({
    end: 'failed',
    undone: [{ action: 'b1' }],
    failures: [{ item: { action: 'a3' }, evidence: 'conflict' }],
    left: [{ action: 'a2' }],
  });
  expect(existsSync(join(folder, 'a2'))).toBe(false);
  expect((await entries())[1]).toMatchObject({ kind: 'undo-after', status: 'failed', evidence: 'conflict' });
});

test('a cancel ends it between two', async () => {
  const stop = new AbortController();
  const first = item('one', shell('true'));
  const { bus, ...rest } = context({ signal: stop.signal });
  bus.listen((event) => (event.type === 'action' && event.status === 'start' ? stop.abort() : undefined));
  const result = await undoActions([first, item('two', shell(`: > ${folder}/two`))], { bus, ...rest });
  expect(result).toMatchObject({ end: 'cancelled', undone: [{ action: 'one' }], left: [{ action: 'two' }] });
  expect(existsSync(join(folder, 'two'))).toBe(false);
});

test('a file gets back its content and mode, and what stood there instead is kept', async () => {
  const path = join(folder, 'x.yaml');
  const backup = join(folder, 'copy');
  writeFileSync(path, 'ours');
  writeFileSync(backup, 'theirs', { mode: 0o640 });
  const before = { existed: true as const, backup, mode: '640', owner: '0:0' };
  const undo = { kind: 'file' as const, path, asRoot: false, before };
  const result = await undoActions([item('x', undo, { left: { sha256: sha256Hex('ours') } })], context());
  expect(result.end).toBe('done');
  expect(readFileSync(path, 'utf8')).toBe('theirs');
  expect(statSync(path).mode & 0o777).toBe(0o640);
  const [line] = await entries();
  if (line?.kind !== 'undo-before' || line.replaces?.existed !== true) throw new Error(JSON.stringify(line));
  expect(readFileSync(line.replaces.backup, 'utf8')).toBe('ours');
  // Killed after the rename and before the line: the same again finds it back and only says so.
  expect((await undoActions([item('x', undo, { left: { sha256: sha256Hex('ours') } })], context())).end).toBe(
    'done',
  );
  expect((await entries()).map(({ kind }) => kind)).toEqual(['undo-before', 'undo-after', 'undo-after']);
});

test.each<[string, UndoItem['left']]>([
  ['gate.undo-edited', { sha256: sha256Hex('ours') }],
  ['gate.undo-untold', {}],
])('%s: a file edited in the last moment is left alone', async (key, left) => {
  const path = join(folder, 'x');
  writeFileSync(path, 'edited');
  const undo = { kind: 'file' as const, path, asRoot: false, before: { existed: false as const } };
  const result = await undoActions([item('x', undo, { left })], context());
  expect(result.failures[0]?.why.key).toBe(key);
  expect(readFileSync(path, 'utf8')).toBe('edited');
});

test('the work as a person would run it', () => {
  const path = '/etc/it is';
  const before = { existed: true as const, backup: '/b/x', mode: '644', owner: '0:0' };
  expect(undoText(shell('docker rm -f x'))).toBe('docker rm -f x');
  expect(undoText({ kind: 'file', path, asRoot: true, before: { existed: false } })).toBe(
    "rm -f -- '/etc/it is'",
  );
  expect(undoText({ kind: 'file', path, asRoot: true, before })).toBe(
    "cp -a -T -- /b/x '/etc/it is.new' && mv -T -f -- '/etc/it is.new' '/etc/it is'",
  );
});
