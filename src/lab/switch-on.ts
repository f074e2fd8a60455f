/** Booting hosts whose disks are there, and waiting for them. */
import { baseAt } from './base/build.ts';
import { engineBinds } from './engine-folders.ts';
import { closeDisk, diskBase, writeKnownHosts } from './host/disk.ts';
import type { LabKeys } from './host/keys.ts';
import { powerOn } from './host/power.ts';
import { awaitReady } from './host/ready.ts';
import { hostPaths, type LabPaths } from './paths.ts';
import type { LabHost, LabPlan } from './plan.ts';
import type { Standing } from './standing.ts';

/** How long a host may take to its first login, ms; measured 2 to 4 s. */
const READY_MS = 120_000;

export interface SwitchOn {
  paths: LabPaths;
  plan: LabPlan;
  keys: LabKeys;
  standing: Standing;
  /** Folder of the layer that makes a host a Spark. */
  layer: string;
  signal: AbortSignal | undefined;
}

/** Waits until every one of the hosts can be logged in to; they are powered already. */
export async function awaitHosts(
  paths: LabPaths,
  hosts: readonly LabHost[],
  signal: AbortSignal | undefined,
): Promise<void> {
  await Promise.all(hosts.map((host) => awaitReady(paths, host.name, READY_MS, signal)));
}

/** Powers the hosts one after the other, then waits for all of them together. */
export async function switchOn(hosts: readonly LabHost[], how: SwitchOn): Promise<void> {
  const { paths, plan, keys } = how;
  for (const host of hosts) {
    const base = await baseAt(paths, (await diskBase(paths, host.name)) ?? '');
    await closeDisk(hostPaths(paths, host.name).disk);
    await writeKnownHosts(paths, plan, host, keys);
    const binds = engineBinds(how.standing.engine);
    await powerOn(paths, host, { layers: [how.layer, base.folder], binds });
  }
  await awaitHosts(paths, hosts, how.signal);
}
