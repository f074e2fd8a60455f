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

/** Whether the very process still runs. */
export async function stillRuns(process: { pid: number; startTicks: string }): Promise<boolean> {
  return (await startTicks(process.pid)) === process.startTicks;
}

/** Waits a second for a process that is about to end, then SIGKILL, if and only if it is the very process. */
export async function endProcess(one: { pid: number; startTicks: string }): Promise<void> {
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
