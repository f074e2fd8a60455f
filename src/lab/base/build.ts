/** The base of every host: one Debian tree, built once and shared read-only, kept in the cache by its content. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { msg } from '../../message/message.ts';
import { type CommandOptions, must } from '../command.ts';
import { copyTree, filesFolder, listFiles, readLabFile } from '../files.ts';
import { killGroup } from '../host/cgroup.ts';
import { record } from '../ledger.ts';
import { type LabPaths, ledgerFile } from '../paths.ts';
import { ADMIN_PASSWORD, ADMIN_USER } from '../plan.ts';
import { removeTree } from '../remove.ts';
import { ownSources, proxyWords } from './machine-apt.ts';
import { INSIDE, SUITE } from './packages.ts';

export interface Base {
  /** First 16 hex digits of the sha256 of what it is made from. */
  digest: string;
  folder: string;
  ready: boolean;
}

/** Which base this version of the lab wants, and whether the cache has it. */
export async function wantedBase(paths: LabPaths): Promise<Base> {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([SUITE, INSIDE, process.arch, ADMIN_USER, ADMIN_PASSWORD]));
  hash.update(await readLabFile('base/prepare.sh'));
  return baseAt(paths, hash.digest('hex').slice(0, 16));
}

/** A base by its digest: the one an existing disk was made on may be an older one. */
export async function baseAt(paths: LabPaths, digest: string): Promise<Base> {
  const folder = join(paths.cache, `lab-base-${digest}`);
  return { digest, folder, ready: (await stat(folder).catch(() => undefined)) !== undefined };
}

export interface BuildOptions {
  signal?: AbortSignal | undefined;
  onProgress(done: number, total: number | undefined): void;
  /** cgroup.procs files that the builder enters, so that a killed run leaves none behind. */
  cgroupProcs: string[];
}

/** Builds it beside and renames it: a folder of that name is always whole. Takes about 45 s on two cores. */
export async function buildBase(paths: LabPaths, base: Base, options: BuildOptions): Promise<void> {
  // Two labs may share a cache: each builds its own, the first to end gives it the name.
  const part = `${base.folder}.part-${process.pid}`;
  const scratch = `${part}.scratch`;
  await record(ledgerFile(paths), { kind: 'tree', path: part }, { kind: 'tree', path: scratch });
  for (const path of [part, scratch]) await removeTree(path);
  await mkdir(scratch, { recursive: true });
  const prepare = join(scratch, 'prepare.sh');
  await writeFile(prepare, await readLabFile('base/prepare.sh'), { mode: 0o755 });
  const lines = await ownSources(SUITE);
  const argv = [
    // In its mode root it mounts /sys, /proc and devices into the tree: in a mount namespace they end with it.
    ...['unshare', '--mount', '--propagation', 'private', '--'],
    ...['mmdebstrap', '--mode=root', '--format=directory', '--variant=minbase', '--verbose'],
    ...['man', 'doc', 'locale', 'info', 'lintian'].map(
      (name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`,
    ),
    // Compiling Python's files ahead costs seconds here and nobody waits for them inside.
    '--dpkgopt=path-exclude=/usr/bin/py3compile',
    // A torn build is thrown away whole: syncing each file buys nothing.
    '--dpkgopt=force-unsafe-io',
    '--aptopt=APT::Install-Recommends "false"',
    '--aptopt=Acquire::Languages "none"',
    ...(await proxyWords(join(scratch, 'proxy.conf'))),
    `--include=${INSIDE.join(',')}`,
    `--customize-hook=LAB_USER=${ADMIN_USER} LAB_PASSWORD=${ADMIN_PASSWORD} ${prepare} "$1"`,
    ...[SUITE, part, ...lines],
  ];
  const count = unpackCounter(options.onProgress);
  // The builder enters our cgroup itself and then becomes mmdebstrap.
  const enter = 'n=$1; shift; while [ "$n" -gt 0 ]; do echo $$ > "$1"; shift; n=$((n-1)); done; exec "$@"';
  const { cgroupProcs } = options;
  const whole = ['sh', '-c', enter, 'sh', String(cgroupProcs.length), ...cgroupProcs, ...argv];
  const how: CommandOptions = {
    deadlineMs: 30 * 60_000,
    signal: options.signal,
    onLine: count,
    env: { TMPDIR: scratch },
    // What does not heed the word is ended with the whole group below.
    graceMs: 1000,
  };
  try {
    await must(whole, how, msg('lab.base-failed', { suite: SUITE }));
  } catch (error) {
    // What it started may outlive it.
    for (const file of cgroupProcs) await killGroup(dirname(file));
    for (const path of [part, scratch]) await removeTree(path);
    throw error;
  }
  await removeTree(scratch);
  await becomes(part, base.folder);
}

/** Gives a finished tree its name, unless another run was first with the same. */
async function becomes(part: string, folder: string): Promise<void> {
  await rename(part, folder).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    await removeTree(part);
  });
}

/** Follows apt's and dpkg's lines: each package is unpacked once and set up once. */
export function unpackCounter(onProgress: BuildOptions['onProgress']): (line: string) => void {
  let total: number | undefined;
  let done = 0;
  return (line) => {
    const announced = /(\d+) newly installed/.exec(line)?.[1];
    if (announced !== undefined) total = (total ?? 0) + 2 * Number(announced);
    if (!/^(Unpacking|Setting up) /.test(line)) return;
    done += 1;
    onProgress(done, total !== undefined && done <= total ? total : undefined);
  };
}

/** What makes a host look like a Spark, as a second read-only layer over the base; made in milliseconds. */
export async function sparkLayer(paths: LabPaths): Promise<{ digest: string; folder: string }> {
  const from = join(filesFolder(), 'host');
  const hash = createHash('sha256');
  for (const file of await listFiles(from)) hash.update(`${file}\0`).update(await readFile(join(from, file)));
  const digest = hash.digest('hex').slice(0, 16);
  const folder = join(paths.cache, `lab-spark-${digest}`);
  if ((await stat(folder).catch(() => undefined)) === undefined) {
    const part = `${folder}.part-${process.pid}`;
    await record(ledgerFile(paths), { kind: 'tree', path: part });
    await removeTree(part);
    await mkdir(part, { recursive: true, mode: 0o755 });
    await copyTree(from, part);
    await becomes(part, folder);
  }
  return { digest, folder };
}
