/** Engine logs of one or more ranks, read as one boot: how far it came, how it ended, why, and what to do. Pure. */
import { type Message, msg } from '../message/message.ts';
import { type Beside, ofRank } from './beside.ts';
import { BootReader } from './boot.ts';
import type { BootFacts } from './bootfacts.ts';
import { type Cause, causeOf, killsIn, versionsOf } from './cause.ts';
import type { EngineFailure } from './failures.ts';
import { parseLine } from './line.ts';
import { loadCollapse } from './loadrate.ts';
import type { RankLog, SortedFiles } from './logfiles.ts';
import type { BootProgress } from './rankreading.ts';
import type { Stall, StallLimits } from './stall.ts';
import { type TimedLine, timeline } from './timeline.ts';
import { warningMessage } from './warnings.ts';

export interface ExplainedRank {
  rank: number;
  file: string;
  phase: string;
  title: Message;
  progress: BootProgress | undefined;
  /** Since the last line that shows life; undefined where the time of reading is not known. */
  silentSeconds: number | undefined;
  lives: number;
}

export interface Explanation {
  phase: string; // reached by the head, or by the only rank that is known
  title: Message;
  outcome: 'ready' | 'failed' | 'running';
  cause: Cause | undefined;
  /** What other lines say of the same end, in time order. */
  followed: EngineFailure[];
  facts: BootFacts;
  ranks: ExplainedRank[];
  warnings: Message[];
  notes: Message[];
}

/**
 * How long a phase may be silent where no recipe says it: rendezvous and NCCL take seconds, kernels of a new image
 * have been seen to compile for 36 minutes without a line (pain B04, B13, N32).
 */
const LIMITS: StallLimits = {
  otherMs: 45 * 60_000,
  byPhaseMs: {
    start: 10 * 60_000,
    arguments: 5 * 60_000,
    engine: 5 * 60_000,
    rendezvous: 120_000,
    nccl: 120_000,
    joined: 120_000,
    load: 10 * 60_000,
    drafter: 10 * 60_000,
    'kv-cache': 20 * 60_000,
    graphs: 20 * 60_000,
    serving: 5 * 60_000,
  },
};

/**
 * `nowMs`: when the logs were taken, by their clock (UTC where they name no zone). Without it the latest line of any
 * rank is now: a standstill is then seen only where another rank or a complaint about waiting shows that time went by.
 */
export function explain({ logs, beside }: SortedFiles, nowMs?: number): Explanation {
  const reader = new BootReader({ ranks: 0 });
  const lines = timeline(logs, yearOf(nowMs));
  const sockets = new Map<number, TimedLine>();
  for (const one of lines) {
    for (const update of reader.feed(one.rank, one.raw, one.atMs)) {
      if (update.type === 'restarted') sockets.delete(one.rank);
      if (update.type !== 'fact' || update.name !== 'transport') continue;
      if (update.value === 'sockets') sockets.set(one.rank, one);
      else sockets.delete(one.rank);
    }
  }
  for (const { rank } of logs) if (!reader.ranks().includes(rank)) reader.started(rank, nowMs ?? 0);

  const now = nowMs ?? lines.at(-1)?.atMs;
  const cause =
    causeOf(reader, beside) ??
    socketsCause(reader, sockets) ??
    (now === undefined || gone(beside) ? undefined : stalled(reader, reader.noProgressVerdict(now, LIMITS)));
  const ranks = logs.map((log) => rankOf(reader, log, nowMs));
  const [first] = ranks;
  return {
    phase: first?.phase ?? 'start',
    title: first?.title ?? msg('engine.phase.start'),
    outcome: cause !== undefined ? 'failed' : reader.serving ? 'ready' : 'running',
    cause,
    followed: cause === undefined ? [] : reader.failures().filter((one) => follows(one, cause)),
    facts: reader.facts(),
    ranks,
    warnings: warningsOf(reader, cause, logs, beside, sockets),
    notes: notesOf(reader, cause, logs, beside),
  };
}

/** `ok`: nothing to look at; `warn`: it goes on, but; `fail`: it has a cause. */
export function verdictOf(explanation: Explanation): 'ok' | 'warn' | 'fail' {
  if (explanation.cause !== undefined) return 'fail';
  return explanation.warnings.length > 0 ? 'warn' : 'ok';
}

/** The document of `explain --json`, as docs/explain.md has it. */
export function explainDocument({ phase, outcome, cause, facts }: Explanation, tell: (m: Message) => string) {
  return {
    phase,
    outcome,
    cause:
      cause === undefined
        ? null
        : {
            id: cause.id,
            rank: cause.rank,
            line: cause.line,
            text: cause.text,
            means: tell(cause.means),
            next: cause.next.map(tell),
          },
    facts,
  };
}

/** Wrappers above the line of the cause lead to it; hints are noted elsewhere. */
function follows(one: EngineFailure, cause: Cause): boolean {
  if (one.hint) return false;
  if (one.rank !== cause.rank || cause.file !== undefined) return true;
  return one.line > cause.line || (one.line < cause.line && one.closeness !== 'wrapper');
}

/** The engine's clock has no year; without a time of reading, any leap year does for differences. */
function yearOf(nowMs: number | undefined): number {
  return nowMs === undefined ? 2024 : new Date(nowMs).getUTCFullYear();
}

function gone({ states }: Beside): boolean {
  return states.length > 0 && states.every((state) => state.status !== 'running');
}

function rankOf(reader: BootReader, { rank, file }: RankLog, nowMs: number | undefined): ExplainedRank {
  const { phase, title, progress, lives } = reader.at(rank, nowMs ?? 0);
  const shown = reader.shownMs(rank);
  const silentSeconds =
    nowMs === undefined || shown === undefined ? undefined : Math.max(0, Math.round((nowMs - shown) / 1000));
  return { rank, file, phase, title, progress, silentSeconds, lives };
}

/** Several ranks over NCCL's sockets answer, at a fraction of the speed: on Sparks that is no success (pain N13). */
function socketsCause(reader: BootReader, sockets: Map<number, TimedLine>): Cause | undefined {
  const [found] = sockets;
  if (found === undefined || !reader.serving || (reader.facts().worldSize ?? 1) < 2) return undefined;
  const [rank, { raw, line }] = found;
  const devices = reader.factsOf(rank).transportDevices ?? '?';
  return {
    id: 'boot.roce-not-used',
    closeness: 'cause',
    rank,
    line,
    text: parseLine(raw).text,
    means: msg('engine.cause.sockets', { rank, devices }),
    next: [msg('engine.next.roce'), msg('engine.next.stalled-checks')],
  };
}

function stalled(reader: BootReader, stall: Stall | undefined): Cause | undefined {
  if (stall === undefined) return undefined;
  const { rank, phase, silentMs, limitMs } = stall;
  const last = reader.lastLine(rank) ?? { line: 0, text: '' };
  const means = msg('engine.cause.stalled', {
    rank,
    phase: phase.title,
    id: phase.id,
    seconds: Math.round(silentMs / 1000),
    limit: Math.round(limitMs / 1000),
    hint: phase.stalled,
  });
  const next = [
    msg('engine.next.stalled-checks'),
    msg('engine.next.other-rank'),
    msg('engine.next.restart-both'),
  ];
  return { id: 'boot.stalled', closeness: 'cause', rank, ...last, means, next };
}

function warningsOf(
  reader: BootReader,
  cause: Cause | undefined,
  logs: readonly RankLog[],
  beside: Beside,
  sockets: Map<number, TimedLine>,
): Message[] {
  const joined = (rank: number) =>
    reader.serving || !/^(?:start|arguments|engine|rendezvous)$/.test(reader.at(rank, 0).phase);
  const said = reader
    .warnings()
    .filter(({ id, rank }) => id !== 'unknown-variable' && !(id === 'head-unreachable' && joined(rank)))
    .map(warningMessage);
  const slow = logs.flatMap(({ rank, lines }) => {
    const { phase } = reader.at(rank, 0);
    const found = phase === 'load' || phase === 'drafter' ? loadCollapse(lines) : undefined;
    if (found === undefined) return [];
    const [memory] = ofRank(beside.memory, rank);
    return msg('engine.warning.slow-load', {
      rank,
      peak: found.peakPerSec.toFixed(1),
      now: found.nowPerSec.toFixed(1),
      done: found.done,
      total: found.total,
      memory:
        memory === undefined
          ? ''
          : msg('engine.warning.slow-load-memory', {
              free: gib(memory.freeKiB),
              cached: gib(memory.cachedKiB),
            }),
    });
  });
  const over = reader.serving || (reader.facts().worldSize ?? 1) < 2 ? [] : [...sockets.keys()];
  const bare = over.map((rank) =>
    msg('engine.warning.sockets-now', { rank, devices: reader.factsOf(rank).transportDevices ?? '?' }),
  );
  const versions = cause === undefined ? versionsOf(reader) : undefined;
  const apart = versions === undefined ? [] : [msg('engine.warning.versions-differ', { versions })];
  const kills = cause === undefined ? killsIn(beside.kernelLogs) : [];
  const ended = kills.map(({ log, name }) =>
    msg('engine.warning.kernel-kill', { node: log.file, process: name }),
  );
  return [...said, ...slow, ...bare, ...apart, ...ended];
}

function notesOf(
  reader: BootReader,
  cause: Cause | undefined,
  logs: readonly RankLog[],
  beside: Beside,
): Message[] {
  const notes: Message[] = [];
  for (const { id, rank, name } of reader.warnings()) {
    if (id === 'unknown-variable') notes.push(msg('engine.note.unknown-variable', { rank, name }));
  }
  const kernel = beside.kernelLogs.flatMap((log) => log.lines);
  const nvrm = kernel.filter((line) => line.includes('NV_ERR_NO_MEMORY')).length;
  if (nvrm > 0) notes.push(msg('engine.note.nvrm', { count: nvrm }));
  for (const text of kernel) {
    const code = /NVRM: Xid \([^)]*\): (\d+)/.exec(text)?.[1];
    if (code !== undefined) notes.push(msg('engine.note.xid', { code, text }));
  }
  for (const { hint, rank, text, line } of reader.failures()) {
    if (hint && !(cause?.rank === rank && cause.line === line))
      notes.push(msg('engine.note.hint', { rank, text }));
  }
  if (
    cause !== undefined &&
    beside.states.some((state) => state.status !== 'running' && state.exitCode === 0)
  )
    notes.push(msg('engine.note.exit-zero'));
  for (const { rank } of cause === undefined && reader.serving ? logs : []) {
    if (reader.stoppedAt(rank) !== undefined) notes.push(msg('engine.note.stopped', { rank }));
  }
  const [only] = logs;
  if (
    cause !== undefined &&
    cause.closeness !== 'cause' &&
    cause.id !== 'boot.head-restarted' &&
    logs.length === 1 &&
    only !== undefined
  )
    notes.push(msg('engine.note.one-log', { rank: only.rank }));
  return notes;
}

function gib(kib: number): string {
  return (kib / 1024 / 1024).toFixed(1);
}
