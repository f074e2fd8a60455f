/** Each host's processes live in a cgroup of their own in every hierarchy of the machine, version 1, 2 or both. */
import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { msg } from '../../message/message.ts';
import { EXIT, Failure } from '../../text/failure.ts';
import { type Made, record } from '../ledger.ts';
import { signalQuietly, startTicks } from '../process.ts';

export interface CgroupMount {
  path: string;
  version: 1 | 2;
  controllers: string[];
}

/** The hierarchies that /proc/self/mountinfo lists below /sys/fs/cgroup, each once. */
export function cgroupMounts(mountinfo: string): CgroupMount[] {
  const mounts = new Map<string, CgroupMount>();
  for (const line of mountinfo.split('\n')) {
    const [before = '', after = ''] = line.split(' - ');
    const path = before.split(' ')[4] ?? '';
    const [type, , options = ''] = after.split(' ');
    if (!/^\/sys\/fs\/cgroup(\/|$)/.test(path)) continue;
    if (type === 'cgroup2') mounts.set(path, { path, version: 2, controllers: [] });
    if (type === 'cgroup') {
      const controllers = options.split(',').filter((word) => !['rw', 'ro', 'none', 'xattr'].includes(word));
      mounts.set(path, { path, version: 1, controllers });
    }
  }
  return [...mounts.values()];
}

/** The group of the lab's supervisors, beside those of its hosts. */
export const SUPERVISORS = 'supervisors';

/** Makes one group of the lab, `lab/name`, in every hierarchy; returns the cgroup.procs files to enter it by. */
export async function makeGroup(ledger: string, lab: string, name: string): Promise<string[]> {
  const mounts = cgroupMounts(await readFile('/proc/self/mountinfo', 'utf8'));
  const groups = mounts.map((mount) => ({ mount, path: join(mount.path, lab, name) }));
  await record(
    ledger,
    ...groups.flatMap(({ mount, path }): Made[] => [
      { kind: 'cgroup', path: join(mount.path, lab) },
      { kind: 'cgroup', path },
    ]),
  );
  for (const { mount, path } of groups) {
    await mkdir(join(mount.path, lab), { recursive: true });
    if (mount.version === 2) await handDown(join(mount.path, lab));
    await mkdir(path, { recursive: true });
    // A new cpuset is empty and takes no process until it is told its processors and memory nodes.
    if (mount.controllers.includes('cpuset')) {
      for (const folder of [join(mount.path, lab), path]) {
        for (const file of ['cpuset.cpus', 'cpuset.mems']) {
          await writeFile(join(folder, file), await readFile(join(mount.path, file), 'utf8'));
        }
      }
    }
  }
  return groups.map(({ path }) => join(path, 'cgroup.procs'));
}

/** Version 2 gives a group only the controllers its parent hands down; ours hands down what it was given. */
async function handDown(ours: string): Promise<void> {
  const given = await readFile(join(ours, 'cgroup.controllers'), 'utf8').catch(() => '');
  for (const controller of given.trim().split(/\s+/).filter(Boolean)) {
    await writeFile(join(ours, 'cgroup.subtree_control'), `+${controller}`).catch(() => {});
  }
}

/** Ends everything in a group and below. What is in it is ours: only we put processes there. */
export async function killGroup(path: string): Promise<void> {
  await writeFile(join(path, 'freezer.state'), 'THAWED').catch(() => {});
  await writeFile(join(path, 'cgroup.freeze'), '0').catch(() => {});
  const deadline = Date.now() + 20_000;
  for (;;) {
    const living = await processesBelow(path);
    if (living.length === 0 || Date.now() > deadline) return;
    for (const pid of living) signalQuietly(pid, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Groups of a lab of this prefix that hold processes. */
export async function livingGroups(lab: string): Promise<string[]> {
  const mounts = cgroupMounts(await readFile('/proc/self/mountinfo', 'utf8'));
  const groups = mounts.map((mount) => join(mount.path, lab));
  const living = await Promise.all(groups.map(processesBelow));
  return groups.filter((_, at) => (living[at]?.length ?? 0) > 0);
}

async function processesBelow(path: string): Promise<number[]> {
  const pids: number[] = [];
  for (const folder of await foldersBelow(path)) {
    const text = await readFile(join(folder, 'cgroup.procs'), 'utf8').catch(() => '');
    for (const line of text.split('\n')) {
      const pid = Number(line);
      if (pid > 0 && (await startTicks(pid)) !== undefined) pids.push(pid);
    }
  }
  return pids;
}

/** The group and all below it, deepest first. */
async function foldersBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  const below = await Promise.all(
    entries.filter((entry) => entry.isDirectory()).map((entry) => foldersBelow(join(path, entry.name))),
  );
  return [...below.flat(), path];
}

/** Removes an empty group and the empty groups below it; the kernel lets go of the dead a moment late. */
export async function removeGroup(path: string): Promise<void> {
  for (const folder of await foldersBelow(path)) {
    for (let tries = 0; ; tries += 1) {
      const failed = await rmdir(folder).then(
        () => undefined,
        (error: NodeJS.ErrnoException) => error,
      );
      if (failed === undefined || failed.code === 'ENOENT') break;
      if (failed.code === 'EBUSY' && tries > 50) {
        throw new Failure(msg('lab.group-stuck', { path: folder }), EXIT.failed, failed.message);
      }
      if (failed.code !== 'EBUSY') throw failed;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
