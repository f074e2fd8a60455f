/** The base of every host: one Debian tree, built once and shared read-only, kept in the cache by its content. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { msg } from '../../message/message.ts';
import { type CommandOptions, must, run } from '../command.ts';
import { copyTree, filesFolder, listFiles, readLabFile } from '../files.ts';
import { record } from '../ledger.ts';
import { type LabPaths, ledgerFile } from '../paths.ts';
import { ADMIN_PASSWORD, ADMIN_USER } from '../plan.ts';
import { INSIDE, SUITE } from './packages.ts';
import { sourceLines } from './sources.ts';

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
  for (const path of [part, scratch]) await rm(path, { recursive: true, force: true });
  await mkdir(scratch, { recursive: true });
  const prepare = join(scratch, 'prepare.sh');
  await writeFile(prepare, await readLabFile('base/prepare.sh'), { mode: 0o755 });
  const lines = await ownSources();
  const argv = [
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
    ...(await proxyOptions()),
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
  };
  await must(whole, how, msg('lab.base-failed', { suite: SUITE }));
  await rm(scratch, { recursive: true, force: true });
  await becomes(part, base.folder);
}

/** Gives a finished tree its name, unless another run was first with the same. */
async function becomes(part: string, folder: string): Promise<void> {
  await rename(part, folder).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    await rm(part, { recursive: true, force: true });
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

async function ownSources(): Promise<string[]> {
  const release = await readFile('/etc/os-release', 'utf8');
  const value = (name: string) => new RegExp(`^${name}="?([^"\n]*)"?$`, 'm').exec(release)?.[1];
  if (value('ID') !== 'debian') return [];
  const folder = '/etc/apt/sources.list.d';
  const names = (await readdir(folder).catch(() => []))
    .filter((name) => /\.(list|sources)$/.test(name))
    .sort();
  const places = ['/etc/apt/sources.list', ...names.map((name) => join(folder, name))];
  const files = await Promise.all(
    places.map(async (path) => ({ path, text: await readFile(path, 'utf8').catch(() => '') })),
  );
  return sourceLines(files, value('VERSION_CODENAME') ?? '', SUITE);
}

/** The machine's apt may reach its mirror only through a proxy; the base must not keep it. */
async function proxyOptions(): Promise<string[]> {
  const keys = ['Acquire::http::Proxy', 'Acquire::https::Proxy'];
  const said = await run(['apt-config', 'shell', 'HTTP', keys[0] ?? '', 'HTTPS', keys[1] ?? ''], {
    deadlineMs: 10_000,
  });
  return ['HTTP', 'HTTPS'].flatMap((name, at) => {
    const value = new RegExp(`^${name}='([^']*)'$`, 'm').exec(said.stdout)?.[1];
    return value ? [`--aptopt=${keys[at]} "${value}"`] : [];
  });
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
    await rm(part, { recursive: true, force: true });
    await mkdir(part, { recursive: true, mode: 0o755 });
    await copyTree(from, part);
    await becomes(part, folder);
  }
  return { digest, folder };
}
