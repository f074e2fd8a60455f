import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { framedWords, markOf, withoutMarks } from './frame.ts';
import { ROOT_SCRIPT, rootWay } from './root.ts';

const folder = mkdtempSync(join(tmpdir(), 'sw-root-'));
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const nobody = 65_534;

/** Runs words as a user who is not root, with a sudo that does what `script` says; '' for none. */
function asUser(words: string[], sudo: string): string {
  const path = mkdtempSync(join(folder, 'path-'));
  chmodSync(path, 0o755);
  for (const name of ['bash', 'env', 'timeout', 'id', 'cat'])
    symlinkSync(`/usr/bin/${name}`, join(path, name));
  if (sudo !== '') writeFileSync(join(path, 'sudo'), `#!/bin/bash\n${sudo}\n`, { mode: 0o755 });
  const [program = '', ...args] = words;
  const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  return execFileSync(join(path, program), args, {
    ...user,
    env: { PATH: path },
    cwd: '/',
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

test.each([
  ['sudo -n', '[ "$*" = "-n true" ]'],
  ['asks', 'echo "sudo: a password is required" >&2; exit 1'],
  ['asks', 'echo "sudo: a terminal is required to read the password" >&2; exit 1'],
  ['none', 'echo "nobody is not allowed to run sudo on spark-a." >&2; exit 1'],
  ['none', ''],
])('"%s" when sudo does: %s', (way, sudo) => {
  expect(rootWay(asUser(['bash', '-c', ROOT_SCRIPT], sudo))).toBe(way);
});

const framed = {
  nonce: 'sw-1',
  script: 'echo "$USER_WISH $1"',
  args: ['it'],
  env: { USER_WISH: 'w' },
  backstopSeconds: 9,
};

test('what needs root goes through sudo -n, deadline and all; what does not never meets it', () => {
  const sudo = 'printf "%s " "sudo:" "$1" "$2" "$3"; shift 2; exec "$@"';
  const out = (asRoot: boolean) => asUser(framedWords({ ...framed, asRoot }), sudo);
  expect(out(true)).toBe('sw-1\nsudo: -n -- timeout w it\n');
  expect(out(false)).toBe('sw-1\nw it\n');
});

test('the exact words that a node gets', () => {
  expect(framedWords({ ...framed, asRoot: false }).slice(3)).toEqual([
    ...[
      'sparkwright',
      'sw-1',
      'timeout',
      '-k',
      '5',
      '9',
      'env',
      'LC_ALL=C.UTF-8',
      'USER_WISH=w',
      'bash',
      '-c',
    ],
    `printf '\\n%s pg %s\\n' sw-1 "$PPID" >&2; echo "$USER_WISH $1"`,
    ...['sparkwright', 'it'],
  ]);
});

test('what cannot be one argument or no variable is refused before anything runs', () => {
  expect(() => framedWords({ ...framed, asRoot: false, script: 'x'.repeat(100_000) })).toThrow(RangeError);
  expect(() => framedWords({ ...framed, asRoot: false, env: { 'A=B;C': '' } })).toThrow(RangeError);
});

test('marks are read by their nonce only, and taken out with the one newline before them', () => {
  expect(markOf('sw-1 rc 7', 'sw-1')).toEqual({ kind: 'end', rc: 7 });
  expect(markOf('sw-1 pg 12', 'sw-1')).toEqual({ kind: 'group', group: 12 });
  expect(markOf('sw-2 rc 7', 'sw-1')).toBeUndefined();
  expect(markOf('sw-1 rc 7; reboot', 'sw-1')).toBeUndefined();
  expect(withoutMarks('\nsw-1 pg 12\nerr\n\n\nsw-1 rc 7\n', 'sw-1')).toBe('err\n\n');
});
