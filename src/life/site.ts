/** Everything a workflow works with: the cluster and its recipe, hosts, state, the bus; opened once, closed at the end. */
import { hostname, userInfo } from 'node:os';
import type { Action } from '../change/types.ts';
import { fileKnobs, parseCluster } from '../cluster/load.ts';
import type { Cluster } from '../cluster/types.ts';
import { stateFolder as stateFolderOn } from '../deployment/folders.ts';
import type { Setting } from '../deployment/types.ts';
import type { Bus } from '../event/bus.ts';
import { GATHER_DEADLINE_MS, gatherFacts, rereadFacts } from '../facts/gather.ts';
import { allProbes } from '../facts/probes.ts';
import type { ClusterFacts, Probe } from '../facts/types.ts';
import type { GateResult } from '../gate/context.ts';
import { type Journal, openJournal } from '../gate/journal.ts';
import { type Lock, type LockOwner, takeLock } from '../gate/lock.ts';
import { runActions } from '../gate/run.ts';
import { type StateFolder, stateFolder } from '../gate/state.ts';
import { type UndoItem, type UndoResult, undoActions } from '../gate/undo.ts';
import { controlFolder } from '../host/control.ts';
import { localHost } from '../host/local.ts';
import { sshHost } from '../host/ssh.ts';
import type { Host } from '../host/types.ts';
import { type Language, type Message, msg } from '../message/message.ts';
import { recipeFromFiles } from '../recipe/load.ts';
import { resolveSettings } from '../recipe/settings.ts';
import type { LoadedRecipe } from '../recipe/types.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { nearest } from '../text/nearest.ts';
import { withoutCredentials } from '../text/safe.ts';
import { toolVersion } from '../text/version.ts';
import { probeInputs } from './inputs.ts';
import { completed, type KeptWish } from './kept.ts';
import type { Ended, RequestBase } from './wish.ts';

export interface Circumstances {
  /** Names the run in the journal. */
  run: string;
  bus: Bus;
  ask(message: Message): Promise<boolean>;
  signal: AbortSignal;
}

/** What the gate did: facts read after it, and an end where it was not all done. */
export interface Acted {
  facts: ClusterFacts;
  ended?: Ended;
}

export interface Site extends AsyncDisposable {
  run: string;
  name: string;
  language: Language;
  cluster: Cluster;
  recipe: LoadedRecipe;
  settings: Setting[];
  hosts: ReadonlyMap<string, Host>;
  nodeNames: string[];
  /** Those that `--node` names, or all. */
  chosen: string[];
  state: StateFolder;
  wish: KeptWish;
  bus: Bus;
  signal: AbortSignal;
  ask(message: Message): Promise<boolean>;
  host(node: string): Host;
  tellRun(verb: string): void;
  gather(probes?: readonly Probe<unknown>[]): Promise<ClusterFacts>;
  /** `steal`: from whoever holds it, which is said. */
  lock(verb: string, steal?: boolean): Promise<AsyncDisposable>;
  act(actions: Action[], facts: ClusterFacts, yes: boolean): Promise<Acted>;
  /** Puts back what the journal says, newest first; the lock is the caller's. */
  undo(items: readonly UndoItem[], note: { of: string; only?: string }): Promise<UndoResult>;
  /** Writes the run's end into the journal. */
  ended(exit: number): Promise<void>;
}

/** Opens a site on the head. Wrong files or settings are a Failure with exit 2. */
export async function openSite(request: RequestBase, circumstances: Circumstances): Promise<Site> {
  const { bus, ask, run } = circumstances;
  const loaded = parseCluster(request.cluster.text, request.cluster.file);
  const { exposure = loaded.cluster.exposure } = request;
  const cluster: Cluster = { ...loaded.cluster, exposure };
  const state = stateFolder(cluster.name);
  const wish = await completed(state, request);
  const recipe = recipeFromFiles(wish.recipe.files, wish.recipe.name);
  const sources = { file: fileKnobs(loaded), env: wish.environment, set: wish.set };
  const settings = resolveSettings(recipe.recipe, sources);
  const nodeNames = cluster.nodes.map((node) => node.name);
  checkNames(request.nodes, nodeNames);
  const hosts = new Map(cluster.nodes.map((node) => [node.name, hostOf(node)]));
  const lost = new AbortController();
  const signal = AbortSignal.any([circumstances.signal, lost.signal]);
  const inputs = probeInputs(cluster, recipe.recipe, settings);
  const options = { deadlineMs: GATHER_DEADLINE_MS, signal };
  const uncancelled = { deadlineMs: GATHER_DEADLINE_MS };
  const statePaths = new Map(cluster.nodes.map((node) => [node.name, stateFolderOn(cluster, node)]));
  // Only what could change something has a journal: a verb that reads leaves no file behind.
  let journal: Journal | undefined;
  const host = (node: string): Host => {
    const found = hosts.get(node);
    if (found === undefined) throw new RangeError(`no host ${node}`);
    return found;
  };

  return {
    run,
    name: cluster.name,
    language: request.language,
    cluster,
    recipe,
    settings,
    hosts,
    nodeNames,
    chosen: request.nodes.length === 0 ? nodeNames : request.nodes,
    state,
    wish,
    bus,
    signal,
    ask,
    host,
    tellRun(verb) {
      const node = cluster.nodes.find((each) => each.role === 'head')?.name ?? hostname();
      bus.emit({
        type: 'run',
        verb,
        cluster: cluster.name,
        node,
        tool: toolVersion(),
        recipe: recipe.recipe.name,
      });
    },
    gather: (probes = allProbes) => gatherFacts([...hosts.values()], probes, inputs, options),
    async lock(verb, steal = false) {
      const owner = {
        host: hostname(),
        user: userInfo().username,
        pid: process.pid,
        verb,
        started: new Date().toISOString(),
      };
      const lock: Lock = await takeLock(state, owner, steal ? { steal: sayRobbed } : {});
      lock.lost.addEventListener('abort', () => lost.abort(lock.lost.reason), { once: true });
      const { host: on, user, pid } = owner;
      if (lock.robbed?.atWork === true) {
        const { verb: theirs, pid: process } = lock.robbed;
        const message = msg('life.steal-at-work', { verb: theirs, pid: process });
        bus.emit({ type: 'note', level: 'warn', message });
      }
      try {
        journal = await openJournal(state.journal);
        await journal.append({ kind: 'run-start', run, verb, tool: toolVersion(), host: on, user, pid });
      } catch (error) {
        await lock.release();
        throw error;
      }
      return { [Symbol.asyncDispose]: () => lock.release() };

      function sayRobbed({ host: where, user: whose, pid: process, verb: theirs, started }: LockOwner): void {
        const message = msg('life.steal', { host: where, user: whose, pid: process, verb: theirs, started });
        bus.emit({ type: 'note', level: 'warn', message });
      }
    },
    async undo(items, note) {
      if (journal === undefined) throw new RangeError('nothing is changed without the lock');
      await journal.append({ kind: 'undo-start', run, ...note });
      const context = { run, cluster: cluster.name, hosts, statePaths, journal, bus, signal };
      return await undoActions(items, { ...context, redact: withoutCredentials });
    },
    async act(actions, facts, yes) {
      if (journal === undefined) throw new RangeError('nothing is changed without the lock');
      const result = await runActions(actions, {
        run,
        cluster: cluster.name,
        hosts,
        journal,
        bus,
        signal,
        yes,
        redact: withoutCredentials,
        statePaths,
        // A destructive action wants its own name, which no answer of yes or no is.
        ask: async (message, byName) => byName === undefined && (await ask(message)),
        // Whoever cancels starts nothing new; what was done is proven all the same.
        reread: (probeIds, nodes) => rereadFacts(facts, nodes.map(host), probeIds, inputs, uncancelled),
      });
      // A question that is cut off by a cancel was not answered with no.
      const cut = result.end === 'declined' && signal.aborted;
      const ended = endOf(cut ? { ...result, end: 'cancelled' } : result);
      return { facts: await factsAfter(actions, facts), ...ended };

      /** What the actions made stale, read again on every node. */
      async function factsAfter(acted: Action[], before: ClusterFacts): Promise<ClusterFacts> {
        const stale = [...new Set(acted.flatMap((action) => action.stales))];
        // After a cancel nothing is planned any more; only a verb whose work is whole still says what came of it.
        if (stale.length === 0 || (signal.aborted && ended.ended !== undefined)) return before;
        return await rereadFacts(before, [...hosts.values()], stale, inputs, uncancelled);
      }
    },
    async ended(exit) {
      await journal?.append({ kind: 'run-end', run, exit });
    },
    async [Symbol.asyncDispose]() {
      await journal?.close();
      await Promise.allSettled([...hosts.values()].map((each) => each.close()));
    },
  };
}

/** Ranks of one deployment start and stop together: these verbs take no `--node`. */
export function demandWholeCluster(site: Site, verb: string): void {
  if (site.chosen.length === site.nodeNames.length) return;
  throw new Failure(msg('life.whole-cluster', { verb }), EXIT.usage);
}

function checkNames(wanted: string[], valid: string[]): void {
  const wrong = wanted.find((name) => !valid.includes(name));
  if (wrong === undefined) return;
  const near = nearest(wrong, valid) ?? valid.join(', ');
  throw new Failure(msg('life.no-such-node', { node: wrong, near }), EXIT.usage);
}

/** The head is where we run; workers are reached from it. */
function hostOf(node: Cluster['nodes'][number]): Host {
  if (node.role === 'head') return localHost(node.name);
  const controlDir = controlFolder(process.env, process.getuid?.() ?? 0);
  return sshHost({ name: node.name, target: node.sshFromHead ?? node.ssh, controlDir });
}

/** How the gate's end ends the verb; nothing when all was done. */
function endOf(result: GateResult): { ended?: Ended } {
  const [failure] = result.failures;
  switch (result.end) {
    case 'done':
      return {};
    case 'declined':
      return { ended: { exit: EXIT.failed, message: msg('life.declined') } };
    case 'cancelled':
    case 'detached':
      return { ended: { exit: EXIT.interrupted, message: msg('life.interrupted-work') } };
    case 'needs-root': {
      const script = result.rootScripts.map(({ node, script: text }) => `# ${node}\n${text}`).join('\n');
      return { ended: { exit: EXIT.refused, message: msg('life.needs-root', { script }) } };
    }
    case 'failed': {
      const node = failure?.action.nodes[0] ?? '';
      const message = msg('life.action-failed', {
        title: failure?.action.title ?? '',
        node,
        why: failure?.why ?? '',
      });
      return {
        ended: {
          exit: EXIT.failed,
          message,
          document: { ok: false, action: failure?.action.id, node, evidence: failure?.evidence },
        },
      };
    }
  }
}
