import { randomBytes } from 'node:crypto';
import type { Host, Outcome } from '../host/types.ts';
import { type Framed, frameScript, readFrame } from './frame.ts';
import { nodeFacts } from './node-facts.ts';
import { allProbes } from './probes.ts';
import type { ClusterFacts, NodeFacts, Probe, ProbeInputs, RawOutput } from './types.ts';

/** Longest deadline of a probe with what the kill and a slow login take; a good round trip is under 2 s. */
export const GATHER_DEADLINE_MS = 40_000;

export interface GatherOptions {
  deadlineMs: number;
  signal?: AbortSignal;
}

/**
 * Reads the probes on every host, one round trip each, all at once. A host that cannot be reached is a fact: all its
 * readings are unknown, with the reason. Throws only when `signal` is aborted, with its reason.
 */
export async function gatherFacts(
  hosts: readonly Host[],
  probes: readonly Probe<unknown>[],
  inputs: (node: string) => ProbeInputs,
  options: GatherOptions,
): Promise<ClusterFacts> {
  const nodes = await Promise.all(hosts.map((host) => gatherNode(host, probes, inputs(host.name), options)));
  return new Map(nodes.map((facts) => [facts.node, facts]));
}

/**
 * Facts with some probes read anew, for what an action changed. What was asked and not answered is unknown now, not
 * what it was before; nodes that are not among `hosts` stay as they were.
 */
export async function rereadFacts(
  previous: ClusterFacts,
  hosts: readonly Host[],
  probeIds: readonly string[],
  inputs: (node: string) => ProbeInputs,
  options: GatherOptions,
): Promise<ClusterFacts> {
  const probes = allProbes.filter((probe) => probeIds.includes(probe.id));
  const strange = probeIds.find((id) => !probes.some((probe) => probe.id === id));
  if (strange !== undefined) throw new RangeError(`no probe is called ${strange}`);
  const fresh = await gatherFacts(hosts, probes, inputs, options);
  return mergeFacts(previous, fresh, probeIds);
}

function mergeFacts(previous: ClusterFacts, fresh: ClusterFacts, probeIds: readonly string[]): ClusterFacts {
  const merged = new Map(previous);
  for (const [node, now] of fresh) {
    const kept = [...(previous.get(node)?.raw ?? [])].filter(([id]) => !probeIds.includes(id));
    merged.set(node, nodeFacts(node, now.reachable, new Map([...kept, ...now.raw]), NO_ANSWER));
  }
  return merged;
}

const NO_ANSWER = { code: 'no-answer', why: 'the node did not answer this probe' };

async function gatherNode(
  host: Host,
  probes: readonly Probe<unknown>[],
  inputs: ProbeInputs,
  options: GatherOptions,
): Promise<NodeFacts> {
  const nonce = randomBytes(16).toString('hex');
  const began = performance.now();
  const outcome = await host.run(frameScript(probes, inputs, nonce), options);
  const seconds = (performance.now() - began) / 1000;
  if (outcome.kind === 'cancelled')
    throw options.signal?.reason ?? new DOMException('cancelled', 'AbortError');
  const framed = outcome.kind === 'unreachable' ? undefined : readFrame(outcome.stdout, nonce);
  return factsOfOutcome(host.name, outcome, framed, seconds);
}

function factsOfOutcome(
  node: string,
  outcome: Exclude<Outcome, { kind: 'cancelled' }>,
  framed: Framed | undefined,
  seconds: number,
): NodeFacts {
  const none: ReadonlyMap<string, RawOutput> = new Map();
  if (outcome.kind === 'unreachable') {
    return nodeFacts(node, { ok: false, why: outcome.why, evidence: outcome.evidence }, none, NO_ANSWER);
  }
  if (framed?.started === true) {
    return nodeFacts(node, { ok: true, seconds }, framed.sections, NO_ANSWER);
  }
  const said = `${outcome.stderr}\n${outcome.stdout}`.trim().slice(0, 500);
  if (outcome.kind === 'deadline') {
    const evidence = said || `no answer in ${Math.round(outcome.afterMs / 1000)} s`;
    return nodeFacts(node, { ok: false, why: 'timeout', evidence }, none, NO_ANSWER);
  }
  // it answered, but bash did not run our script there: a restricted shell, or no bash
  const why = `the script did not run (exit ${outcome.rc}): ${said}`;
  return nodeFacts(node, { ok: true, seconds }, none, { code: 'no-answer', why });
}
