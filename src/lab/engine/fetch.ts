/** Wheels from the owner's package registry, by uv: exact versions, each held to its hash. */
import { execFile } from 'node:child_process';
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { msg } from '../../message/message.ts';
import type { Contained } from './contained.ts';
import { runContained } from './contained.ts';
import { engineFilesDir } from './files.ts';
import { PYTHON_VERSION, WHEEL_PLATFORM } from './pins.ts';
import { uvEnvironment } from './pip-config.ts';
import type { Wheel } from './wheels.ts';

type Step = Pick<Contained, 'env' | 'signal' | 'logFile'>;

export interface Uv {
  path: string;
  env: Record<string, string>;
  cacheDir: string;
}

/** The outer machine's own Python, in spite of version managers that stand first on the PATH. */
const OUTER_PYTHON = '/usr/bin/python3';

/** Installs uv beside what it will fetch; pip's own configuration says from where. */
export async function installUv(folder: string, downloads: string, step: Step): Promise<Uv> {
  const venv = join(folder, 'uv');
  const failed = (status: string) => msg('lab.engine.uv.failed', { status });
  const run = { ...step, failed, network: true, deadlineMs: 600_000 };
  await runContained({ ...run, words: [OUTER_PYTHON, '-m', 'venv', venv] });
  const pip = join(venv, 'bin/pip');
  const list = join(engineFilesDir(), 'uv-wheels.txt');
  const strict = ['--require-hashes', '--no-deps', '--only-binary', ':all:', '--no-cache-dir', '-r', list];
  await runContained({ ...run, words: [pip, 'install', '--quiet', ...strict] });
  const { stdout } = await promisify(execFile)(pip, ['config', 'list'], { env: step.env });
  const own = { UV_CACHE_DIR: downloads, UV_PYTHON_DOWNLOADS: 'never', UV_NO_PROGRESS: '1' };
  const patient = { UV_HTTP_TIMEOUT: '300', UV_HTTP_RETRIES: '5' };
  const env = { ...patient, ...step.env, ...uvEnvironment(stdout, step.env), ...own };
  return { path: join(venv, 'bin/uv'), env, cacheDir: downloads };
}

/** Words that put a wheel list's packages into a folder, for the container's Python whatever the outer one is. */
export function fetchWords(uv: string, list: string, target: string): string[] {
  const python = ['--python', OUTER_PYTHON, '--python-version', PYTHON_VERSION];
  const platform = ['--python-platform', WHEEL_PLATFORM, '--only-binary', ':all:', '--link-mode', 'hardlink'];
  const exact = ['--no-deps', '--require-hashes', '--requirements', list];
  return [uv, 'pip', 'install', '--target', target, ...python, ...platform, ...exact];
}

/** Fetches a wheel list into `target`. What an earlier, broken run fetched is taken from the cache. */
export async function fetchWheels(uv: Uv, list: string, target: string, step: Step): Promise<void> {
  const words = fetchWords(uv.path, join(engineFilesDir(), list), target);
  const failed = (status: string) => msg('lab.engine.fetch.failed', { status, list });
  await runContained({ ...step, env: uv.env, words, failed, network: true, deadlineMs: 3_600_000 });
}

/** The bytes of those wheels that already lie whole in uv's cache. */
export async function fetchedBytes(cacheDir: string, wheels: readonly Wheel[]): Promise<number> {
  const indexes = await packageFolders(cacheDir);
  const sizes = await Promise.all(
    wheels.map(async (wheel) => {
      for (const index of indexes) {
        const entries = await list(join(index, wheel.name));
        const whole = (entry: Dirent) =>
          entry.name.startsWith(`${wheel.version}-`) && (entry.isSymbolicLink() || entry.isDirectory());
        if (entries.some(whole)) return wheel.bytes;
      }
      return 0;
    }),
  );
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

/** uv keeps wheels under wheels-v8/pypi/NAME, or wheels-v8/index/HASH/NAME for another registry. */
async function packageFolders(cacheDir: string): Promise<string[]> {
  const versions = (await list(cacheDir)).filter((entry) => entry.name.startsWith('wheels-v'));
  const folders = versions.map((entry) => join(cacheDir, entry.name));
  const others = await Promise.all(
    folders.map(async (folder) => {
      const indexes = await list(join(folder, 'index'));
      return indexes.map((entry) => join(folder, 'index', entry.name));
    }),
  );
  return [...folders.map((folder) => join(folder, 'pypi')), ...others.flat()];
}

function list(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}
