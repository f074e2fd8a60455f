/** Processes of this machine, told apart by number and start time. */
import { readFile, readlink } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** Field 22 of /proc/PID/stat: ticks between the machine's boot and the process's start. Undefined when it is gone. */
export function startTicksFrom(stat: string): string | undefined {
  // The command in parentheses may hold spaces and parentheses: count from the last one.
  const rest = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return rest.length > 19 ? rest[19] : undefined;
}

export async function startTicks(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // A zombie is dead: it only waits for its parent.
  if (/\) [ZX] /.test(stat)) return undefined;
  return startTicksFrom(stat);
}

/** A process that no other is taken for. */
export interface Identity {
  pid: number;
  startTicks: string;
  /** The machine's boot: another process may have the same number and start time after the next one. */
  boot?: string | undefined;
}

async function bootId(): Promise<string | undefined> {
  const text = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => undefined);
  return text?.trim();
}

/** What tells a running process apart, or undefined when it is gone. */
export async function identityOf(pid: number): Promise<Identity | undefined> {
  const ticks = await startTicks(pid);
  return ticks === undefined ? undefined : { pid, startTicks: ticks, boot: await bootId() };
}

/** Whether the very process still runs. */
export async function stillRuns(one: Identity): Promise<boolean> {
  if (one.boot !== undefined && one.boot !== (await bootId())) return false;
  return (await startTicks(one.pid)) === one.startTicks;
}

/** Waits a second for a process that is about to end, then SIGKILL, if and only if it is the very process. */
export async function endProcess(one: Identity): Promise<void> {
  for (let tries = 0; tries < 50 && (await stillRuns(one)); tries += 1) await pause(20);
  if (await stillRuns(one)) signalQuietly(one.pid, 'SIGKILL');
}

export function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

export async function executableOf(pid: number): Promise<string | undefined> {
  return readlink(`/proc/${pid}/exe`).catch(() => undefined);
}
