/** `lab status`: what of the lab stands. Changes nothing, needs no root. */
import { readFile, stat } from 'node:fs/promises';
import { wantedBase } from './base/build.ts';
import type { EngineFolders } from './engine-folders.ts';
import { namespaceStands } from './host/network.ts';
import { supervisorOf } from './host/power.ts';
import * as place from './paths.ts';
import { type LabHost, planLab } from './plan.ts';
import { readStanding } from './standing.ts';

interface LabHostStatus {
  name: string;
  role: 'head' | 'worker';
  /** absent: it has no disk yet. */
  state: 'on' | 'off' | 'absent';
  address: string;
  /** The two halves of the cabled cage. */
  rails: { netdev: string; address: string }[];
  sudo: 'free' | 'asks';
  /** Since its supervisor started; a reboot from inside does not reset it. */
  onForSeconds?: number;
}

export interface LabStatus {
  /** Every host of the lab that stands is powered. */
  up: boolean;
  folder: string;
  hosts: LabHostStatus[];
  /** null: not written yet, or removed by `lab down`. */
  clusterFile: string | null;
  sshConfig: string | null;
  engine: EngineFolders;
  /** The base that this version makes disks on. */
  base: { digest: string; folder: string; cached: boolean };
}

/** Reads the lab's folder and /proc. Without a lab: the two hosts that `lab up` would make. */
export async function labStatus(paths: place.LabPaths = place.labPaths()): Promise<LabStatus> {
  const standing = await readStanding(paths);
  const plan = planLab(standing?.hosts ?? 2, place.labPrefix(paths));
  const base = await wantedBase(paths);
  const networked = await namespaceStands(plan.switchNamespace);
  const hosts = await Promise.all(plan.hosts.map((host) => hostStatus(paths, host)));
  return {
    up: standing !== undefined && networked && hosts.every((host) => host.state === 'on'),
    folder: paths.folder,
    hosts,
    clusterFile: (await whenThere(place.clusterFile(paths))) ?? null,
    sshConfig: (await whenThere(place.sshConfigFile(paths))) ?? null,
    engine: standing?.engine ?? {},
    base: { digest: base.digest, folder: base.folder, cached: base.ready },
  };
}

async function hostStatus(paths: place.LabPaths, host: LabHost): Promise<LabHostStatus> {
  const supervisor = await supervisorOf(paths, host.name);
  const off = (await whenThere(place.hostPaths(paths, host.name).disk)) === undefined ? 'absent' : 'off';
  const status: LabHostStatus = {
    name: host.name,
    role: host.role,
    state: supervisor === undefined ? off : 'on',
    address: host.management.address,
    rails: host.ports.flatMap(({ netdev, address }) => (address === undefined ? [] : [{ netdev, address }])),
    sudo: host.sudo,
  };
  if (supervisor !== undefined) status.onForSeconds = await secondsSince(supervisor.startTicks);
  return status;
}

/** /proc counts in ticks of 1/100 s on every architecture of Linux we meet. */
async function secondsSince(ticks: string): Promise<number> {
  const uptime = Number((await readFile('/proc/uptime', 'utf8')).split(' ')[0]);
  return Math.max(0, Math.round(uptime - Number(ticks) / 100));
}

async function whenThere(file: string): Promise<string | undefined> {
  return (await stat(file).catch(() => undefined)) === undefined ? undefined : file;
}
