/** `lab up`: virtual Sparks on this machine, from nothing or from where a killed run left off. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Bus } from '../event/bus.ts';
import { type Message, msg } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { type Base, baseAt, buildBase, sparkLayer, wantedBase } from './base/build.ts';
import { FETCHED_BYTES } from './base/packages.ts';
import { type EngineFolders, engineBinds } from './engine-folders.ts';
import { livingGroups, makeGroup } from './host/cgroup.ts';
import { diskBase, makeDisk } from './host/disk.ts';
import { type LabKeys, labKeys } from './host/keys.ts';
import { makeNetwork, namespaceStands, namespacesOf } from './host/network.ts';
import { supervisorOf } from './host/power.ts';
import { type Consent, meetNeeds } from './install.ts';
import { record } from './ledger.ts';
import { takeLock } from './lock.ts';
import { labMissing } from './missing.ts';
import * as place from './paths.ts';
import { type LabHost, type LabPlan, planLab } from './plan.ts';
import { KEEP_DAYS, pruneCache } from './prune.ts';
import { readStanding, type Standing, writeStanding } from './standing.ts';
import { sweep } from './sweep.ts';
import { awaitHosts, switchOn } from './switch-on.ts';
import { writeTexts } from './texts.ts';

export interface LabUpOptions extends Consent {
  /** How many virtual Sparks, 2 to 26; the first is the head. */
  hosts: number;
  bus: Bus;
  signal?: AbortSignal;
  engine?: EngineFolders;
  paths?: place.LabPaths;
}

export interface LabUp {
  clusterFile: string;
  sshConfig: string;
  hosts: { name: string; address: string }[];
  /** False when everything stood already. */
  changed: boolean;
  seconds: number;
}

/**
 * Brings the lab up and returns when every host can be logged in to. Throws Failure: refused (what the machine
 * lacks, or a lab of another shape that stands), held (another lab verb runs), failed or timed out (with the host's
 * last words). Killed at any moment, the same call again ends the same.
 */
export async function labUp(options: LabUpOptions): Promise<LabUp> {
  const { bus, signal } = options;
  const paths = options.paths ?? place.labPaths();
  const begun = performance.now();
  const plan = planLab(options.hosts, place.labPrefix(paths));
  await meetNeeds(await labMissing(paths), options, bus, signal);
  // A user's own umask would shut the hosts' users out of their own system.
  process.umask(0o022);
  await makeLabFolder(paths);
  await using _lock = await takeLock(place.lockFile(paths));
  const changed = await raise(paths, plan, options);
  await prune(paths, bus);
  return {
    clusterFile: place.clusterFile(paths),
    sshConfig: place.sshConfigFile(paths),
    hosts: plan.hosts.map((host) => ({ name: host.name, address: host.management.address })),
    changed,
    seconds: (performance.now() - begun) / 1000,
  };
}

async function raise(paths: place.LabPaths, plan: LabPlan, options: LabUpOptions): Promise<boolean> {
  const step = stepper(options.bus);
  const layer = await sparkLayer(paths);
  const wanted: Standing = { hosts: plan.hosts.length, layer: layer.digest, engine: options.engine ?? {} };
  const on = await poweredHosts(paths, wanted);
  if (on.length === plan.hosts.length) {
    await step('lab.hosts', msg('lab.step-stands', { hosts: on.length }), async () => {
      // A killed run may have left them in the middle of their boot.
      await awaitHosts(paths, plan.hosts, options.signal);
      return false;
    });
    return false;
  }
  // Whatever a killed run left is cleared first; what still runs is kept.
  if (on.length === 0) {
    await sweep(paths, false);
    await demandFree(plan);
  }
  const base = await readyBase(paths, options, step);
  const keys = await labKeys(paths, plan);
  await readyDisks(paths, plan, keys, base, step);
  await writeTexts(paths, plan, base, keys, options.bus);
  await step('lab.network', msg('lab.step-network', { hosts: plan.hosts.length }), async () => {
    if (on.length > 0) return false;
    await makeNetwork(paths, plan);
    return true;
  });
  const off = plan.hosts.filter((host) => !on.includes(host.name));
  await step('lab.hosts', msg('lab.step-hosts', { names: namesOf(off) }), async () => {
    await writeStanding(paths, wanted);
    const { signal } = options;
    await switchOn(off, { paths, plan, keys, standing: wanted, layer: layer.folder, signal });
    await awaitHosts(paths, plan.hosts, signal);
    return true;
  });
  return true;
}

/** After the sweep: what stands under our names and is in no ledger of ours is not ours to take or to remove. */
async function demandFree(plan: LabPlan): Promise<void> {
  for (const name of namespacesOf(plan)) {
    if (await namespaceStands(name)) throw new Failure(msg('lab.not-ours', { name }), EXIT.refused);
  }
  const [path] = await livingGroups(plan.prefix);
  if (path !== undefined) throw new Failure(msg('lab.group-not-ours', { path }), EXIT.refused);
}

async function prune(paths: place.LabPaths, bus: Bus): Promise<void> {
  const folder = paths.cache;
  try {
    const gone = await pruneCache(paths, Date.now());
    if (gone.length === 0) return;
    const message = msg('lab.pruned', { folder, days: KEEP_DAYS, names: gone.join(' ') });
    bus.emit({ type: 'note', level: 'info', message });
  } catch (error) {
    // The lab is up all the same.
    const why = error instanceof Error ? error.message : String(error);
    bus.emit({ type: 'note', level: 'warn', message: msg('lab.prune-failed', { folder, why }) });
  }
}

/** Names of the hosts that run, when what stands is the lab that is wanted. */
async function poweredHosts(paths: place.LabPaths, wanted: Standing): Promise<string[]> {
  const standing = await readStanding(paths);
  if (standing === undefined) return [];
  const plan = planLab(standing.hosts, place.labPrefix(paths));
  if (!(await Promise.all(namespacesOf(plan).map(namespaceStands))).every(Boolean)) return [];
  const { hosts } = plan;
  const supervisors = await Promise.all(hosts.map((host) => supervisorOf(paths, host.name)));
  const on = hosts.filter((_, at) => supervisors[at] !== undefined);
  // Its shape cannot change under running hosts, and to stop them is not ours to decide.
  if (on.length > 0 && !sameShape(standing, wanted)) throw new Failure(msg('lab.other-shape'), EXIT.refused);
  return on.map((host) => host.name);
}

function sameShape(one: Standing, other: Standing): boolean {
  const shape = ({ hosts, engine }: Standing) => JSON.stringify([hosts, engineBinds(engine)]);
  return shape(one) === shape(other);
}

async function readyBase(paths: place.LabPaths, options: LabUpOptions, step: Stepper): Promise<Base> {
  const { bus, signal } = options;
  const base = await wantedBase(paths);
  const megabytes = Math.round(FETCHED_BYTES / 1e6);
  await step('lab.base', msg('lab.step-base', { megabytes }), async () => {
    if (base.ready) return false;
    const cgroupProcs = await makeGroup(place.ledgerFile(paths), place.labPrefix(paths), 'builder');
    const onProgress = (done: number, total: number | undefined) =>
      bus.emit({
        type: 'progress',
        id: 'lab.base',
        node: 'lab',
        done,
        unit: 'items',
        ...(total && { total }),
      });
    await buildBase(paths, base, { signal, cgroupProcs, onProgress });
    return true;
  });
  return base;
}

async function readyDisks(paths: place.LabPaths, plan: LabPlan, keys: LabKeys, base: Base, step: Stepper) {
  const missing: LabHost[] = [];
  for (const host of plan.hosts) {
    const madeOn = await diskBase(paths, host.name);
    if (madeOn === undefined) missing.push(host);
    // An older version's base may be gone from the cache; the disk is someone's work, so it is not replaced unasked.
    else if (!(await baseAt(paths, madeOn)).ready) {
      throw new Failure(msg('lab.base-gone', { host: host.name }), EXIT.refused, madeOn);
    }
  }
  if (missing.length === 0) return;
  await step('lab.disks', msg('lab.step-disks', { names: namesOf(missing) }), async () => {
    for (const host of missing) await makeDisk(paths, plan, host, keys, base.digest);
    return true;
  });
}

async function makeLabFolder(paths: place.LabPaths): Promise<void> {
  const absent: string[] = [];
  for (let folder = paths.folder; !(await stat(folder).catch(() => undefined)); folder = dirname(folder)) {
    absent.unshift(folder);
  }
  // The ledger lies in this very folder, so it is listed the moment after; without it `down` has nothing to find.
  await mkdir(paths.folder, { recursive: true, mode: 0o755 });
  if (absent.length > 0) {
    await record(place.ledgerFile(paths), ...absent.map((path) => ({ kind: 'folder', path }) as const));
  }
}

const namesOf = (hosts: readonly LabHost[]) => hosts.map((host) => host.name).join(', ');

type Stepper = (step: string, title: Message, work: () => Promise<boolean>) => Promise<void>;

/** Says start and end of each step; work that returns false had nothing to do. */
function stepper(bus: Bus): Stepper {
  return async (step, title, work) => {
    bus.emit({ type: 'step', step, title, status: 'start' });
    try {
      const did = await work();
      bus.emit({ type: 'step', step, title, status: did ? 'done' : 'nothing' });
    } catch (error) {
      bus.emit({ type: 'step', step, title, status: 'failed' });
      throw error;
    }
  };
}
