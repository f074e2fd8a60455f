/** What this machine lacks for the lab. */
import { access, constants, readdir, readFile, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type Message, msg } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { wantedBase } from './base/build.ts';
import { DEBIAN_KEYS, NEEDED_BYTES, OUTSIDE } from './base/packages.ts';
import { engineMissing } from './engine/prepare.ts';
import { cgroupMounts } from './host/cgroup.ts';
import { type LabPaths, labPaths, ledgerFile } from './paths.ts';
import { gigabytes, spaceAt } from './space.ts';

export interface LabMissing {
  /** Whether `lab up` can run now, or after installing `packages`. */
  possible: boolean;
  /** What no package mends, each a sentence. */
  obstacles: Message[];
  /** Debian packages to install first. */
  packages: string[];
}

/**
 * Reads the machine; changes nothing. `packages` empty and no obstacles: the lab is ready to start; with `engine`, also
 * for building the engine.
 */
export async function labMissing(paths: LabPaths = labPaths(), engine = false): Promise<LabMissing> {
  if (process.platform !== 'linux') {
    return {
      possible: false,
      obstacles: [msg('lab.needs-linux', { system: process.platform })],
      packages: [],
    };
  }
  const obstacles: Message[] = [];
  const missing = new Set<string>();
  for (const need of OUTSIDE) if (!(await onPath(need.program))) missing.add(need.debianPackage);
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const family = /^(ID|ID_LIKE)=.*\b(debian|ubuntu)\b/m.test(release);
  if (family && !(await exists(DEBIAN_KEYS.file))) missing.add(DEBIAN_KEYS.debianPackage);
  const forEngine = engine ? await engineMissing(paths.cache) : { obstacles: [], packages: [] };
  for (const name of forEngine.packages) missing.add(name);
  if (missing.size > 0 && !family) {
    obstacles.push(msg('lab.needs-debian', { packages: [...missing].join(' ') }));
  }
  if (!isRoot()) obstacles.push(msg('lab.needs-root'));
  else obstacles.push(...(await powersMissing()), ...forEngine.obstacles);
  obstacles.push(...(await spaceMissing(paths)), ...(await folderObstacles(paths)));
  return { possible: obstacles.length === 0, obstacles, packages: [...missing].sort() };
}

const isRoot = () => process.geteuid?.() === 0;

/** For the verbs that act on a lab that stands. Throws Failure refused. */
export function requireRoot(): void {
  if (!isRoot()) throw new Failure(msg('lab.needs-root'), EXIT.refused);
}

/** Root of a container often lacks what namespaces, mounts and device nodes need. Numbers of capabilities(7). */
const POWERS = { CAP_NET_ADMIN: 12n, CAP_SYS_ADMIN: 21n, CAP_MKNOD: 27n };

async function powersMissing(): Promise<Message[]> {
  const status = await readFile('/proc/self/status', 'utf8');
  const held = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)/m.exec(status)?.[1] ?? '0'}`);
  const lacking = Object.entries(POWERS).flatMap(([name, bit]) => ((held >> bit) & 1n ? [] : [name]));
  if (lacking.length > 0) return [msg('lab.needs-powers', { powers: lacking.join(' ') })];
  const mountinfo = await readFile('/proc/self/mountinfo', 'utf8');
  return cgroupMounts(mountinfo).length > 0 ? [] : [msg('lab.needs-cgroups')];
}

const OVERLAY_MAGIC = 0x794c7630;

async function spaceMissing(paths: LabPaths): Promise<Message[]> {
  const found: Message[] = [];
  const base = await wantedBase(paths);
  for (const folder of new Set([paths.folder, paths.cache])) {
    const { place, freeBytes: free, magic } = await spaceAt(folder);
    if (magic === OVERLAY_MAGIC && folder === paths.folder)
      found.push(msg('lab.needs-disk-folder', { folder }));
    // Once the base is there, its share is already taken.
    const needed = base.ready ? NEEDED_BYTES / 2 : NEEDED_BYTES;
    if (free < needed) {
      found.push(msg('lab.needs-space', { folder: place, free: gigabytes(free), needed: gigabytes(needed) }));
    }
  }
  return found;
}

/** Characters that part the words of mount options and of systemd-nspawn's binds. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a name may hold any.
const PARTING = /[:,"\\\u0000-\u001f\u007f]/;

/** A folder of other things is not taken, since `lab down` removes by name; it is a lab's when it holds a ledger. */
async function folderObstacles(paths: LabPaths): Promise<Message[]> {
  const found = [paths.folder, paths.cache]
    .filter((folder) => PARTING.test(folder))
    .map((folder) => msg('lab.folder-name', { folder }));
  if (await exists(ledgerFile(paths))) return found;
  const names = await readdir(paths.folder).catch(() => []);
  const strange = names.filter((name) => name !== 'lost+found');
  return strange.length === 0 ? found : [...found, msg('lab.folder-not-ours', { folder: paths.folder })];
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

async function onPath(program: string): Promise<boolean> {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  for (const folder of folders.filter(Boolean)) {
    const found = await access(join(folder, program), constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return true;
  }
  return false;
}
