/** `lab down`: the machine as it was. */
import { readFile, rm, rmdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Bus } from '../event/bus.ts';
import { msg } from '../message/message.ts';
import { isGenerated } from './cluster-text.ts';
import { loadLedger } from './ledger.ts';
import { takeLock } from './lock.ts';
import { requireRoot } from './missing.ts';
import * as place from './paths.ts';
import { sweep } from './sweep.ts';

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
  const there = await stat(paths.folder).catch(() => undefined);
  const title = msg(purge ? 'lab.step-purge' : 'lab.step-down');
  if (there === undefined) {
    options.bus.emit({ type: 'step', step: 'lab.down', title, status: 'nothing' });
    return { changed: false, kept: [] };
  }
  requireRoot();
  options.bus.emit({ type: 'step', step: 'lab.down', title, status: 'start' });
  const swept = await lockedSweep(paths, purge);
  if (purge) await removeEmpty(paths);
  const changed = swept.made.some((one) => one.kind !== 'folder' && (purge || one.kind !== 'disk'));
  options.bus.emit({ type: 'step', step: 'lab.down', title, status: changed ? 'done' : 'nothing' });
  return { changed, kept: swept.kept };
}

async function lockedSweep(paths: place.LabPaths, purge: boolean) {
  await using _lock = await takeLock(place.lockFile(paths));
  const swept = await sweep(paths, purge);
  const file = place.clusterFile(paths);
  const cluster = await readFile(file, 'utf8').catch(() => undefined);
  const ours = cluster !== undefined && isGenerated(cluster, place.sshConfigFile(paths));
  if (ours || purge) await rm(file, { force: true });
  for (const name of [
    'lab.json',
    'lab.json.part',
    'wires',
    'ssh_config',
    'known_hosts',
    'scripts',
    'on',
    'pulled',
  ]) {
    await rm(`${paths.folder}/${name}`, { recursive: true, force: true });
  }
  if (purge) {
    for (const name of ['keys', 'hosts'])
      await rm(`${paths.folder}/${name}`, { recursive: true, force: true });
  }
  return swept;
}

/** After a purge the lab's folder goes too, and those above it that the lab made; a stranger's file keeps them. */
async function removeEmpty(paths: place.LabPaths): Promise<void> {
  const ledger = place.ledgerFile(paths);
  const made = (await loadLedger(ledger)).flatMap((one) => (one.kind === 'folder' ? [one.path] : []));
  await rm(ledger, { force: true });
  for (let folder = paths.folder; made.includes(folder); folder = dirname(folder)) {
    const gone = await rmdir(folder).then(
      () => true,
      () => false,
    );
    if (!gone) return;
  }
}
