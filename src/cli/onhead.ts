/** A verb that the head does: gathers the files it needs, finds the way to the head, shows what comes back. */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findClusterFile, loadCluster } from '../cluster/load.ts';
import type { LoadedCluster } from '../cluster/types.ts';
import { controlFolder } from '../host/control.ts';
import { destination, thisMachine } from '../host/here.ts';
import { localHost } from '../host/local.ts';
import { isThisMachine } from '../host/reach.ts';
import { sshHost } from '../host/ssh.ts';
import type { Host } from '../host/types.ts';
import type { Ended, Request, RequestBase, VerbRequest } from '../life/wish.ts';
import { msg } from '../message/message.ts';
import { loadNamedRecipe } from '../recipe/find.ts';
import { aliasesIn, parseSets } from '../recipe/settings.ts';
import type { LoadedRecipe } from '../recipe/types.ts';
import { attach, type Conductor, conduct } from '../remote/conduct.ts';
import { findBuild, lookAtHead, placeBuild, placedLauncher } from '../remote/place.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { type Flags, languageOfFlags, viewOptions } from './flags.ts';
import { openView, type View, type ViewOptions } from './report/view.ts';

export interface Loaded {
  cluster: LoadedCluster;
  recipe: LoadedRecipe;
}

/** The cluster file and its recipe, as this machine has them. */
export async function loadBoth(flags: Flags): Promise<Loaded> {
  const file = await findClusterFile(flags.config, process.cwd(), process.env);
  const cluster = await loadCluster(file);
  const recipe = await loadNamedRecipe(cluster.cluster.recipe, dirname(file), process.env);
  return { cluster, recipe };
}

/** The part of a request that all verbs share. Of the environment only knob aliases travel. */
export function requestBase(loaded: Loaded, flags: Flags): RequestBase {
  return {
    version: 1,
    language: languageOfFlags(flags),
    cluster: { text: loaded.cluster.text, file: loaded.cluster.file },
    recipe: { name: loaded.recipe.recipe.name, files: loaded.recipe.files },
    set: parseSets(flags.set),
    environment: aliasesIn(loaded.recipe.recipe, process.env),
  };
}

/** Does a verb on the head and sets the exit code. */
export async function onHead(
  flags: Flags,
  verb: VerbRequest,
  more: Pick<RequestBase, 'exposure'> & Pick<ViewOptions, 'document'> = {},
): Promise<void> {
  const { document, ...wish } = more;
  const loaded = await loadBoth(flags);
  const request = { ...requestBase(loaded, flags), ...wish, ...verb } as Request;
  await withConductor(flags, loaded, document, (conductor) => conduct(request, conductor));
}

/** Shows the run that is under way on the head, or the last one. */
export async function attachOnHead(flags: Flags): Promise<void> {
  await withConductor(flags, await loadBoth(flags), undefined, attach);
}

async function withConductor(
  flags: Flags,
  loaded: Loaded,
  document: ViewOptions['document'],
  work: (conductor: Conductor) => Promise<Ended>,
): Promise<void> {
  const view = await openView(viewOptions(flags, document));
  const detach = new AbortController();
  const head = await headHost(loaded.cluster);
  let interrupted: (() => void) | undefined;
  const onSignal = () => {
    if (interrupted === undefined) return detach.abort();
    const first = interrupted;
    interrupted = undefined;
    first();
  };
  process.on('SIGINT', onSignal);
  try {
    const tool = head.local ? ownTool() : await toolOnHead(head, view, detach.signal);
    const ended = await work({
      head,
      tool,
      cluster: loaded.cluster.cluster.name,
      show: (event) => view.show(event),
      note: (message) => view.note(message),
      ask: (message) => view.ask(message),
      detach: detach.signal,
      onInterrupt: (callback) => {
        interrupted = callback;
      },
    });
    view.end(ended);
    process.exitCode = ended.exit;
  } catch (error) {
    if (!(error instanceof Failure) || flags.json === true) throw error;
    view.close();
    throw error;
  } finally {
    process.off('SIGINT', onSignal);
    await head.close();
  }
}

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
function ownTool(): string[] {
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

/** Folders where portable builds may lie: named, beside the bundle (dist/portable), or beside the checkout. */
function buildFolders(): string[] {
  const named = process.env.SPARKWRIGHT_PORTABLE_DIR;
  const folders = [
    join(bundleFolder(), '..', 'portable'),
    join(bundleFolder(), '..', '..', 'dist', 'portable'),
  ];
  return named === undefined || named === '' ? folders : [named, ...folders];
}

async function toolOnHead(head: Host, view: View, signal: AbortSignal): Promise<string[]> {
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

/** Reads a text file that a flag names; a missing one is a usage error with its path. */
export async function readNamed(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new Failure(msg('cli.cannot-read', { file }), EXIT.usage, (error as Error).message);
  }
}
