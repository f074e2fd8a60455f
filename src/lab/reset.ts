/** `lab reset NODE`: a fresh disk. */
import type { Bus } from '../event/bus.ts';
import { msg } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { baseAt, sparkLayer, wantedBase } from './base/build.ts';
import { diskBase, makeDisk } from './host/disk.ts';
import { labKeys } from './host/keys.ts';
import { powerOff, supervisorOf } from './host/power.ts';
import { takeLock } from './lock.ts';
import { requireRoot } from './missing.ts';
import * as place from './paths.ts';
import { hostNamed } from './plan.ts';
import { readStanding, standingPlan } from './standing.ts';
import { switchOn } from './switch-on.ts';

export interface LabResetOptions {
  bus: Bus;
  signal?: AbortSignal;
  paths?: place.LabPaths;
}

/**
 * Replaces the disk of one host of the lab that stands, and boots it again when it was on. Its images, containers,
 * files and network configuration are gone; its SSH key stays, so that no known_hosts lies.
 * Throws Failure usage for a name that is no host, refused when no lab stands.
 */
export async function labReset(node: string, options: LabResetOptions): Promise<void> {
  const paths = options.paths ?? place.labPaths();
  const { plan, host } = await standingHost(paths, node);
  requireRoot();
  await using _lock = await takeLock(place.lockFile(paths));
  const standing = await readStanding(paths);
  if (standing === undefined) throw new Failure(msg('lab.not-up'), EXIT.refused);
  // A newer version's base is made by `lab up` only: until then the disk's own one serves.
  const newest = await wantedBase(paths);
  const base = newest.ready ? newest : await baseAt(paths, (await diskBase(paths, node)) ?? '');
  if (!base.ready) throw new Failure(msg('lab.base-gone', { host: node }), EXIT.refused, base.digest);
  process.umask(0o022);
  const title = msg('lab.step-reset', { host: node });
  options.bus.emit({ type: 'step', step: 'lab.reset', title, status: 'start' });
  const wasOn = (await supervisorOf(paths, node)) !== undefined;
  await powerOff(paths, node);
  const keys = await labKeys(paths, plan);
  await makeDisk(paths, plan, host, keys, base.digest);
  if (wasOn) {
    const layer = (await sparkLayer(paths)).folder;
    await switchOn([host], { paths, plan, keys, standing, layer, signal: options.signal });
  }
  options.bus.emit({ type: 'step', step: 'lab.reset', title, status: 'done' });
}

/** A host of the lab that stands, by name. */
export async function standingHost(paths: place.LabPaths, node: string) {
  const plan = await standingPlan(paths);
  if (plan === undefined) throw new Failure(msg('lab.not-up'), EXIT.refused, paths.folder);
  const host = hostNamed(plan, node);
  if (host === undefined) {
    const names = plan.hosts.map((one) => one.name).join(', ');
    throw new Failure(msg('lab.no-such-host', { host: node, names }), EXIT.usage);
  }
  return { plan, host };
}
