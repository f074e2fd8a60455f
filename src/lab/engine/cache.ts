/** Results kept by content: a folder is there whole or not at all. */
import { randomUUID } from 'node:crypto';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const RECORD = 'record.json';
const WORK = '.building';

/** What is known of a kept result: where, and what its builder said of it. */
export interface Kept<R> {
  folder: string;
  record: R;
}

/** A kept result, or undefined when it has to be built. */
export function kept<R>(cacheDir: string, kind: string, key: string): Kept<R> | undefined {
  const folder = join(cacheDir, `${kind}-${key}`);
  if (!existsSync(join(folder, RECORD))) return undefined;
  return { folder, record: JSON.parse(readFileSync(join(folder, RECORD), 'utf8')) as R };
}

/**
 * Builds beside and renames when whole. Two builders of one key may run at once; the first to end wins
 * and both get the same folder.
 */
export async function keep<R>(
  cacheDir: string,
  kind: string,
  key: string,
  build: (folder: string) => Promise<R>,
): Promise<Kept<R>> {
  const folder = await workFolder(cacheDir, `${kind}-${key}`);
  try {
    const record = await build(folder);
    await writeFile(join(folder, RECORD), `${JSON.stringify(record, null, 1)}\n`);
    // The rename must not reach the disk before the files do: a power cut would leave empty ones.
    await promisify(execFile)('sync', ['-f', folder]);
    await rename(folder, join(cacheDir, `${kind}-${key}`)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const done = kept<R>(cacheDir, kind, key);
  if (done === undefined) throw new Error(`${kind}-${key} is not in ${cacheDir} after it was built`);
  return done;
}

/** A folder for work in progress, named by its owner so that a later run can tell whether it is abandoned. */
export async function workFolder(cacheDir: string, name: string): Promise<string> {
  const owner = `${process.pid}.${startOf(process.pid)}`;
  const folder = join(cacheDir, WORK, `${name}.${randomUUID().slice(0, 8)}.${owner}`);
  await mkdir(folder, { recursive: true, mode: 0o755 });
  return folder;
}

/** Removes what builders left that no longer live. Gives the number of live ones. */
export async function removeAbandoned(cacheDir: string): Promise<number> {
  const names = await readdir(join(cacheDir, WORK)).catch(() => []);
  const alive = names.filter((name) => {
    const [start, pid] = name.split('.').reverse();
    return start !== undefined && startOf(Number(pid)) === start;
  });
  const dead = names.filter((name) => !alive.includes(name));
  for (const name of dead) {
    await rm(join(cacheDir, WORK, name), { recursive: true, force: true, maxRetries: 5 });
  }
  return alive.length;
}

/** When a process started, in ticks since boot: with its id it names one process for good; '' when there is none. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/** The bytes a folder takes on its disk; a file with several names counts once. */
export async function diskBytes(folder: string): Promise<number> {
  const { stdout } = await promisify(execFile)('du', ['-s', '--block-size=1', folder]);
  return Number(stdout.split('\t')[0]);
}

/** The text of a small file of a kept result. */
export function readKept(folder: string, name: string): Promise<string> {
  return readFile(join(folder, name), 'utf8');
}
