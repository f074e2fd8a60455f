/** Follows a boot to its end: the logs of every rank, the memory of every node, and at last a real completion. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Deployment } from '../deployment/types.ts';
import { type ContainerState, NOTHING_BESIDE } from '../engine/beside.ts';
import { BootReader } from '../engine/boot.ts';
import { causeOf } from '../engine/cause.ts';
import type { Endpoint } from '../engine/client.ts';
import { type BootRecord, estimateRest } from '../engine/estimate.ts';
import type { EngineFailure } from '../engine/failures.ts';
import { bootPhases } from '../engine/phases.ts';
import { probeReady, type Readiness } from '../engine/ready.ts';
import { limitsOf, type Stall } from '../engine/stall.ts';
import { warningMessage } from '../engine/warnings.ts';
import type { Bus } from '../event/bus.ts';
import type { Host } from '../host/types.ts';
import { type Message, msg } from '../message/message.ts';
import type { Recipe } from '../recipe/types.ts';
import { type RankEnd, watchMemory, watchRank } from './watch.ts';

export interface BootCall {
  deployment: Deployment;
  recipe: Recipe;
  hosts: ReadonlyMap<string, Host>;
  endpoint: Endpoint;
  history: BootRecord[];
  limitMs: number;
  bus: Bus;
  signal: AbortSignal;
}

export interface Reached {
  phase: string;
  title: Message;
  seconds: number;
}

export type BootEnd =
  | { kind: 'ready'; record: BootRecord; completion: NonNullable<Readiness['completion']> }
  | {
      kind: 'died';
      end: RankEnd;
      /** Ranks that ended meanwhile too: they hold no memory. */
      others: RankEnd[];
      cause: EngineFailure | undefined;
      tails: Map<number, string[]>;
      reached: Reached;
    }
  | { kind: 'stalled'; stall: Stall; reached: Reached }
  | { kind: 'timeout'; reached: Reached; why: Message | undefined }
  | { kind: 'sockets'; reached: Reached }
  | { kind: 'interrupted' };

/** How many lines of a dead rank's log are shown (A5.7). */
const TAIL_LINES = 40;

export async function followBoot(call: BootCall): Promise<BootEnd> {
  const { deployment, recipe, hosts, bus } = call;
  const startedAt = Date.now();
  const phases = bootPhases(recipe.boot.phases);
  const reader = new BootReader({ ranks: deployment.units.length, phases });
  const tails = new Map<number, string[]>();
  const done = new AbortController();
  const signal = AbortSignal.any([call.signal, done.signal]);
  const ends: RankEnd[] = [];

  const watchers = deployment.units.map(async (unit) => {
    const host = hosts.get(unit.node);
    if (host === undefined) return;
    reader.started(unit.rank, startedAt);
    const end = await watchRank(unit, host, bus, signal, (line) => {
      const tail = tails.get(unit.rank) ?? [];
      tail.push(line.replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z /, ''));
      if (tail.length > TAIL_LINES) tail.shift();
      tails.set(unit.rank, tail);
      for (const update of reader.feed(unit.rank, line, Date.now())) {
        if (update.type === 'phase') tellPhase(update.rank);
        if (update.type === 'warning') {
          bus.emit({ type: 'note', level: 'warn', node: unit.node, message: warningMessage(update.warning) });
        }
      }
    });
    if (end !== undefined) ends.push(end);
  });
  const memory = [...hosts.values()].map((host) => watchMemory(host, bus, signal));

  const reached = (): Reached => {
    const at = reader.at(0, Date.now());
    return { phase: at.phase, title: at.title, seconds: Math.round((Date.now() - startedAt) / 1000) };
  };
  const tellPhase = (rank: number) => {
    const at = reader.at(rank, Date.now());
    const head = reader.at(0, Date.now());
    const estimate = estimateRest(call.history, {
      phases: phases.map((phase) => phase.id),
      phase: head.phase,
      spentMs: head.spentMs,
      totalMs: Date.now() - startedAt,
      estimateSeconds: recipe.boot.estimateSeconds,
    });
    const node = deployment.units.find((unit) => unit.rank === rank)?.node ?? '';
    const { phase, title, spentMs } = at;
    bus.emit({
      type: 'phase',
      rank,
      node,
      phase,
      title,
      spentMs,
      ...(estimate && { estimateMs: estimate.restMs }),
    });
  };

  const limits = limitsOf(recipe.boot);
  let lastTold = Date.now();
  let lastAsked = 0;
  let why: Message | undefined;
  try {
    for (;;) {
      if (call.signal.aborted) return { kind: 'interrupted' };
      const dead = ends[0];
      if (dead !== undefined) {
        // The other rank's last words, which often name the cause, take a moment to arrive.
        await pause(1_500);
        const cause = causeOf(reader, { ...NOTHING_BESIDE, states: ends.map(stateOf) });
        return { kind: 'died', end: dead, others: ends.slice(1), cause, tails, reached: reached() };
      }
      const now = Date.now();
      if (now - lastTold >= 5_000) {
        lastTold = now;
        for (const unit of deployment.units) tellPhase(unit.rank);
      }
      if (reader.serving || now - lastAsked >= 5_000) {
        lastAsked = now;
        const ready = await readyNow(call, reader.serving);
        if (ready?.completion !== undefined && ready.ready) {
          const transport = transportVerdict(recipe.transport, reader.facts().transport);
          if (transport === 'wrong') return { kind: 'sockets', reached: reached() };
          if (transport === 'unknown')
            bus.emit({ type: 'note', level: 'warn', message: msg('life.transport-unknown') });
          return { kind: 'ready', record: { ...reader.record(Date.now()) }, completion: ready.completion };
        }
        why = ready?.why?.said;
      }
      const stall = reader.noProgressVerdict(Date.now(), limits);
      if (stall !== undefined) return { kind: 'stalled', stall, reached: reached() };
      if (Date.now() - startedAt > call.limitMs) return { kind: 'timeout', reached: reached(), why };
      await pause(reader.serving ? 200 : 400, undefined, { signal: call.signal }).catch(() => undefined);
    }
  } finally {
    done.abort();
    await Promise.allSettled([...watchers, ...memory]);
  }
}

/** Whether the ranks speak over what the recipe wants: an engine over sockets answers too, ten times slower. */
export function transportVerdict(
  wanted: Recipe['transport'],
  seen: Recipe['transport'] | undefined,
): 'right' | 'wrong' | 'unknown' {
  if (wanted === 'sockets') return 'right';
  if (seen === undefined) return 'unknown';
  return seen === wanted ? 'right' : 'wrong';
}

/** The end of a rank's container, as `explain` weighs it. */
function stateOf({ rank, exit, oomKilled }: RankEnd): ContainerState {
  return { rank, status: 'exited', exitCode: exit, oomKilled };
}

/** Asks the engine; before its log says that it serves, only whether it is there, so that a late log is no delay. */
async function readyNow(call: BootCall, serving: boolean): Promise<Readiness | undefined> {
  try {
    return await probeReady({
      endpoint: call.endpoint,
      servedName: call.deployment.serves.model,
      probe: call.recipe.boot.probe,
      signal: call.signal,
      ...(!serving && { completionMs: 20_000 }),
    });
  } catch {
    return undefined; // cancelled: the loop sees the signal
  }
}
