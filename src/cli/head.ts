/** The way to the head: this machine or SSH, and the program that does the verb there. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LoadedCluster } from '../cluster/types.ts';
import { controlFolder } from '../host/control.ts';
import { destination, thisMachine } from '../host/here.ts';
import { localHost } from '../host/local.ts';
import { isThisMachine } from '../host/reach.ts';
import { sshHost } from '../host/ssh.ts';
import type { Host } from '../host/types.ts';
import { msg } from '../message/message.ts';
import { findBuild, lookAtHead, placeBuild, placedLauncher } from '../remote/place.ts';
import { EXIT, Failure } from '../text/failure.ts';
import type { View } from './report/view.ts';

/** The head as a host: this machine, or over SSH with the person's own configuration. */
export async function headHost(loaded: LoadedCluster): Promise<Host> {
  const { cluster, file } = loaded;
  const node = cluster.nodes.find((candidate) => candidate.role === 'head');
  if (node === undefined) throw new Failure(msg('cli.no-head', { file }), EXIT.usage);
  if (isThisMachine(await destination(node.ssh, cluster.sshConfig), thisMachine()))
    return localHost(node.name);
  const config = cluster.sshConfig === undefined ? {} : { sshConfig: cluster.sshConfig };
  const controlDir = controlFolder(process.env, process.getuid?.() ?? 0);
  return sshHost({ name: node.name, target: node.ssh, controlDir, ...config });
}

/** This very program, for a head that is this machine. */
export function ownTool(): string[] {
  return [process.execPath, ourEntry()];
}

function ourEntry(): string {
  const here = fileURLToPath(import.meta.url);
  // In the bundle we are one of its chunks; from source the entry lies beside us.
  return here.endsWith('.ts') ? join(dirname(here), 'main.ts') : join(bundleFolder(), 'sparkwright.js');
}

function bundleFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  return here.endsWith('chunks') ? dirname(here) : here;
}

/** Folders where portable builds may lie: named, dist/portable of a checkout, or beside an unpacked build. */
function buildFolders(): string[] {
  const named = process.env.SPARKWRIGHT_PORTABLE_DIR;
  const here = bundleFolder();
  const folders = [join(here, '../portable'), join(here, '../../dist/portable'), join(here, '../..')];
  return named === undefined || named === '' ? folders : [named, ...folders];
}

export async function toolOnHead(head: Host, view: View, signal: AbortSignal): Promise<string[]> {
  const { machine, known } = await lookAtHead(head, signal);
  const build = await findBuild(machine, buildFolders());
  const there = await placedLauncher(head, build, signal);
  if (there !== undefined) return [there];
  const megabytes = Math.round(build.bytes / 1e6);
  if (!known && !(await view.ask(msg('remote.place-ask', { node: head.name, megabytes })))) {
    throw new Failure(msg('remote.place-declined', { node: head.name }), EXIT.failed);
  }
  view.note(msg('remote.placing', { node: head.name, megabytes }));
  const launcher = await placeBuild(head, build, signal);
  view.note(msg('remote.placed', { node: head.name }));
  return [launcher];
}
