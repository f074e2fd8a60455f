/** Takes the lock from another run: ends the small process that holds it, and only after it is proven to be that. */
import { readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { msg } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { shq } from '../text/quote.ts';
import type { LockHolder, LockOwner } from './lock.ts';
import type { StateFolder } from './state.ts';

/** The run whose lock was taken, as a process that no other can be taken for. */
export interface RobbedRun {
  pid: number;
  born: string;
}

/** A killed process is gone in milliseconds; a machine short of memory takes longer. */
const GONE_MS = 10_000;
const LOOK_AGAIN_MS = 50;

/**
 * Ends the holder. It must be the process that the owner's file names, born when that says, the lock's holder of this
 * very cluster by its own words, with the lock open, and a grandchild of the run that is named as owner.
 * Returns the run, which may have work under way.
 * @throws Failure (held) where any of that does not hold: then nothing is ended.
 */
export async function endHolder(
  state: StateFolder,
  held: { owner: LockOwner; process: LockHolder | undefined },
): Promise<RobbedRun | undefined> {
  const { owner, process: holder } = held;
  const doubt = await doubtOf(state, owner, holder);
  // A holder that is gone by now has freed the lock by itself.
  if (doubt === 'gone') return undefined;
  if (doubt !== undefined || holder === undefined) {
    throw new Failure(msg('gate.steal-doubt', { file: shq(state.lock) }), EXIT.held, doubt);
  }
  const born = await bornOf(owner.pid);
  try {
    process.kill(holder.holder, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return undefined;
    throw new Failure(
      msg('gate.steal-denied', { user: owner.user, pid: holder.holder }),
      EXIT.held,
      String(error),
    );
  }
  for (let waitedMs = 0; waitedMs < GONE_MS; waitedMs += LOOK_AGAIN_MS) {
    if ((await bornOf(holder.holder)) !== holder.born) break;
    await sleep(LOOK_AGAIN_MS);
  }
  return born === undefined ? undefined : { pid: owner.pid, born };
}

/** What speaks against it being the holder; undefined when nothing does. */
async function doubtOf(
  state: StateFolder,
  owner: LockOwner,
  holder: LockHolder | undefined,
): Promise<string | undefined> {
  if (owner.host !== hostname()) return `${state.owner}: host ${owner.host}, not ${hostname()}`;
  if (holder === undefined) return `${state.owner}: no holder in it`;
  const { holder: pid, born } = holder;
  if (!Number.isInteger(pid) || pid <= 1) return `${state.owner}: holder ${pid}`;
  const now = await bornOf(pid);
  if (now === undefined) return 'gone';
  if (now !== born) return `/proc/${pid}/stat: born at ${now}, not ${born}`;
  const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
  if (words[3] !== 'sparkwright-lock' || words[4] !== state.owner) {
    return `/proc/${pid}/cmdline: not the holder of ${state.owner}`;
  }
  if (!(await hasOpen(pid, await realpath(state.lock)))) return `/proc/${pid}/fd: ${state.lock} is not open`;
  const run = await parentOf((await parentOf(pid)) ?? 0);
  return run === owner.pid ? undefined : `/proc/${pid}: of process ${run}, not of ${owner.pid}`;
}

/** Waits for the end of a run that lost its lock: what it has under way it may still finish. False: it is there still. */
export async function endOfRun(run: RobbedRun, waitMs: number): Promise<boolean> {
  for (let waitedMs = 0; (await bornOf(run.pid)) === run.born; waitedMs += LOOK_AGAIN_MS) {
    if (waitedMs >= waitMs) return false;
    await sleep(LOOK_AGAIN_MS);
  }
  return true;
}

/** Field 22 of /proc/PID/stat; undefined once the process is gone or waits to be reaped. */
async function bornOf(pid: number): Promise<string | undefined> {
  const fields = await statOf(pid);
  return fields === undefined || fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
}

async function parentOf(pid: number): Promise<number | undefined> {
  const parent = Number((await statOf(pid))?.[1]);
  return Number.isInteger(parent) ? parent : undefined;
}

/** The fields after the command's name, which may hold anything. */
async function statOf(pid: number): Promise<string[] | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return text?.slice(text.lastIndexOf(')') + 2).split(' ');
}

async function hasOpen(pid: number, file: string): Promise<boolean> {
  const folder = `/proc/${pid}/fd`;
  const names = await readdir(folder).catch(() => []);
  const links = await Promise.all(names.map((name) => readlink(`${folder}/${name}`).catch(() => '')));
  return links.includes(file);
}
