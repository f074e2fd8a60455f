/** Where the lab lives on the machine. */
import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

export interface LabPaths {
  /** Disks, keys, generated files and the ledger. */
  folder: string;
  /** What can be built again: base images. Kept by `lab down`. */
  cache: string;
}

const USUAL_FOLDER = '/var/lib/sparkwright/lab';

/** SPARKWRIGHT_LAB_DIR and SPARKWRIGHT_CACHE_DIR move them; a relative folder is below the current one. */
export function labPaths(env: Record<string, string | undefined> = process.env): LabPaths {
  return {
    folder: env.SPARKWRIGHT_LAB_DIR ? realFolder(resolve(env.SPARKWRIGHT_LAB_DIR)) : USUAL_FOLDER,
    cache: env.SPARKWRIGHT_CACHE_DIR
      ? realFolder(resolve(env.SPARKWRIGHT_CACHE_DIR))
      : '/var/cache/sparkwright',
  };
}

/** One folder has one name, whatever links lead to it: the names of the lab's things are made from it. */
function realFolder(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  return join(realFolder(dirname(path)), basename(path));
}

/** What the names of all the lab makes begin with: labs in different folders stand side by side. */
export function labPrefix(paths: LabPaths): string {
  if (paths.folder === USUAL_FOLDER) return 'swlab';
  return `swlab${createHash('sha256').update(paths.folder).digest('hex').slice(0, 4)}`;
}

export const ledgerFile = (paths: LabPaths) => join(paths.folder, 'ledger.jsonl');
export const lockFile = (paths: LabPaths) => join(paths.folder, 'lock');
/** What the lab that stands was made from: the number of hosts, their images, the engine's folders. */
export const standingFile = (paths: LabPaths) => join(paths.folder, 'lab.json');
export const clusterFile = (paths: LabPaths) => join(paths.folder, 'sparkwright.yaml');
export const sshConfigFile = (paths: LabPaths) => join(paths.folder, 'ssh_config');
export const knownHostsFile = (paths: LabPaths) => join(paths.folder, 'known_hosts');
export const wiresFile = (paths: LabPaths) => join(paths.folder, 'wires');
export const scriptFile = (paths: LabPaths, name: string) => join(paths.folder, 'scripts', name);

/** The private key of the machine that holds the lab: the laptop's. */
export const laptopKey = (paths: LabPaths) => join(paths.folder, 'keys', 'laptop');
/** The SSH server's key of a host. It outlives the host's disk, so that known_hosts stays true after a reset. */
export const hostKey = (paths: LabPaths, host: string) => join(paths.folder, 'keys', `${host}.host`);
/** The key by which the head reaches its workers. */
export const headKey = (paths: LabPaths) => join(paths.folder, 'keys', 'head');

export interface HostPaths {
  folder: string;
  /** Everything written by the host: the writable layer and Docker's two folders. */
  disk: string;
  upper: string;
  work: string;
  docker: string;
  containerd: string;
  diskRecord: string;
  root: string;
  /** What stands in for hardware; the host sees it as /.lab. */
  standIn: string;
  bootScript: string;
  console: string;
  log: string;
}

export function hostPaths(paths: LabPaths, host: string): HostPaths {
  const folder = join(paths.folder, 'hosts', host);
  const disk = join(folder, 'disk');
  return {
    folder,
    disk,
    upper: join(disk, 'upper'),
    work: join(disk, 'work'),
    docker: join(disk, 'docker'),
    containerd: join(disk, 'containerd'),
    diskRecord: join(disk, 'made-from.json'),
    root: join(folder, 'root'),
    standIn: join(folder, 'stand-in'),
    bootScript: join(folder, 'boot.sh'),
    console: join(folder, 'console.log'),
    log: join(folder, 'supervise.log'),
  };
}
