/**
 * Why a boot or a served engine ended, weighed over the logs of all ranks and what lies beside them. A line that
 * names the reason wins; then the death of a process, which beats what its peers saw of it; then what the ranks say
 * only together; then errors nobody classified; wrappers last.
 */
import { type Message, msg } from '../message/message.ts';
import { type Beside, type KernelLog, NOTHING_BESIDE, ofRank } from './beside.ts';
import type { BootReader } from './boot.ts';
import { type EngineFailure, rootCause } from './failures.ts';

/** The cause, with the file in which its line stands where that is not the log of its rank. */
export interface Cause extends EngineFailure {
  file?: string;
}

/** Undefined when nothing ended, as far as can be seen. */
export function causeOf(reader: BootReader, beside: Beside = NOTHING_BESIDE): Cause | undefined {
  const said = rootCause(reader.failures());
  if (said?.closeness === 'cause' && said.id !== 'rank.process-died') return refined(said, reader, beside);
  const dead = killed(said, reader, beside) ?? (said?.closeness === 'cause' ? said : undefined);
  return (
    dead ??
    addressesDiffer(reader) ??
    headRestarted(said, reader, beside) ??
    stoppedAlone(said, reader) ??
    versionsDiffer(said, reader) ??
    silentEnd(said, reader) ??
    said ??
    ended(reader, beside)
  );
}

/** Kernels whose KHO keeps memory that RDMA cannot pin (pain P04): 7.0.0-1019-nvidia, HWE 7.0.0-31 and their kin. */
const KHO_KERNEL = /^7\.0\.0-/;
/** Pages in the contiguous pool beyond its own size are KHO's. */
const KHO_KIB = 1024 * 1024;

/** The same failure said more closely by what else is known. */
function refined(said: EngineFailure, reader: BootReader, beside: Beside): EngineFailure {
  const { rank } = said;
  if (said.id === 'boot.rdma-memory') {
    const release = ofRank(beside.kernels, rank).find((one) => KHO_KERNEL.test(one.release))?.release;
    const held = ofRank(beside.memory, rank).some((one) => one.cmaFreeKiB > one.cmaTotalKiB + KHO_KIB);
    if (release === undefined && !held) return said;
    const values = { ...said.means.values, kernel: release ?? '?' };
    const next = [msg('engine.next.kernel-kho'), msg('engine.next.memlock')];
    return { ...said, means: { key: 'engine.cause.rdma-memory-kernel', values }, next };
  }
  if (said.id === 'boot.out-of-memory' && said.phase === 'drafter') {
    const means = msg('engine.cause.out-of-memory-drafter', { rank });
    return { ...said, means, next: [msg('engine.next.drafter'), ...said.next] };
  }
  const { kvGiB, modelGiB } = reader.facts();
  if (said.id === 'boot.no-cache-blocks' && kvGiB !== undefined && kvGiB <= 0) {
    const values = { over: -kvGiB, kv: kvGiB, model: modelGiB ?? '?' };
    return { ...said, means: msg('engine.cause.no-cache-blocks-by', values) };
  }
  return said;
}

/** An engine's process, as the kernel or a guard names it. */
const ENGINE_PROCESS = /vllm|engine|worker|python|ray/i;

interface Kill {
  log: KernelLog;
  line: number;
  text: string;
  by: 'kernel' | 'guard';
  name: string;
}

/** Processes of an engine that were ended for want of memory, in the kernel's logs. */
export function killsIn(logs: readonly KernelLog[]): Kill[] {
  return logs.flatMap((log) =>
    log.lines.flatMap((text, index): Kill[] => {
      const line = index + 1;
      const kernel = /(?:Out of memory|Memory cgroup out of memory).*?Killed process \d+ \(([^)]+)\)/.exec(
        text,
      );
      if (kernel !== null && ENGINE_PROCESS.test(kernel[1] ?? ''))
        return [{ log, line, text, by: 'kernel', name: kernel[1] ?? '' }];
      const guard = /\b(earlyoom|systemd-oomd)(?:\[\d+\])?: .*?(?:sending SIG\w+|[Kk]illed)\b.*/.exec(text);
      return guard !== null && (ENGINE_PROCESS.test(guard[0].slice(guard[1]?.length)) || /docker/.test(text))
        ? [{ log, line, text, by: 'guard', name: guard[1] ?? '' }]
        : [];
    }),
  );
}

/** What was ended from outside: by the kernel's log, a guard's, or the status of the container. */
function killed(said: EngineFailure | undefined, reader: BootReader, beside: Beside): Cause | undefined {
  const gone = beside.states.filter((state) => state.status !== 'running');
  const [kill] = killsIn(beside.kernelLogs);
  if (kill !== undefined && (said !== undefined || gone.length > 0 || !reader.serving)) {
    const rank = kill.log.rank ?? gone[0]?.rank ?? likelyDead(reader, said);
    const exit = ofRank(gone, rank).find((state) => state.exitCode !== 0)?.exitCode ?? 137;
    const role = roleOf(rank);
    const means =
      kill.by === 'kernel'
        ? msg('engine.cause.killed-by-kernel', { rank, role, process: kill.name, exit })
        : msg('engine.cause.killed-by-guard', { rank, guard: kill.name });
    const next =
      kill.by === 'kernel'
        ? [msg('engine.next.free-memory'), msg('engine.next.restart-both')]
        : [msg('engine.next.guard-limit'), msg('engine.next.restart-both')];
    const { line, text, log } = kill;
    const id = kill.by === 'kernel' ? 'rank.oom-killed' : 'rank.killed-by-guard';
    return { id, closeness: 'cause', rank, line, text, means, next, file: log.file };
  }
  const state = gone.find((one) => one.oomKilled || [137, 143].includes(one.exitCode));
  if (state === undefined) return undefined;
  const rank = state.rank ?? likelyDead(reader, said);
  // A rank that failed by itself is often killed afterwards, when the pair is cleaned up.
  if (said?.closeness === 'exception' && (said.rank === rank || said.id === 'engine.exception'))
    return undefined;
  const exit = state.exitCode;
  const stopped = exit === 143 && !state.oomKilled;
  return atEnd(reader, {
    id: stopped ? 'rank.stopped' : 'rank.killed',
    rank,
    means: stopped
      ? msg('engine.cause.container-stopped', { rank, exit })
      : msg('engine.cause.container-killed', { rank, exit }),
    next: [msg('engine.next.why-killed', { rank }), msg('engine.next.restart-both')],
  });
}

/** The rank that says nothing of a failure while another does; else the one that does. */
function likelyDead(reader: BootReader, said: EngineFailure | undefined): number {
  const silent = reader.ranks().filter((rank) => !reader.failures().some((one) => one.rank === rank));
  const [only] = silent;
  return silent.length === 1 && only !== undefined ? only : (said?.rank ?? 0);
}

function addressesDiffer(reader: BootReader): Cause | undefined {
  if (reader.serving) return undefined;
  const named = reader.ranks().flatMap((rank) => {
    const { headAddress } = reader.factsOf(rank);
    return headAddress === undefined ? [] : [{ rank, headAddress }];
  });
  if (new Set(named.map((one) => one.headAddress)).size < 2) return undefined;
  const last = named.at(-1);
  const addresses = named.map((one) => `rank ${one.rank} ${one.headAddress}`).join(', ');
  return atEnd(reader, {
    id: 'boot.head-address-differs',
    rank: last?.rank ?? 0,
    means: msg('engine.cause.head-address-differs', { addresses }),
    next: [msg('engine.next.same-head'), msg('engine.next.rendezvous')],
  });
}

/** The head came up anew under a worker that had joined: by Docker's events, or by the head's own log. */
function headRestarted(
  said: EngineFailure | undefined,
  reader: BootReader,
  beside: Beside,
): Cause | undefined {
  if (said?.closeness !== 'echo' || said.rank === 0) return undefined;
  const event = beside.events.find(
    ({ rank, what }) => (rank ?? 0) !== said.rank && /^(?:restart|die|kill|stop|oom)$/.test(what),
  );
  const lives = reader.ranks().includes(0) ? reader.at(0, 0).lives : 1;
  if (event === undefined && lives < 2) return undefined;
  const values = {
    when: event?.when ?? msg('engine.explain.lives', { lives }),
    rank: said.rank,
    port: said.means.values.port ?? reader.factsOf(said.rank).headAddress?.split(':').at(-1) ?? '?',
  };
  const means = msg('engine.cause.head-restarted', values);
  return { ...said, id: 'boot.head-restarted', means, next: [msg('engine.next.worker-first')] };
}

/** One rank was stopped, in order, under another that ran on: what that one lost is no fault of the fabric. */
function stoppedAlone(said: EngineFailure | undefined, reader: BootReader): Cause | undefined {
  if (said?.closeness !== 'echo') return undefined;
  const rank = reader.ranks().find((one) => one !== said.rank && reader.stoppedAt(one) !== undefined);
  const at = rank === undefined ? undefined : reader.stoppedAt(rank);
  if (rank === undefined || at === undefined) return undefined;
  const means = msg('engine.cause.stopped-alone', { rank, other: said.rank });
  return {
    id: 'rank.stopped-alone',
    closeness: 'cause',
    rank,
    ...at,
    means,
    next: [msg('engine.next.restart-both')],
  };
}

/** Engines of two versions do not understand each other; said only where nothing names another reason. */
function versionsDiffer(said: EngineFailure | undefined, reader: BootReader): Cause | undefined {
  const versions = versionsOf(reader);
  if (said === undefined || versions === undefined) return undefined;
  const means = msg('engine.cause.versions-differ', { versions });
  return { ...said, id: 'boot.versions-differ', means, next: [msg('engine.next.image-sync')] };
}

/** `rank 0 0.32.0, rank 1 0.30.0`; undefined where all that say it say the same. */
export function versionsOf(reader: BootReader): string | undefined {
  const said = reader.ranks().flatMap((rank) => {
    const { version } = reader.factsOf(rank);
    return version === undefined ? [] : [{ rank, version }];
  });
  if (new Set(said.map((one) => one.version)).size < 2) return undefined;
  return said.map((one) => `rank ${one.rank} ${one.version}`).join(', ');
}

/** A peer was lost, and exactly one other rank's log just stops: the reason is there, and outside of the log. */
function silentEnd(said: EngineFailure | undefined, reader: BootReader): Cause | undefined {
  if (said?.id !== 'rank.peer-lost') return undefined;
  const silent = reader.ranks().filter((rank) => !reader.failures().some((one) => one.rank === rank));
  const [rank] = silent;
  if (rank === undefined || silent.length > 1 || reader.lastLine(rank) === undefined) return undefined;
  const [here, there] = [reader.shownMs(rank), reader.shownMs(said.rank)];
  if (here !== undefined && there !== undefined && here > there) return undefined;
  return atEnd(reader, {
    id: 'rank.silent-end',
    rank,
    means: msg('engine.cause.silent-end', { rank, other: said.rank }),
    next: [msg('engine.next.why-killed', { rank }), msg('engine.next.restart-both')],
  });
}

/** A container that is gone while its log says nothing of it. */
function ended(reader: BootReader, beside: Beside): Cause | undefined {
  const state = beside.states.find((one) => one.status === 'exited' || one.status === 'dead');
  if (state === undefined || (reader.serving && state.exitCode === 0)) return undefined;
  const rank = state.rank ?? 0;
  return atEnd(reader, {
    id: 'rank.ended',
    rank,
    means: msg('engine.cause.container-ended', { rank, status: state.status, exit: state.exitCode }),
    next: [msg('engine.next.logs'), msg('engine.next.restart-both')],
  });
}

interface AtEnd {
  id: string;
  rank: number;
  means: Message;
  next: Message[];
}

/** A cause that no line names stands at the last line of its rank. */
function atEnd(reader: BootReader, { id, rank, means, next }: AtEnd): Cause {
  const last = reader.lastLine(rank) ?? { line: 0, text: '' };
  return { id, closeness: 'cause', rank, line: last.line, text: last.text, means, next };
}

export function roleOf(rank: number): Message {
  return rank === 0 ? msg('engine.explain.head') : msg('engine.explain.worker');
}
