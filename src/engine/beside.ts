/** What lies beside an engine's log and speaks of the same boot: the kernel's log, a container's end, a kernel's name. */

/** Whose node it is of, as a file's name says; undefined where it does not. */
type OfRank = number | undefined;

export interface KernelLog {
  rank: OfRank;
  file: string;
  lines: string[];
}

export interface ContainerState {
  rank: OfRank;
  status: string; // running, exited, dead
  exitCode: number;
  oomKilled: boolean;
}

export interface ContainerEvent {
  rank: OfRank;
  when: string; // as written
  what: string; // restart, die, oom, kill
  text: string;
}

export interface NodeMemory {
  rank: OfRank;
  freeKiB: number;
  cachedKiB: number;
  cmaTotalKiB: number;
  cmaFreeKiB: number;
}

export interface Beside {
  kernelLogs: KernelLog[];
  states: ContainerState[];
  events: ContainerEvent[];
  kernels: { rank: OfRank; release: string }[];
  memory: NodeMemory[];
}

export const NOTHING_BESIDE: Beside = { kernelLogs: [], states: [], events: [], kernels: [], memory: [] };

/** What is of this rank's node, and what is of no known node. */
export function ofRank<T extends { rank: OfRank }>(all: readonly T[], rank: number): T[] {
  return all.filter((one) => one.rank === rank || one.rank === undefined);
}

/**
 * One file taken for what its content shows: adds it to `beside` and says true; false is an engine's log. Anything
 * else than the known shapes is a log, since a log may hold anything.
 */
export function takeBeside(file: string, text: string, rank: OfRank, beside: Beside): boolean {
  const trimmed = text.trim();
  if (/^\d+\.\d+\.\d+[\w.+~-]*$/.test(trimmed)) {
    beside.kernels.push({ rank, release: trimmed });
    return true;
  }
  if (/^MemTotal:\s+\d+ kB$/m.test(trimmed) && /^MemFree:/m.test(trimmed)) {
    beside.memory.push(memoryOf(trimmed, rank));
    return true;
  }
  const state = stateOf(trimmed, rank);
  if (state !== undefined) {
    beside.states.push(state);
    return true;
  }
  const lines = trimmed.split('\n').map((line) => line.trim());
  const share = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length > lines.length / 2;
  if (share(EVENT)) {
    beside.events.push(...lines.flatMap((line) => eventOf(line, rank)));
    return true;
  }
  if (trimmed !== '' && share(KERNEL_LINE)) {
    beside.kernelLogs.push({ rank, file, lines });
    return true;
  }
  return false;
}

/** `dmesg` with its clock in brackets, or the kernel's lines and those of memory guards in the journal. */
const KERNEL_LINE =
  /^\[ *\d+\.\d+\] |^(?:<\d+>)|^\S.{0,60} (?:kernel|earlyoom(?:\[\d+\])?|systemd-oomd(?:\[\d+\])?): /;
const EVENT = /^(\S+(?: [\d:.]+)?) container (\w+) /;

function eventOf(line: string, rank: OfRank): ContainerEvent[] {
  const found = EVENT.exec(line);
  return found === null ? [] : [{ rank, when: found[1] ?? '', what: found[2] ?? '', text: line }];
}

function stateOf(text: string, rank: OfRank): ContainerState | undefined {
  if (!/^[[{]/.test(text)) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  const first: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
  const record = recordOf(recordOf(first)?.State) ?? recordOf(first);
  if (record === undefined || typeof record.ExitCode !== 'number') return undefined;
  return {
    rank,
    status: typeof record.Status === 'string' ? record.Status : 'exited',
    exitCode: record.ExitCode,
    oomKilled: record.OOMKilled === true,
  };
}

function recordOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

function memoryOf(text: string, rank: OfRank): NodeMemory {
  const kib = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0);
  return {
    rank,
    freeKiB: kib('MemFree'),
    cachedKiB: kib('Cached'),
    cmaTotalKiB: kib('CmaTotal'),
    cmaFreeKiB: kib('CmaFree'),
  };
}
