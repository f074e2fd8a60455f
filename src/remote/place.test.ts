import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { localHost } from '../host/local.ts';
import { findBuild, placeBuild, placedLauncher } from './place.ts';

const before = process.env.XDG_DATA_HOME;
const signal = new AbortController().signal;
const head = localHost('spark-a');
let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sparkwright-place-'));
  process.env.XDG_DATA_HOME = home;
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
  if (before === undefined) delete process.env.XDG_DATA_HOME;
  else process.env.XDG_DATA_HOME = before;
});

function archive(version: string, launcher: string): void {
  const name = `sparkwright-${version}-linux-x64`;
  mkdirSync(join(home, 'stage', name), { recursive: true });
  writeFileSync(join(home, 'stage', name, 'sparkwright'), `#!/bin/sh\n${launcher}\n`, { mode: 0o755 });
  execFileSync('tar', ['-C', join(home, 'stage'), '-czf', join(home, `${name}.tar.gz`), name]);
}
const builds = () => join(home, 'sparkwright/builds');

test('the build of this version is sent, whatever others lie beside it, and found again', async () => {
  archive('0.0.9', 'exit 0');
  archive('0.1.0', 'exit 0');
  const build = await findBuild('x86_64', [home], '0.1.0');
  expect(build.file).toMatch(/sparkwright-0\.1\.0-/);
  expect(await placedLauncher(head, build, signal)).toBeUndefined();
  const launcher = await placeBuild(head, build, signal);
  expect(launcher).toBe(join(builds(), build.digest.slice(0, 16), 'sparkwright'));
  expect(await placedLauncher(head, build, signal)).toBe(launcher);
  await expect(findBuild('x86_64', [home], '0.2.0')).rejects.toMatchObject({
    said: { key: 'remote.no-build' },
  });
});

test('half a folder of that name gives way to the whole build', async () => {
  archive('0.1.0', 'exit 0');
  const build = await findBuild('x86_64', [home], '0.1.0');
  mkdirSync(join(builds(), build.digest.slice(0, 16), 'app'), { recursive: true });
  expect(existsSync(await placeBuild(head, build, signal))).toBe(true);
});

test('what does not arrive whole or does not start is refused, and nothing of it stays', async () => {
  archive('0.1.0', 'exit 1');
  const build = await findBuild('x86_64', [home], '0.1.0');
  const refused = { said: { key: 'remote.place-failed' } };
  await expect(placeBuild(head, build, signal)).rejects.toMatchObject(refused);
  await expect(placeBuild(head, { ...build, digest: '0'.repeat(64) }, signal)).rejects.toMatchObject(refused);
  expect(readdirSync(builds())).toEqual([]);
});
