import { LABEL } from '../deployment/labels.ts';
import { BootReader } from '../engine/boot.ts';
import { bootPhases } from '../engine/phases.ts';
import { probeReady } from '../engine/ready.ts';
import { dockerPs } from '../facts/docker/docker-ps.ts';
import { meminfo } from '../facts/machine/meminfo.ts';
import type { NodeFacts } from '../facts/types.ts';
import { readIntent, readReceipts } from '../gate/state.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { shq } from '../text/quote.ts';
import { endpointFor, placeFor } from './endpoint.ts';
import type { Site } from './site.ts';
import type { Ended } from './wish.ts';

export interface StatusUnit {
  unit: string;
  container: string;
  state: string;
  exitCode: number;
  restartCount: number;
  startedAt: string | null;
  image: string;
  imageId: string | null;
  specHash: string;
}

export interface StatusNode {
  name: string;
  role: 'head' | 'worker';
  reachable: boolean;
  why?: string;
  units: StatusUnit[];
  memAvailableBytes: number | null;
  /** The guard is a part of its own; until it is there a node says that it has none. */
  guard: { installed: false };
}

export interface StatusDocument {
  cluster: string;
  intent: 'up' | 'down' | null;
  state: 'down' | 'starting' | 'ready' | 'degraded' | 'failed';
  phase: string | null;
  nodes: StatusNode[];
  imagesDiffer: boolean;
  endpoint: { url: string; model: string; health: number | null; answers: boolean } | null;
  receipt: unknown;
}

/** What was asked for and what is, node by node; a node that cannot be reached is shown, never left out (A6.1). */
export async function status(site: Site): Promise<Ended> {
  const facts = await site.gather([dockerPs, meminfo]);
  // The state is the whole deployment's, whichever nodes are shown.
  const nodes = site.cluster.nodes.map((node) => nodeOf(node.name, node.role, facts.get(node.name)));
  const [intent, receipts] = await Promise.all([readIntent(site.state), readReceipts(site.state)]);
  const units = nodes.flatMap((node) => node.units);
  const headRuns = units.some((unit) => unit.unit === 'rank0' && unit.state === 'running');
  const endpoint = headRuns ? await endpointOf(site) : null;
  const state = stateOf(nodes, endpoint);
  const document: StatusDocument = {
    cluster: site.name,
    intent: intent?.want ?? null,
    state,
    phase: state === 'starting' ? await phaseReached(site, nodes) : null,
    nodes: nodes.filter((node) => site.chosen.includes(node.name)),
    imagesDiffer: new Set(units.map((unit) => unit.imageId)).size > 1,
    endpoint,
    receipt: receipts[0] ?? null,
  };
  return { exit: EXIT.done, document };
}

function nodeOf(name: string, role: 'head' | 'worker', facts: NodeFacts | undefined): StatusNode {
  const containers = facts?.read(dockerPs);
  const memory = facts?.read(meminfo);
  const unread = containers?.state === 'unknown' ? containers.why : undefined;
  const why = facts?.reachable.ok === false ? facts.reachable.why : unread;
  return {
    name,
    role,
    reachable: facts?.reachable.ok === true,
    ...(why !== undefined && { why }),
    units: (containers?.state === 'known' ? containers.value : []).map((container) => ({
      unit: container.labels[LABEL.unit] ?? '',
      container: container.name,
      state: container.state,
      exitCode: container.exitCode,
      restartCount: container.restartCount,
      startedAt: container.startedAt,
      image: container.image,
      imageId: container.imageId,
      specHash: container.labels[LABEL.spec] ?? '',
    })),
    memAvailableBytes:
      memory?.state === 'known' && memory.value.memAvailableKiB !== null
        ? memory.value.memAvailableKiB * 1024
        : null,
    guard: { installed: false },
  };
}

/** The state as containers and tokens show it; a node that cannot be read makes nothing fine. */
export function stateOf(nodes: StatusNode[], endpoint: StatusDocument['endpoint']): StatusDocument['state'] {
  const units = nodes.flatMap((node) => node.units);
  const unread = nodes.some((node) => node.why !== undefined);
  const stopped = units.filter((unit) => unit.state !== 'running');
  if (units.length === 0) return unread ? 'degraded' : 'down';
  if (endpoint?.answers === true) return unread || stopped.length > 0 ? 'degraded' : 'ready';
  if (stopped.length > 0) return 'failed';
  return unread ? 'degraded' : 'starting';
}

/** Where the boot is, by the log of the head's rank. */
async function phaseReached(site: Site, nodes: StatusNode[]): Promise<string | null> {
  const node = nodes.find((each) => each.units.some((unit) => unit.unit === 'rank0'));
  const unit = node?.units.find((each) => each.unit === 'rank0');
  if (node === undefined || unit === undefined) return null;
  const reader = new BootReader({ ranks: 1, phases: bootPhases(site.recipe.recipe.boot.phases) });
  const script = `exec docker logs --timestamps --tail 5000 ${shq(unit.container)} 2>&1`;
  const outcome = await site.host(node.name).run(script, { deadlineMs: 20_000, signal: site.signal });
  if (outcome.kind !== 'exit') return null;
  for (const line of outcome.stdout.split('\n')) reader.feed(0, line, Date.now());
  return reader.at(0, Date.now()).phase;
}

/** An engine that cannot be asked, as without its key, is shown as one that does not answer, with the reason. */
async function endpointOf(site: Site): Promise<StatusDocument['endpoint']> {
  const { base, model } = placeFor(site);
  const url = `${base}/v1`;
  const endpoint = await endpointFor(site).then(
    (found) => found.endpoint,
    (error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      site.bus.emit({ type: 'note', level: 'warn', message: error.said });
      return undefined;
    },
  );
  if (endpoint === undefined) return { url, model, health: null, answers: false };
  const ready = await probeReady({
    endpoint,
    servedName: model,
    probe: site.recipe.recipe.boot.probe,
    signal: site.signal,
    completionMs: 30_000,
  });
  return { url, model, health: ready.health ?? null, answers: ready.ready };
}
