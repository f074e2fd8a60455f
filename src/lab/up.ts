/** `lab up`: virtual Sparks on this machine, from nothing or from where a killed run left off. */
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Bus } from '../event/bus.ts';
import { type Message, msg } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { type Base, baseAt, buildBase, sparkLayer, wantedBase } from './base/build.ts';
import { FETCHED_BYTES } from './base/packages.ts';
import { clusterText } from './cluster-text.ts';
import { type EngineFolders, engineBinds } from './engine-folders.ts';
import { readLabFile } from './files.ts';
import { makeGroup } from './host/cgroup.ts';
import { diskBase, makeDisk } from './host/disk.ts';
import { labKeys } from './host/keys.ts';
import { makeNetwork, namespaceStands } from './host/network.ts';
import { powerOn, supervisorOf } from './host/power.ts';
import { awaitReady } from './host/ready.ts';
import { knownHosts, sshConfig } from './host/ssh-config.ts';
import { type Consent, meetNeeds } from './install.ts';
import { record } from './ledger.ts';
import { takeLock } from './lock.ts';
import { labMissing } from './missing.ts';
import * as place from './paths.ts';
import { type LabHost, type LabPlan, planLab, SWITCH_NAMESPACE } from './plan.ts';
import { readStanding, type Standing, writeStanding } from './standing.ts';
import { sweep } from './sweep.ts';

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

/** How long a host may take to its first login, ms; measured 2 to 4 s. */
const READY_MS = 120_000;

/**
 * Brings the lab up and returns when every host can be logged in to. Throws Failure: refused (what the machine
 * lacks, or a lab of another shape that stands), held (another lab verb runs), failed or timed out (with the host's
 * last words). Killed at any moment, the same call again ends the same.
 */
export async function labUp(options: LabUpOptions): Promise<LabUp> {
  const { bus, signal } = options;
  const paths = options.paths ?? place.labPaths();
  const begun = performance.now();
  const plan = planLab(options.hosts);
  await meetNeeds(await labMissing(paths), options, bus, signal);
  await makeLabFolder(paths);
  await using _lock = await takeLock(place.lockFile(paths));
  const changed = await raise(paths, plan, options);
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
  const standing = await readStanding(paths);
  const powered = await whoIsOn(paths, plan.hosts);
  const networked = await networkStands(plan);
  if (standing !== undefined && networked && powered.length > 0) {
    // Its shape cannot change under running hosts, and to stop them is not ours to decide.
    if (!sameShape(standing, wanted)) throw new Failure(msg('lab.other-shape'), EXIT.refused);
    if (powered.length === plan.hosts.length) {
      await step('lab.hosts', msg('lab.step-stands', { hosts: plan.hosts.length }), async () => false);
      return false;
    }
  } else {
    await sweep(paths, false);
  }
  await bases(paths, plan, options, step);
  await step('lab.network', msg('lab.step-network', { hosts: plan.hosts.length }), async () => {
    if (networked && powered.length > 0) return false;
    await makeNetwork(paths, plan);
    return true;
  });
  const off = plan.hosts.filter((host) => !powered.includes(host));
  await step(
    'lab.hosts',
    msg('lab.step-hosts', { names: off.map((host) => host.name).join(', ') }),
    async () => {
      await writeStanding(paths, wanted);
      const binds = engineBinds(wanted.engine);
      for (const host of off) {
        const base = await baseAt(paths, (await diskBase(paths, host.name)) ?? '');
        await powerOn(paths, host, { layers: [layer.folder, base.folder], binds });
      }
      await Promise.all(off.map((host) => awaitReady(paths, host.name, READY_MS, options.signal)));
      return true;
    },
  );
  return true;
}

/** The base, the keys, the disks and the generated texts: everything that lies on disk. */
async function bases(
  paths: place.LabPaths,
  plan: LabPlan,
  options: LabUpOptions,
  step: Stepper,
): Promise<void> {
  const { bus, signal } = options;
  const base = await wantedBase(paths);
  const megabytes = Math.round(FETCHED_BYTES / 1e6);
  await step('lab.base', msg('lab.step-base', { megabytes }), async () => {
    if (base.ready) return false;
    const cgroupProcs = await makeGroup(place.ledgerFile(paths), 'builder');
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
  const keys = await labKeys(paths, plan);
  const missing: LabHost[] = [];
  for (const host of plan.hosts) {
    const on = await diskBase(paths, host.name);
    if (on === undefined) missing.push(host);
    // An older version's base may be gone from the cache; the disk is someone's work, so it is not replaced unasked.
    else if (!(await baseAt(paths, on)).ready) {
      throw new Failure(msg('lab.base-gone', { host: host.name }), EXIT.refused, on);
    }
  }
  if (missing.length > 0) {
    const names = missing.map((host) => host.name).join(', ');
    await step('lab.disks', msg('lab.step-disks', { names }), async () => {
      for (const host of missing) await makeDisk(paths, plan, host, keys, base.digest);
      return true;
    });
  }
  await writeTexts(paths, plan, base, knownHosts(plan.hosts, keys), bus);
}

async function writeTexts(
  paths: place.LabPaths,
  plan: LabPlan,
  base: Base,
  known: string,
  bus: Bus,
): Promise<void> {
  const config = sshConfig({
    plan,
    identity: place.laptopKey(paths),
    knownHosts: place.knownHostsFile(paths),
    busybox: `${base.folder}/bin/busybox`,
  });
  await writeFile(place.sshConfigFile(paths), config);
  await writeFile(place.knownHostsFile(paths), known);
  for (const name of ['supervise.sh', 'carrier.sh']) {
    const file = place.scriptFile(paths, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await readLabFile(`outside/${name}`), { mode: 0o755 });
  }
  const file = place.clusterFile(paths);
  const text = clusterText(plan, place.sshConfigFile(paths));
  const found = await readFile(file, 'utf8').catch(() => undefined);
  if (found === undefined) await writeFile(file, text);
  else if (found !== text)
    bus.emit({ type: 'note', level: 'info', message: msg('lab.cluster-kept', { file }) });
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

async function whoIsOn(paths: place.LabPaths, hosts: readonly LabHost[]): Promise<LabHost[]> {
  const supervisors = await Promise.all(hosts.map((host) => supervisorOf(paths, host.name)));
  return hosts.filter((_, at) => supervisors[at] !== undefined);
}

async function networkStands(plan: LabPlan): Promise<boolean> {
  const names = [SWITCH_NAMESPACE, ...plan.hosts.map((host) => host.namespace)];
  return (await Promise.all(names.map(namespaceStands))).every(Boolean);
}

function sameShape(one: Standing, other: Standing): boolean {
  const shape = ({ hosts, engine }: Standing) => JSON.stringify([hosts, engineBinds(engine)]);
  return shape(one) === shape(other);
}

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
