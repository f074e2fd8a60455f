/** Results kept by content: a folder is there whole or not at all. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startTicks } from '../process.ts';

const RECORD = 'record.json';
const WORK = '.lab-building';
/** Wheels that came, for the next build when this one breaks. Named so that a folder it shares with others is safe. */
export const DOWNLOADS = '.lab-downloads';

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
  const owner = `${process.pid}.${await startTicks(process.pid)}`;
  const folder = join(cacheDir, WORK, `${name}.${randomUUID().slice(0, 8)}.${owner}`);
  await mkdir(folder, { recursive: true, mode: 0o755 });
  return folder;
}

/** Removes what builders left that no longer live. Gives the number of folders that still have one. */
export async function removeAbandoned(cacheDir: string): Promise<number> {
  let alive = 0;
  for (const name of await readdir(join(cacheDir, WORK)).catch(() => [])) {
    const [ticks, pid] = name.split('.').reverse();
    if ((await startTicks(Number(pid))) === ticks) alive += 1;
    else await rm(join(cacheDir, WORK, name), { recursive: true, force: true, maxRetries: 5 });
  }
  return alive;
}

/** The bytes a folder takes on its disk; a file with several names counts once. */
export async function diskBytes(folder: string): Promise<number> {
  const { stdout } = await promisify(execFile)('du', ['-s', '--block-size=1', folder]);
  return Number(stdout.split('\t')[0]);
}
