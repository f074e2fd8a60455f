/** Switching a host on and off, as a person would: the plug, not the shutdown menu. */
import { spawn } from 'node:child_process';
import { mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../command.ts';
import { record } from '../ledger.ts';
import { hostPaths, type LabPaths, labPrefix, ledgerFile, scriptFile } from '../paths.ts';
import type { LabHost } from '../plan.ts';
import { endProcess, type Identity, identityOf, stillRuns } from '../process.ts';
import { readWhenThere, writeWhole } from '../written.ts';
import { bootScript } from './boot.ts';
import { cgroupMounts, killGroup, makeGroup, SUPERVISORS } from './cgroup.ts';
import { makeStandIn } from './disk.ts';

const supervisorFile = (paths: LabPaths, host: string) =>
  join(hostPaths(paths, host).folder, 'supervisor.json');

/** The process that keeps the host powered, or undefined when the host is off. */
export async function supervisorOf(paths: LabPaths, host: string): Promise<Identity | undefined> {
  const text = await readWhenThere(supervisorFile(paths, host));
  if (text === undefined) return undefined;
  const one: Identity = JSON.parse(text);
  return (await stillRuns(one)) ? one : undefined;
}

export interface PowerOn {
  layers: string[];
  binds: { from: string; to: string }[];
}

/** Starts the host's supervisor, which outlives us. The ledger knows it before it does anything. */
export async function powerOn(paths: LabPaths, host: LabHost, wanted: PowerOn): Promise<void> {
  const at = hostPaths(paths, host.name);
  const ledger = ledgerFile(paths);
  await mkdir(at.root, { recursive: true });
  await mkdir(join(paths.folder, 'on'), { recursive: true });
  await recordNspawnFolders(ledger, host.machine);
  await makeStandIn(paths, host);
  const cgroupProcs = await makeGroup(ledger, labPrefix(paths), host.name);
  const ownUptime = (await stat('/proc/self/ns/time').catch(() => undefined)) !== undefined;
  await writeFile(at.bootScript, bootScript({ host, at, ...wanted, cgroupProcs, ownUptime }));
  const gates = await makeGroup(ledger, labPrefix(paths), SUPERVISORS);
  const log = await open(at.log, 'a', 0o600);
  try {
    const child = spawn('sh', [scriptFile(paths, 'supervise.sh'), paths.folder, host.name], {
      detached: true,
      cwd: '/',
      stdio: ['pipe', log.fd, log.fd],
    });
    const { pid } = child;
    if (pid === undefined) throw new Error('sh did not start');
    const identity = await identityOf(pid);
    if (identity === undefined) throw new Error('the supervisor ended before it began');
    await record(ledger, { kind: 'process', ...identity, what: `supervisor of ${host.name}` });
    for (const gate of gates) await writeFile(gate, String(pid));
    await writeWhole(supervisorFile(paths, host.name), JSON.stringify(identity));
    child.stdin?.end('go\n');
    child.unref();
  } finally {
    await log.close();
  }
}

/** Pulls the plug: its links go dark first, as a machine without power has them, then every process of it ends. */
export async function powerOff(paths: LabPaths, host: string): Promise<void> {
  await rm(join(paths.folder, 'on', host), { force: true });
  await run(['sh', scriptFile(paths, 'carrier.sh'), paths.folder], { deadlineMs: 20_000 });
  const supervisor = await supervisorOf(paths, host);
  const mounts = cgroupMounts(await readFile('/proc/self/mountinfo', 'utf8'));
  for (const mount of mounts) await killGroup(join(mount.path, labPrefix(paths), host));
  if (supervisor !== undefined) await endProcess(supervisor);
  await rm(supervisorFile(paths, host), { force: true });
}

/** Folders systemd-nspawn makes on the machine and leaves. */
async function recordNspawnFolders(ledger: string, machine: string): Promise<void> {
  const folders = ['/run/systemd', '/run/systemd/nspawn', '/run/systemd/nspawn/propagate'];
  for (const path of folders) {
    if ((await stat(path).catch(() => undefined)) === undefined)
      await record(ledger, { kind: 'folder', path });
  }
  await record(ledger, { kind: 'folder', path: `/run/systemd/nspawn/propagate/${machine}` });
}
