import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import type { FileContent } from '../../change/types.ts';
import { localHost } from '../../host/local.ts';
import { workText } from '../work-text.ts';
import { isSecret, runFile } from './file.ts';

// Real processes on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const folder = mkdtempSync(join(tmpdir(), 'sw-file-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const host = localHost('spark-a');
const never = new AbortController().signal;

const file = (name: string, content: FileContent, mode = 0o600) => ({
  kind: 'file' as const,
  path: join(folder, name),
  mode,
  content,
});

test('A5.5 a key is 32 random bytes as 43 urlsafe characters, mode 0600; one that exists is kept', async () => {
  const work = file('keys/api-key', { from: 'random-key' });
  expect(await runFile(host, work, false, never)).toEqual({ end: 'done' });
  const key = readFileSync(work.path, 'utf8');
  expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(Buffer.from(key, 'base64url').length).toBe(32);
  expect(statSync(work.path).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'keys')).mode & 0o777).toBe(0o700);
  await runFile(host, work, false, never);
  expect(readFileSync(work.path, 'utf8')).toBe(key);
  writeFileSync(work.path, '');
  await runFile(host, work, false, never);
  expect(readFileSync(work.path, 'utf8')).toMatch(/^[\w-]{43}$/);
  expect(readFileSync(work.path, 'utf8')).not.toBe(key);
  writeFileSync(work.path, ' \n');
  await runFile(host, work, false, never);
  expect(readFileSync(work.path, 'utf8')).toMatch(/^[\w-]{43}$/);
  writeFileSync(work.path, 'their own\n');
  await runFile(host, work, false, never);
  expect(readFileSync(work.path, 'utf8')).toBe('their own\n');
});

test('a file of this machine is copied byte for byte; one that cannot be read replaces nothing', async () => {
  const source = join(folder, 'source');
  writeFileSync(source, Buffer.from([0, 1, 255, 10]));
  const work = file('copy', { from: 'head-file', path: source, secret: true }, 0o400);
  expect(await runFile(host, work, false, never)).toEqual({ end: 'done' });
  expect(readFileSync(work.path)).toEqual(readFileSync(source));
  expect(statSync(work.path).mode & 0o777).toBe(0o400);
  const missing = file('copy', { from: 'head-file', path: join(folder, 'none'), secret: true });
  expect(await runFile(host, missing, false, never)).toMatchObject({
    end: 'failed',
    why: { key: 'gate.head-file' },
  });
  expect(readFileSync(work.path)).toEqual(readFileSync(source));
  expect(readdirSync(folder).filter((name) => name.startsWith('.sparkwright'))).toEqual([]);
});

test('what is printed for a person does the same when it is run', async () => {
  const texts = [file("it's $HOME", { from: 'text', text: "a\n'b' $(c) \\ 汉\n\n" }, 0o640)];
  for (const work of texts) {
    expect(await runFile(host, work, false, never)).toEqual({ end: 'done' });
    const written = readFileSync(work.path, 'utf8');
    rmSync(work.path);
    execFileSync('bash', ['-c', workText(work)]);
    expect(readFileSync(work.path, 'utf8')).toBe(written);
    expect(statSync(work.path).mode & 0o777).toBe(0o640);
  }
  const key = file('printed-key', { from: 'random-key' });
  execFileSync('bash', ['-c', workText(key)]);
  expect(readFileSync(key.path, 'utf8')).toMatch(/^[\w-]{43}$/);
});

test('the content of a secret is in no text that is printed', () => {
  const secret = file('k', { from: 'head-file', path: join(folder, 'source'), secret: true });
  expect(workText(secret)).toBe(
    `# ${secret.path}, mode 0600: a copy of the head's ${folder}/source, a secret`,
  );
  expect(
    [secret, file('r', { from: 'random-key' }), file('t', { from: 'text', text: '' })].map(isSecret),
  ).toEqual([true, true, false]);
});
