/** Removes from the machine what the ledger lists. Each part may already be gone; nothing else is touched. */
import { readdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { baseAt } from './base/build.ts';
import { withinBounds } from './bounds.ts';
import { must, run } from './command.ts';
import { killGroup, removeGroup, SUPERVISORS } from './host/cgroup.ts';
import { removeNamespace } from './host/network.ts';
import { loadLedger, type Made } from './ledger.ts';
import { type LabPaths, labPrefix, ledgerFile, scriptFile } from './paths.ts';
import { endProcess, executableOf, signalQuietly } from './process.ts';
import { removeTree } from './remove.ts';
import { writeWhole } from './written.ts';

export interface Swept {
  made: Made[];
  /** Disks that were left. */
  kept: string[];
}

/** Ends and removes everything listed, disks only when `disks`. What could not be removed is thrown and stays listed. */
export async function sweep(paths: LabPaths, disks: boolean): Promise<Swept> {
  const file = ledgerFile(paths);
  const listed = await loadLedger(file);
  const made = listed.filter((entry) => withinBounds(paths, entry));
  const strange = listed.filter((entry) => !made.includes(entry));
  const of = <K extends Made['kind']>(kind: K) =>
    made.filter((entry): entry is Extract<Made, { kind: K }> => entry.kind === kind).reverse();
  // As a power cut: every link goes dark before anything dies, so that no peer sees a half-dead host.
  await rm(join(paths.folder, 'on'), { recursive: true, force: true });
  if (of('process').length > 0) {
    await run(['sh', scriptFile(paths, 'carrier.sh'), paths.folder], { deadlineMs: 20_000 });
  }
  // Hosts first, so that their supervisors bury them and end by themselves.
  const groups = of('cgroup').map((one) => one.path);
  await Promise.all(groups.filter((path) => !holdsOthers(paths, path)).map(killGroup));
  for (const one of of('process')) await endProcess(one);
  await Promise.all(groups.map(killGroup));
  for (const one of of('netns')) await endDoors(paths, one.name);
  for (const one of of('netns')) await removeNamespace(one.name);
  for (const one of of('cgroup')) await removeGroup(one.path);
  for (const one of of('mount')) await unmountWhenEmpty(one.path);
  for (const one of of('tree')) await removeTree(one.path);
  if (disks) for (const one of of('disk')) await removeTree(one.path);
  for (const one of of('folder')) await removeWhenEmpty(one.path);
  const kept = disks ? [] : of('disk');
  const folders = await Promise.all(
    of('folder').map((one) =>
      stat(one.path).then(
        () => one,
        () => undefined,
      ),
    ),
  );
  const left = [...strange, ...folders.filter((one) => one !== undefined).reverse(), ...kept];
  // An empty one stays: it says that the folder is a lab's.
  await writeWhole(file, left.map((entry) => `${JSON.stringify(entry)}\n`).join(''), 0o600);
  return { made, kept: kept.map((one) => one.host) };
}

/** The group of the supervisors, and the one that all the others are in. */
function holdsOthers(paths: LabPaths, path: string): boolean {
  return path.endsWith(`/${labPrefix(paths)}`) || path.endsWith(`/${SUPERVISORS}`);
}

/** The relays of open SSH connections stand in a namespace of the lab: ours by their program and their place. */
async function endDoors(paths: LabPaths, namespace: string): Promise<void> {
  const listed = await run(['ip', 'netns', 'pids', namespace], { deadlineMs: 10_000 });
  const { folder } = await baseAt(paths, '');
  for (const pid of listed.stdout.split('\n').map(Number).filter(Boolean)) {
    if ((await executableOf(pid))?.startsWith(folder)) signalQuietly(pid, 'SIGKILL');
  }
}

async function unmountWhenEmpty(path: string): Promise<void> {
  const mountinfo = await readFile('/proc/self/mountinfo', 'utf8');
  if (!mountinfo.includes(` ${path} `) || (await readdir(path)).length > 0) return;
  await must(['umount', path], { deadlineMs: 20_000 });
}

async function removeWhenEmpty(path: string): Promise<void> {
  await rmdir(path).catch((error: NodeJS.ErrnoException) => {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST', 'EBUSY'].includes(error.code ?? '')) throw error;
  });
}
