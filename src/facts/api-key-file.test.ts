import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { apiKeyFile } from './api-key-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'api-key-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function read(env: Record<string, string>) {
  const out = execFileSync('bash', ['-c', apiKeyFile.script], {
    env: { PATH: process.env.PATH ?? '', HOME: folder, ...env },
    encoding: 'utf8',
  });
  return { out, reading: apiKeyFile.parse(out, '', 0) };
}

test('a key file is read as size and mode, and its content never leaves the node', () => {
  writeFileSync(join(folder, 'api_key'), 'canary-5Zp0\n', { mode: 0o600 });
  chmodSync(join(folder, 'api_key'), 0o600);
  const { out, reading } = read({ SW_STATE_DIR: folder });
  expect(reading).toMatchObject({
    state: 'known',
    value: { path: join(folder, 'api_key'), kind: 'file', bytes: 12, mode: 0o600, blank: false },
  });
  expect(out).not.toContain('canary');
});

test('a file of white space is blank, and no file is absent', () => {
  writeFileSync(join(folder, 'api_key'), ' \n');
  expect(read({ SW_STATE_DIR: folder }).reading).toMatchObject({ value: { blank: true } });
  rmSync(join(folder, 'api_key'));
  expect(read({ SW_STATE_DIR: folder }).reading).toMatchObject({ state: 'absent' });
});

test('the file that the cluster file names is read, from the home folder when it starts with ~', () => {
  writeFileSync(join(folder, 'mine'), 'x', { mode: 0o640 });
  expect(read({ SW_STATE_DIR: '/nowhere', SW_KEY_FILE: '~/mine' }).reading).toMatchObject({
    value: { path: join(folder, 'mine') },
  });
});

test('a folder in its place is no key file', () => {
  mkdirSync(join(folder, 'api_key'));
  expect(read({ SW_STATE_DIR: folder }).reading).toMatchObject({ value: { kind: 'other' } });
});

test('output that is not understood is unknown, never fine', () => {
  expect(apiKeyFile.parse('Welcome!\n', '', 0)).toMatchObject({ state: 'unknown' });
  expect(apiKeyFile.parse('', 'grep: api_key: Permission denied', 2)).toEqual({
    state: 'unknown',
    why: 'failed: grep: api_key: Permission denied',
  });
});
