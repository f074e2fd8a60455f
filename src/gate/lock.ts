/**
 * One writer per cluster. The lock is held by a small process of its own that is fed a heartbeat: when we are
 * killed, its input ends and the lock is free at once; when we hang, it frees itself after the silence.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { msg } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { shq } from '../text/quote.ts';
import { prepareState, type StateFolder } from './state.ts';
import { endHolder, endOfRun } from './steal.ts';

export interface LockOwner {
  host: string;
  user: string;
  pid: number;
  verb: string;
  started: string; // ISO time
}

/** The small process that holds the lock, as it wrote of itself into the owner's file. */
export interface LockHolder {
  holder: number; // process id
  born: string; // clock ticks after boot, of /proc: a process id alone may be another's by now
}

export interface Lock {
  /** From whom it was taken by `steal`, and whether that run still had not ended when we stopped waiting for it. */
  readonly robbed?: LockOwner & { atWork: boolean };
  /** Aborts when the lock was lost under us, as after a long sleep of this machine: stop changing anything. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

interface Timing {
  heartbeatMs?: number;
  silenceSeconds?: number;
}

/** Sources of both numbers: design.md, "One writer per cluster". */
const HEARTBEAT_MS = 5_000;
const SILENCE_SECONDS = 20;
/** Taking it is a matter of milliseconds; a file system that hangs must not hang us. */
const TAKE_MS = 10_000;
/** An action that is under way ends in seconds; a run that hangs is why its lock was taken. */
const ROBBED_MS = 30_000;
/** Exit status by which `flock` says that somebody else holds it. */
const HELD = 75;

// $1 the owner file, $2 seconds of silence; the first line of input is the owner, each other one a heartbeat.
const HOLD = [
  'umask 077; IFS= read -r owner || exit 1',
  'stat=$(< /proc/$$/stat) || exit 1; fields=(${stat##*) })',
  `printf '%s\\n{"holder":%s,"born":"%s"}\\n' "$owner" "$$" "\${fields[19]}" > "$1.new" || exit 1`,
  'mv -T -- "$1.new" "$1" || exit 1',
  'echo held',
  'while IFS= read -r -t "$2" beat; do :; done',
  'rm -f -- "$1"',
].join('\n');

/**
 * Takes the cluster's lock; with `steal` from whoever holds it, who is told of first.
 * @throws Failure (held) naming the holder, or saying why it cannot be taken from them.
 */
export async function takeLock(
  state: StateFolder,
  owner: LockOwner,
  timing: Timing & { steal?: (from: LockOwner) => void; waitMs?: number } = {},
): Promise<Lock> {
  await prepareState(state);
  try {
    return await tryLock(state, owner, timing);
  } catch (error) {
    if (timing.steal === undefined || !(error instanceof Failure) || error.exit !== EXIT.held) throw error;
    const held = await readOwner(state);
    if (held === undefined) throw error;
    timing.steal(held.owner);
    const run = await endHolder(state, held);
    const lock = await tryLock(state, owner, timing);
    const ended = run === undefined || (await endOfRun(run, timing.waitMs ?? ROBBED_MS));
    return { ...lock, robbed: { ...held.owner, atWork: !ended } };
  }
}

async function tryLock(state: StateFolder, owner: LockOwner, timing: Timing): Promise<Lock> {
  const silence = String(timing.silenceSeconds ?? SILENCE_SECONDS);
  const holder = spawn(
    'flock',
    ['-n', '-E', String(HELD), state.lock, 'bash', '-c', HOLD, 'sparkwright-lock', state.owner, silence],
    // A session of its own: Ctrl+C at the terminal must not free the lock while the run still ends its work.
    { stdio: 'pipe', detached: true },
  );
  holder.stdin.on('error', () => undefined);
  holder.stdin.write(`${JSON.stringify(owner)}\n`);
  const refused = await held(holder);
  if (refused !== undefined) {
    holder.stdin.end();
    if (refused.rc === HELD) throw await heldBy(state);
    throw new Failure(msg('gate.lock-failed', { file: state.lock }), EXIT.failed, refused.said);
  }

  const lost = new AbortController();
  let released = false;
  const beat = setInterval(() => holder.stdin.write('\n'), timing.heartbeatMs ?? HEARTBEAT_MS);
  const gone = once(holder, 'exit').then(() => {
    clearInterval(beat);
    if (!released) lost.abort(new Failure(msg('gate.lock-lost', { file: state.lock }), EXIT.failed));
  });
  return {
    lost: lost.signal,
    release: async () => {
      released = true;
      clearInterval(beat);
      holder.stdin.end();
      await gone;
    },
  };
}

/** Undefined once it holds the lock. */
async function held(
  holder: ChildProcessWithoutNullStreams,
): Promise<{ rc: number | null; said: string } | undefined> {
  let said = '';
  holder.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8').slice(0, 2_000);
  });
  const end = Promise.withResolvers<{ rc: number | null; said: string } | undefined>();
  holder.stdout.once('data', () => end.resolve(undefined));
  holder.once('error', (error) => end.resolve({ rc: null, said: error.message }));
  holder.once('close', (rc: number | null) => end.resolve({ rc, said }));
  const timer = setTimeout(() => {
    holder.kill('SIGKILL');
    end.resolve({ rc: null, said: `no answer within ${TAKE_MS / 1000} s` });
  }, TAKE_MS);
  return end.promise.finally(() => clearTimeout(timer));
}

async function heldBy(state: StateFolder): Promise<Failure> {
  const held = await readOwner(state);
  if (held === undefined)
    return new Failure(msg('gate.held-by-someone', { file: shq(state.lock) }), EXIT.held);
  const { host, user, pid, verb, started } = held.owner;
  return new Failure(msg('gate.held', { host, user, pid, verb, started }), EXIT.held, state.owner);
}

/** Who holds the lock. It is written just after the lock is taken, so a missing one is looked for again. */
async function readOwner(
  state: StateFolder,
): Promise<{ owner: LockOwner; process: LockHolder | undefined } | undefined> {
  for (let tries = 0; tries < 10; tries += 1) {
    try {
      const [owner = '', process = 'null'] = (await readFile(state.owner, 'utf8')).split('\n');
      return { owner: JSON.parse(owner) as LockOwner, process: JSON.parse(process || 'null') ?? undefined };
    } catch {
      await sleep(100);
    }
  }
  return undefined;
}
