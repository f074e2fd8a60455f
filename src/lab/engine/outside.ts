/** What the outer machine must be and have before the engine is built there. */
import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { type Message, msg } from '../../message/message.ts';
import { EXIT, Failure } from '../../text/failure.ts';
import { gigabytes, spaceAt } from '../space.ts';
import { ENGINE_COMMANDS, ENGINE_PACKAGES } from './pins.ts';

/** A cold build was measured to need 4.0 GB at its widest; the rest is room for other things. */
const NEEDED_BYTES = 5e9;

/** What this machine is not, or has too little of, and no package mends. */
export async function outsideObstacles(cacheDir: string): Promise<Message[]> {
  const uid = process.getuid?.() ?? -1;
  if (process.platform !== 'linux' || process.arch !== 'x64' || uid !== 0) {
    return [msg('lab.engine.machine', { platform: process.platform, arch: process.arch, uid })];
  }
  const { place, freeBytes } = await spaceAt(cacheDir);
  if (freeBytes >= NEEDED_BYTES) return [];
  const values = { folder: place, free: gigabytes(freeBytes), needed: gigabytes(NEEDED_BYTES) };
  return [msg('lab.engine.disk', values)];
}

/** Commands the build needs and this machine lacks. */
export async function outsideMissing(): Promise<string[]> {
  const missing = ENGINE_COMMANDS.filter((name) => !onPath(name));
  if (!(await canMakeVenv())) missing.push('python3 -m venv');
  return missing;
}

/** Throws a refusal that names what is missing and how to get it. */
export async function demandOutside(cacheDir: string): Promise<void> {
  const [obstacle] = await outsideObstacles(cacheDir);
  if (obstacle !== undefined) throw new Failure(obstacle, EXIT.refused);
  const missing = await outsideMissing();
  if (missing.length === 0) return;
  const values = { missing: missing.join(', '), packages: ENGINE_PACKAGES.join(' ') };
  throw new Failure(msg('lab.engine.tools', values), EXIT.refused);
}

function onPath(name: string): boolean {
  const folders = `${process.env.PATH ?? ''}${delimiter}/usr/sbin${delimiter}/usr/bin`.split(delimiter);
  return folders.some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Debian and Ubuntu ship Python without ensurepip; python3-venv brings it. */
async function canMakeVenv(): Promise<boolean> {
  return promisify(execFile)('/usr/bin/python3', ['-c', 'import ensurepip, venv']).then(
    () => true,
    () => false,
  );
}

/** The environment of every step: the owner's, so that proxies and mirrors hold, without what bends a Python. */
export function stepEnvironment(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const bends = /^(PYTHON|VIRTUAL_ENV|CONDA_|LD_|PIP_(TARGET|PREFIX|USER|REQUIRE_VIRTUALENV)$)/;
  const kept = Object.entries(env).flatMap(([name, value]) =>
    value === undefined || bends.test(name) ? [] : [[name, value] as const],
  );
  return {
    ...Object.fromEntries(kept),
    PATH: `${env.PATH ?? ''}:/usr/sbin:/usr/bin:/sbin:/bin`,
    LC_ALL: 'C.UTF-8',
  };
}
