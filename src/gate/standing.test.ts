import { chmodSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { localHost } from '../host/local.ts';
import { sha256Hex } from '../text/canonical.ts';
import type { FileBefore } from './journal.ts';
import {
  type FileMark,
  type FileVerdict,
  judgeFile,
  lookAtFiles,
  markOf,
  parseStanding,
  type Standing,
} from './standing.ts';

const folder = mkdtempSync(join(tmpdir(), 'sw-standing-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const host = localHost('spark-a');

const absentBefore: FileBefore = { existed: false };
const fileBefore: FileBefore = { existed: true, backup: '/b', mode: '644', owner: '0:0' };
const sha = (letter: string) => letter.repeat(64);
const file = (more: Partial<Standing>): Standing => ({ state: 'file', copy: 'differs', ...more });

test.each<[FileVerdict, FileBefore, FileMark, Standing]>([
  ['as-left', fileBefore, { sha256: sha('a') }, file({ sha256: sha('a') })],
  ['edited', fileBefore, { sha256: sha('a') }, file({ sha256: sha('b') })],
  ['as-before', fileBefore, { sha256: sha('a') }, file({ sha256: sha('b'), copy: 'same' })],
  ['copy-gone', fileBefore, { sha256: sha('a') }, file({ sha256: sha('a'), copy: 'gone' })],
  ['edited', fileBefore, { sha256: sha('a') }, { state: 'absent', copy: 'differs' }],
  ['as-before', absentBefore, { sha256: sha('a') }, { state: 'absent', copy: 'none' }],
  // A secret: bytes and time of change.
  ['as-left', absentBefore, { stamp: '43@1.5' }, file({ stamp: '43@1.5', copy: 'none' })],
  ['edited', absentBefore, { stamp: '43@1.5' }, file({ stamp: '43@1.6', copy: 'none' })],
  ['as-left', fileBefore, { stamp: 'absent' }, { state: 'absent', copy: 'differs' }],
  // Killed before it could note how it left the file.
  ['untold', fileBefore, {}, file({ sha256: sha('b') })],
  ['untold', fileBefore, { sha256: sha('a') }, { state: 'unread', copy: 'differs' }],
  ['edited', fileBefore, { sha256: sha('a') }, { state: 'other', copy: 'differs' }],
])('%s: before %j, left %j, now %j', (verdict, before, left, standing) => {
  expect(judgeFile(before, left, standing)).toBe(verdict);
});

test('reads files, links, folders and what is not there, in the order given; of a secret no digest', async () => {
  const path = (name: string) => join(folder, name);
  writeFileSync(path('plain'), 'one');
  writeFileSync(path("it's a copy"), 'one');
  writeFileSync(path('key'), 'sk-canary');
  utimesSync(path('key'), 1_700_000_000, 1_700_000_000.25);
  symlinkSync(path('plain'), path('link'));
  const copied = (backup: string): FileBefore => ({ ...fileBefore, backup });
  const looked = await lookAtFiles(
    host,
    [
      { path: path('plain'), before: copied(path("it's a copy")), secret: false },
      { path: path('plain'), before: copied(path('lost')), secret: false },
      { path: path('key'), before: absentBefore, secret: true },
      { path: path('none'), before: absentBefore, secret: false },
      { path: path('link'), before: copied(path('plain')), secret: false },
      { path: folder, before: absentBefore, secret: false },
    ],
    {},
  );
  if ('end' in looked) throw new Error(JSON.stringify(looked));
  const stamp = expect.stringMatching(/^3@/);
  expect(looked.standings).toEqual([
    { state: 'file', sha256: sha256Hex('one'), stamp, copy: 'same' },
    { state: 'file', sha256: sha256Hex('one'), stamp, copy: 'gone' },
    { state: 'file', stamp: '9@1700000000.250000000', copy: 'none' },
    { state: 'absent', copy: 'none' },
    { state: 'other', copy: 'differs' },
    { state: 'other', copy: 'none' },
  ]);
  expect(await markOf(host, path('plain'), false, false)).toEqual({ sha256: sha256Hex('one') });
  expect(await markOf(host, path('key'), false, true)).toEqual({ stamp: '9@1700000000.250000000' });
  expect(await markOf(host, path('none'), false, true)).toEqual({ stamp: 'absent' });
});

test('in a folder that may not be entered nothing counts as absent', async () => {
  if (process.getuid?.() === 0) {
    // Root enters every folder: only the reading of the line is left to judge.
    expect(parseStanding('stands unread - - none')).toEqual({ state: 'unread', copy: 'none' });
    return;
  }
  const closed = mkdtempSync(join(folder, 'closed-'));
  chmodSync(closed, 0o000);
  const looked = await lookAtFiles(
    host,
    [{ path: join(closed, 'x'), before: absentBefore, secret: false }],
    {},
  );
  chmodSync(closed, 0o700);
  expect(looked).toEqual({ standings: [{ state: 'unread', copy: 'none' }] });
});

test.each(['', 'stands', 'stands file x - none', 'Welcome to Ubuntu'])('%j is no standing', (line) => {
  expect(parseStanding(line)).toBeUndefined();
});
