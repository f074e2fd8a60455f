import { describe, expect, test } from 'vitest';
import type { JournalBody, JournalEntry, UndoRecord } from '../gate/journal.ts';
import type { Standing } from '../gate/standing.ts';
import { msg } from '../message/message.ts';
import { brokenUndo, type Judged, judgeUndo, meant, type NodeLook, runsOf, toLookAt } from './undoplan.ts';

const sha = (letter: string) => letter.repeat(64);
const shell = (script: string): UndoRecord => ({ kind: 'shell', script, deadlineMs: 1, asRoot: false });
const none: UndoRecord = { kind: 'none', why: msg('rank.stop.undo') };
const file = (path: string, before?: string): UndoRecord => ({
  kind: 'file',
  path,
  asRoot: false,
  before:
    before === undefined
      ? { existed: false }
      : { existed: true, backup: `/b/${before}`, mode: '644', owner: '0:0', sha256: sha(before) },
});

/** A journal, one second a line. */
function journal(...bodies: JournalBody[]): JournalEntry[] {
  return bodies.map((body, at) => ({ ...body, at: new Date(at * 1000).toISOString() }));
}
const start = (run: string, verb = 'up'): JournalBody => ({
  kind: 'run-start',
  run,
  verb,
  tool: 't',
  host: 'h',
  user: 'u',
  pid: 1,
});
const end = (run: string): JournalBody => ({ kind: 'run-end', run, exit: 0 });
const began = (run: string, action: string, undo: UndoRecord, more = {}): JournalBody => ({
  kind: 'before',
  run,
  action,
  nodes: [action.split('/').at(-1) ?? ''],
  title: msg('gate.detached'),
  risk: 'safe',
  work: '',
  undo,
  ...more,
});
const after = (run: string, action: string, more = {}): JournalBody => ({
  kind: 'after',
  run,
  action,
  status: 'done',
  seconds: 1,
  ...more,
});
const did = (run: string, action: string, undo: UndoRecord, more = {}) => [
  began(run, action, undo),
  after(run, action, more),
];
const undone = (run: string, of: string, action: string, began: number): JournalBody => ({
  kind: 'undo-after',
  run,
  of,
  action,
  began: new Date(began * 1000).toISOString(),
  status: 'done',
  seconds: 1,
});

const nowhere = new Map<string, NodeLook>();
/** Both nodes answer; every file stands so. */
function looking(standing: Partial<Standing>): Map<string, NodeLook> {
  const look: NodeLook = {
    reachable: true,
    standing: () => ({ state: 'file', copy: 'differs', ...standing }),
  };
  return new Map([
    ['a', look],
    ['b', look],
  ]);
}
const states = (judged: Judged[]) => judged.map(({ change, state }) => [change.before.action, state]);

function judge(entries: JournalEntry[], word: string | undefined, looks: Map<string, NodeLook> = nowhere) {
  const runs = runsOf(entries);
  return judgeUndo(runs, meant(runs, word) ?? [], looks);
}

const up = [
  start('r1'),
  ...did('r1', 'image/load/a', shell('docker image rm x')),
  ...did('r1', 'rank/create/a', shell('docker rm -f rank0')),
  ...did('r1', 'rank/start/a', shell('docker rm -f rank0')),
  end('r1'),
];
const down = [start('r2', 'down'), ...did('r2', 'rank/stop/a', none), end('r2')];

describe('what is meant', () => {
  test('without a word the newest run that has something to undo', () => {
    expect(states(judge(journal(...up, ...down), undefined))).toEqual([
      ['rank/start/a', 'possible'],
      ['rank/create/a', 'possible'],
      ['image/load/a', 'possible'],
    ]);
  });

  test('a run by its name, with the reason where nothing can be undone', () => {
    const [only] = judge(journal(...up, ...down), 'r2');
    expect(only).toMatchObject({ state: 'none', why: { key: 'rank.stop.undo' } });
  });

  test('an action by its id: the newest that is not undone yet', () => {
    const entries = journal(
      ...did('r1', 'image/load/a', shell('x')),
      ...did('r2', 'image/load/a', shell('x')),
      undone('r3', 'r2', 'image/load/a', 2),
    );
    expect(judge(entries, 'image/load/a')).toMatchObject([{ change: { run: 'r1' }, state: 'possible' }]);
  });

  test('nothing, where there is none', () => {
    const runs = runsOf(journal(...down));
    expect([meant(runs, undefined), meant(runs, 'r9')]).toEqual([undefined, undefined]);
  });

  test('an undo that was killed is the one that goes on, until another run began', () => {
    const killed = journal(...up, start('r3', 'undo'), { kind: 'undo-start', run: 'r3', of: 'r1' });
    const ours = journal(start('r4', 'undo'));
    expect(brokenUndo([...killed, ...ours], 'r4')).toEqual({ of: 'r1', only: undefined });
    expect(brokenUndo([...killed, ...journal(end('r3')), ...ours], 'r4')).toBeUndefined();
    expect(brokenUndo([...killed, ...journal(...down), ...ours], 'r4')).toBeUndefined();
    expect(brokenUndo([...journal(...up, start('r3')), ...ours], 'r4')).toBeUndefined();
  });
});

describe('what stands in the way', () => {
  test('what is undone is passed over, and the run names who did it', () => {
    const judged = judge(journal(...up, undone('r3', 'r1', 'rank/start/a', 5)), 'r1');
    expect(states(judged)[0]).toEqual(['rank/start/a', 'undone']);
    expect(judged[0]?.why).toMatchObject({ values: { run: 'r3' } });
  });

  test('a later run that did the same on the node lies on top; on another node it does not', () => {
    const again = did('r2', 'rank/create/a', shell('docker rm -f rank0'));
    const other = did('r2', 'rank/create/b', shell('docker rm -f rank0'));
    expect(states(judge(journal(...up, ...again), 'r1'))).toEqual([
      ['rank/start/a', 'superseded'],
      ['rank/create/a', 'superseded'],
      ['image/load/a', 'possible'],
    ]);
    expect(states(judge(journal(...up, ...other), 'r1')).map(([, state]) => state)).toEqual([
      'possible',
      'possible',
      'possible',
    ]);
  });

  test('once the later one is undone it lies on top no more', () => {
    const again = did('r2', 'image/load/a', shell('docker image rm x'));
    const entries = journal(...up, ...again, undone('r3', 'r2', 'image/load/a', 8));
    expect(states(judge(entries, 'image/load/a'))).toEqual([['image/load/a', 'possible']]);
  });

  test('what was killed, failed or stopped half way can be undone too; what was undone on cancel cannot', () => {
    const entries = journal(
      began('r1', 'one/a', shell('1')),
      ...did('r1', 'two/a', shell('2'), { status: 'failed' }),
      ...did('r1', 'three/a', shell('3'), { status: 'undone' }),
    );
    expect(states(judge(entries, 'r1'))).toEqual([
      ['three/a', 'undone'],
      ['two/a', 'possible'],
      ['one/a', 'possible'],
    ]);
  });

  test('a node out of reach is not known, the others go on', () => {
    const entries = journal(...did('r1', 'x/a', shell('1')), ...did('r1', 'x/b', shell('1')));
    const looks = looking({}).set('b', { reachable: false, why: msg('gate.detached'), evidence: 'timeout' });
    expect(states(judge(entries, 'r1', looks))).toEqual([
      ['x/b', 'unknown'],
      ['x/a', 'possible'],
    ]);
  });
});

describe('files', () => {
  const wrote = (undo: UndoRecord, more = {}) => journal(...did('r1', 'f/a', undo, more));

  test.each<[string, JournalEntry[], Partial<Standing>]>([
    ['possible', wrote(file('/x', 'o'), { sha256: sha('a') }), { sha256: sha('a') }],
    ['refused', wrote(file('/x', 'o'), { sha256: sha('a') }), { sha256: sha('b') }],
    ['back', wrote(file('/x', 'o'), { sha256: sha('a') }), { sha256: sha('o'), copy: 'same' }],
    ['refused', wrote(file('/x', 'o'), { sha256: sha('a') }), { sha256: sha('a'), copy: 'gone' }],
    ['possible', wrote(file('/x'), { stamp: '43@1.0' }), { stamp: '43@1.0' }],
    ['refused', wrote(file('/x'), { stamp: '43@1.0' }), { stamp: '44@1.0' }],
    // Killed after the file was written: what it was about to write tells.
    ['possible', journal(began('r1', 'f/a', file('/x', 'o'), { writes: sha('w') })), { sha256: sha('w') }],
    ['refused', journal(began('r1', 'f/a', file('/x', 'o'))), { sha256: sha('w') }],
  ])('%s', (state, entries, standing) => {
    expect(states(judge(entries, 'r1', looking(standing)))).toEqual([['f/a', state]]);
  });

  test('two changes of one file in one run: the older is judged by what the newer puts back', () => {
    const twice = (first: string) =>
      journal(
        ...did('r1', 'f1/a', file('/x', 'o'), { sha256: sha(first) }),
        ...did('r1', 'f2/a', file('/x', 'a'), { sha256: sha('b') }),
      );
    const now = looking({ sha256: sha('b') });
    expect(states(judge(twice('a'), 'r1', now)).map(([, state]) => state)).toEqual(['possible', 'possible']);
    // Somebody edited it between the two.
    expect(states(judge(twice('c'), 'r1', now)).map(([, state]) => state)).toEqual(['possible', 'refused']);
  });

  test('a file that another action wrote later lies under that one', () => {
    const entries = journal(
      ...did('r1', 'f/a', file('/x'), { sha256: sha('a') }),
      ...did('r2', 'g/a', file('/x', 'a'), { sha256: sha('b') }),
    );
    expect(judge(entries, 'r1', looking({}))[0]).toMatchObject({
      state: 'superseded',
      why: { values: { action: 'g/a', run: 'r2' } },
    });
  });

  test('only what may be possible is looked at', () => {
    const runs = runsOf(journal(...up, ...down, ...did('r4', 'f/b', file('/x'))));
    const every = runs.flatMap(({ changes }) => changes);
    expect([...toLookAt(runs, every)].map(([node, changes]) => [node, changes.length])).toEqual([
      ['a', 3],
      ['b', 1],
    ]);
  });
});
