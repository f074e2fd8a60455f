/** The cache does not grow for ever: bases, engines and models of other versions go when nobody needs them. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { removeAbandoned, workFolder } from './engine/cache.ts';
import { diskBase } from './host/disk.ts';
import type { LabPaths } from './paths.ts';
import { removeTree } from './remove.ts';
import { readStanding, type Standing } from './standing.ts';
import { readWhenThere, writeWhole } from './written.ts';

/** An older version that is used in turn keeps its engine, which takes minutes and a gigabyte to make again. */
export const KEEP_DAYS = 7;
const DAY_MS = 86_400_000;

/** What may take gigabytes; the layers that make a host a Spark take 100 kB and stay. */
const LARGE = /^lab-(base|image|engine|models)-[0-9a-f]{16}$/;

export interface CacheEntry {
  name: string;
  usedMs: number;
}

/** Entries that go: no lab needs them, and none used them for so long. */
export function superseded(
  entries: readonly CacheEntry[],
  needed: ReadonlySet<string>,
  nowMs: number,
): string[] {
  return entries
    .filter(
      ({ name, usedMs }) => LARGE.test(name) && !needed.has(name) && nowMs - usedMs > KEEP_DAYS * DAY_MS,
    )
    .map(({ name }) => name)
    .sort();
}

/** Cache entries that a lab is made of: its engine's folders and the bases of its hosts' disks. */
async function neededBy(folder: string, standing: Standing | undefined): Promise<string[]> {
  const paths = { folder, cache: '' };
  const hosts = await readdir(join(folder, 'hosts')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const bases = await Promise.all(hosts.map((host) => diskBase(paths, host)));
  const engine = Object.values(standing?.engine ?? {}).map((part: string) => basename(dirname(part)));
  return [...engine, ...bases.flatMap((base) => (base === undefined ? [] : [`lab-base-${base}`]))];
}

const KNOWN = 'lab-known';
const USED = 'lab-used';

/**
 * Writes down that this lab uses the cache and which entries, then removes what no lab needs. Gives the names removed.
 * What another lab needs is read from its own folder; when that cannot be read, nothing is removed.
 */
export async function pruneCache(paths: LabPaths, nowMs: number): Promise<string[]> {
  const { cache, folder } = paths;
  for (const name of [KNOWN, USED]) await mkdir(join(cache, name), { recursive: true });
  const mark = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  await writeWhole(join(cache, KNOWN, mark), `${folder}\n`);
  for (const name of await neededBy(folder, await readStanding(paths))) {
    if (LARGE.test(name)) await writeFile(join(cache, USED, name), '');
  }
  const needed = new Set<string>();
  for (const name of await readdir(join(cache, KNOWN))) {
    const file = join(cache, KNOWN, name);
    const lab = (await readWhenThere(file))?.trim();
    if (lab === undefined) continue;
    if (!(await there(lab))) await rm(file, { force: true });
    else for (const one of await neededBy(lab, await readStanding({ folder: lab, cache }))) needed.add(one);
  }
  const gone = superseded(await entriesOf(cache), needed, nowMs);
  for (const name of gone) {
    // First out of the way, whole: a run that is killed here leaves half an entry that nobody takes for one.
    const aside = await workFolder(cache, `pruned-${randomUUID().slice(0, 8)}`);
    await rename(join(cache, name), join(aside, name));
    await removeTree(aside);
    await rm(join(cache, USED, name), { force: true });
  }
  await removeAbandoned(cache);
  return gone;
}

async function entriesOf(cache: string): Promise<CacheEntry[]> {
  const names = (await readdir(cache)).filter((name) => LARGE.test(name));
  return Promise.all(
    names.map(async (name) => {
      const made = await stat(join(cache, name));
      const used = await stat(join(cache, USED, name)).catch(() => undefined);
      return { name, usedMs: Math.max(made.ctimeMs, used?.mtimeMs ?? 0) };
    }),
  );
}

const there = (path: string) =>
  stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
