/** A host's disk: a writable layer over the shared base, and folders of the machine's own disk for Docker. */
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { record } from '../ledger.ts';
import { hostPaths, type LabPaths, ledgerFile } from '../paths.ts';
import { ADMIN_USER, type LabHost, type LabPlan } from '../plan.ts';
import { removeTree } from '../remove.ts';
import { standInTree } from '../spark/stand-in.ts';
import { writeTree } from '../spark/tree.ts';
import { readWhenThere, writeWhole } from '../written.ts';
import type { LabKeys } from './keys.ts';
import { netplanFiles } from './netplan.ts';
import { knownHosts } from './ssh-config.ts';

/** The admin user's number inside a host, set by files/base/prepare.sh. */
const ADMIN_ID = 1000;

/** The base a disk was made on, or undefined when there is no whole disk. */
export async function diskBase(paths: LabPaths, host: string): Promise<string | undefined> {
  const text = await readWhenThere(hostPaths(paths, host).diskRecord);
  if (text === undefined) return undefined;
  const made: unknown = JSON.parse(text);
  return typeof made === 'object' && made !== null && 'base' in made ? String(made.base) : undefined;
}

/** Makes a fresh disk beside and renames it, so that half a disk is never booted. */
export async function makeDisk(paths: LabPaths, plan: LabPlan, host: LabHost, keys: LabKeys, base: string) {
  const at = hostPaths(paths, host.name);
  await record(
    ledgerFile(paths),
    { kind: 'tree', path: `${at.disk}.part` },
    { kind: 'disk', host: host.name, path: at.disk },
  );
  const part = `${at.disk}.part`;
  await removeTree(part);
  await removeTree(at.disk);
  await mkdir(part, { recursive: true });
  await closeDisk(part);
  for (const name of ['upper', 'work', 'docker', 'containerd']) {
    await mkdir(join(part, name), { recursive: true });
    await chmod(join(part, name), name === 'docker' || name === 'containerd' ? 0o711 : 0o755);
  }
  await writeUpper(join(part, 'upper'), plan, host, keys);
  await writeWhole(join(part, 'made-from.json'), `${JSON.stringify({ base })}\n`);
  await rename(part, at.disk);
}

/** A host's users have the numbers of this machine's: without this, one of those could read the other's secrets. */
export async function closeDisk(disk: string): Promise<void> {
  await chmod(disk, 0o700);
}

async function writeUpper(upper: string, plan: LabPlan, host: LabHost, keys: LabKeys): Promise<void> {
  const put = async (path: string, text: string, mode = 0o644, owner = 0) => {
    const file = join(upper, path);
    await mkdir(dirname(file), { recursive: true, mode: 0o755 });
    await writeFile(file, text, { mode });
    await chown(file, owner, owner);
  };
  await put('etc/hostname', `${host.name}\n`);
  await put('etc/hosts', `127.0.0.1 localhost\n127.0.1.1 ${host.name}\n`);
  await put('etc/machine-id', `${randomBytes(16).toString('hex')}\n`, 0o444);
  await put('etc/resolv.conf', '# A lab host has no name server.\n');
  for (const [name, text] of Object.entries(netplanFiles(host)))
    await put(`etc/netplan/${name}`, text, 0o600);
  if (host.sudo === 'free') {
    await put('etc/sudoers.d/90-lab', `${ADMIN_USER} ALL=(ALL:ALL) NOPASSWD: ALL\n`, 0o440);
  }
  const hostKey = keys.hosts[host.name];
  if (hostKey === undefined) throw new Error(`no host key was made for ${host.name}`);
  await put('etc/ssh/ssh_host_ed25519_key', hostKey.secret, 0o600);
  await put('etc/ssh/ssh_host_ed25519_key.pub', `${hostKey.public} root@${host.name}\n`);
  // The home folder comes from the base; only what is ours is written over it.
  const home = `home/${ADMIN_USER}`;
  const ssh = `${home}/.ssh`;
  const allowed = [`${keys.laptop.public} laptop`];
  if (host.role === 'worker') allowed.push(`${keys.head.public} ${ADMIN_USER}@${plan.hosts[0]?.name}`);
  await put(`${ssh}/authorized_keys`, `${allowed.join('\n')}\n`, 0o600, ADMIN_ID);
  if (host.role === 'head') {
    await put(`${ssh}/id_ed25519`, keys.head.secret, 0o600, ADMIN_ID);
    await put(`${ssh}/id_ed25519.pub`, `${keys.head.public} ${ADMIN_USER}@${host.name}\n`, 0o644, ADMIN_ID);
  }
  for (const [folder, mode] of [
    [home, 0o750],
    [ssh, 0o700],
  ] as const) {
    await chmod(join(upper, folder), mode);
    await chown(join(upper, folder), ADMIN_ID, ADMIN_ID);
  }
}

/** The head knows its workers, whichever they are now; its disk may be older than some of them. */
export async function writeKnownHosts(
  paths: LabPaths,
  plan: LabPlan,
  host: LabHost,
  keys: LabKeys,
): Promise<void> {
  if (host.role !== 'head') return;
  const workers = plan.hosts.filter((other) => other.role === 'worker');
  const file = join(hostPaths(paths, host.name).upper, 'etc/ssh/ssh_known_hosts');
  await writeFile(file, knownHosts(workers, keys), { mode: 0o644 });
}

/** What stands in for hardware is made anew at each power-on: it is no state of the host. */
export async function makeStandIn(paths: LabPaths, host: LabHost): Promise<void> {
  const folder = hostPaths(paths, host.name).standIn;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o755 });
  await writeTree(folder, standInTree(host));
}
