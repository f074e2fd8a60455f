/** `lab down`: the machine as it was. */
import { readdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Bus } from '../event/bus.ts';
import { msg } from '../message/message.ts';
import { isGenerated } from './cluster-text.ts';
import { loadLedger, type Made } from './ledger.ts';
import { takeLock } from './lock.ts';
import { requireRoot } from './missing.ts';
import * as place from './paths.ts';
import { removeTree } from './remove.ts';
import { sweep } from './sweep.ts';
import { readWhenThere } from './written.ts';

export interface LabDownOptions {
  bus: Bus;
  /** Also the hosts' disks, the lab's keys and an edited cluster file. The cache of base images always stays. */
  purge?: boolean;
  paths?: place.LabPaths;
}

export interface LabDown {
  /** False when there was nothing to remove. */
  changed: boolean;
  /** Hosts whose disks were kept. */
  kept: string[];
}

/**
 * Ends every host as a power cut does and removes what the ledger lists; disks are kept unless `purge`. May be
 * called at any time, any number of times, whatever killed `lab up`. Throws Failure held when another lab verb runs.
 */
export async function labDown(options: LabDownOptions): Promise<LabDown> {
  const paths = options.paths ?? place.labPaths();
  const purge = options.purge === true;
  // Without a ledger the folder is no lab's, and nothing in it is ours whatever its name.
  const there = await stat(place.ledgerFile(paths)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    requireRoot();
    throw error;
  });
  const title = msg(purge ? 'lab.step-purge' : 'lab.step-down');
  if (there === undefined) {
    options.bus.emit({ type: 'step', step: 'lab.down', title, status: 'nothing' });
    return { changed: false, kept: [] };
  }
  requireRoot();
  options.bus.emit({ type: 'step', step: 'lab.down', title, status: 'start' });
  const swept = await lockedSweep(paths, purge);
  if (purge) await removeEmpty(paths, swept.folders);
  const changed = swept.made.some((one) => one.kind !== 'folder' && (purge || one.kind !== 'disk'));
  options.bus.emit({ type: 'step', step: 'lab.down', title, status: changed ? 'done' : 'nothing' });
  return { changed, kept: swept.kept };
}

async function lockedSweep(paths: place.LabPaths, purge: boolean) {
  await using _lock = await takeLock(place.lockFile(paths));
  const swept = await sweep(paths, purge);
  let folders: Made[] = [];
  const file = place.clusterFile(paths);
  const cluster = await readWhenThere(file);
  const ours = cluster !== undefined && isGenerated(cluster, place.sshConfigFile(paths));
  if (ours || purge) await rm(file, { force: true });
  for (const name of ['lab.json', 'wires', 'ssh_config', 'known_hosts', 'scripts', 'on', 'pulled']) {
    await removeTree(`${paths.folder}/${name}`);
  }
  // What a killed writer left beside its file.
  for (const name of ['lab.json', 'ssh_config', 'known_hosts', 'sparkwright.yaml', 'ledger.jsonl']) {
    await rm(`${paths.folder}/${name}.part`, { force: true });
  }
  if (purge) {
    for (const name of ['keys', 'hosts']) await removeTree(`${paths.folder}/${name}`);
    // What a killed taker of the lock left.
    for (const name of await readdir(paths.folder)) {
      if (/^lock\.[0-9]+/.test(name)) await rm(`${paths.folder}/${name}`, { force: true });
    }
    folders = await loadLedger(place.ledgerFile(paths));
    await rm(place.ledgerFile(paths));
  }
  return { ...swept, folders };
}

/** After a purge the lab's folder goes too, and those above it that the lab made; a stranger's file keeps them. */
async function removeEmpty(paths: place.LabPaths, folders: readonly Made[]): Promise<void> {
  const made = folders.flatMap((one) => (one.kind === 'folder' ? [one.path] : []));
  for (let folder = paths.folder; made.includes(folder); folder = dirname(folder)) {
    const gone = await rmdir(folder).then(
      () => true,
      () => false,
    );
    if (!gone) return;
  }
}
