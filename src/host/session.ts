/** One framed script on one machine, from start to outcome: streams, deadline, cancel, and the end of its children. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { CAPTURE_BYTES, Capture, Gate, Lines } from './capture.ts';
import { framedWords, killWords, markOf, newNonce, WITH_PARENT, withoutMarks } from './frame.ts';
import type { FollowOptions, Outcome, RunOptions } from './types.ts';

/** How words become a program on this machine that runs them on that one. */
export interface Transport {
  /** Whether the script runs on this very machine. */
  local: boolean;
  argv(words: readonly string[]): [program: string, ...args: string[]];
  /** What an end without our mark means. `started`: the script had begun. */
  broken(stderr: string, started: boolean): Outcome;
}

/** The node ends a script itself this long after our deadline: only where we no longer can. */
const BACKSTOP_SECONDS = 10;
/** A script has ended and its children still hold a stream: silence for this long, and we stop reading. */
const SILENCE_MS = 2_000;
const KILL_SESSION_MS = 5_000;
const GROUP_MS = 1_000;
/** What is kept of a followed script's output, as evidence. */
const FOLLOW_KEPT_BYTES = 64 * 1024;

type Stop = 'deadline' | 'cancelled' | 'source';

/** Runs a script and waits for its end. Rejects only when the stream given as standard input fails. */
export async function runFramed(
  transport: Transport,
  script: string,
  options: RunOptions,
  onLine?: FollowOptions['onLine'],
  lineBytes?: number,
): Promise<Outcome> {
  if (options.signal?.aborted) return { kind: 'cancelled' };
  // A watcher ends with us even by kill -9; what changes something is let finish.
  const watches = onLine !== undefined && (await canDieWithParent());
  const nonce = newNonce();
  const words = framedWords({
    nonce,
    script,
    args: options.args ?? [],
    env: options.env ?? {},
    asRoot: options.asRoot ?? false,
    backstopSeconds: Math.ceil(options.deadlineMs / 1000) + BACKSTOP_SECONDS,
    withParent: watches && transport.local,
  });
  const child = start(transport, words, watches, options.stdin === undefined ? 'ignore' : 'pipe');
  const streams = readStreams(child, nonce, onLine, lineBytes);

  const stopping = Promise.withResolvers<Stop>();
  const timer = setTimeout(() => stopping.resolve('deadline'), options.deadlineMs);
  const onAbort = () => stopping.resolve('cancelled');
  options.signal?.addEventListener('abort', onAbort, { once: true });
  let sourceError: unknown;
  feed(child, options.stdin, (error) => {
    sourceError = error;
    stopping.resolve('source');
  });

  try {
    const first = await Promise.race([streams.over, stopping.promise]);
    if (first !== 'over' && streams.rc() === undefined) {
      await endGroup(transport, child, streams, options.asRoot ?? false);
      if (first === 'source') throw sourceError;
      if (first === 'cancelled') return { kind: 'cancelled' };
      return { kind: 'deadline', afterMs: options.deadlineMs, ...streams.text() };
    }
    if (first !== 'over') await endChild(child, 0);
    const rc = streams.rc();
    if (rc === undefined) return transport.broken(streams.said(), streams.started());
    return { kind: 'exit', rc, ...streams.text() };
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', onAbort);
    child.stdout?.destroy();
    child.stderr?.destroy();
    child.stdin?.destroy();
  }
}

// In a session of its own: Ctrl+C at the terminal reaches us alone, and what it means is decided by the gate.
function start(
  transport: Transport,
  words: string[],
  watches: boolean,
  stdin: 'ignore' | 'pipe',
): ChildProcess {
  const [program = '', ...args] = [...(watches ? WITH_PARENT : []), ...transport.argv(words)];
  return spawn(program, args, { stdio: [stdin, 'pipe', 'pipe'], detached: true });
}

let canDie: Promise<boolean> | undefined;

/** util-linux is everywhere on Linux; a laptop with another system goes without. */
function canDieWithParent(): Promise<boolean> {
  canDie ??= new Promise((resolve) => {
    const probe = spawn('setpriv', ['--pdeathsig', 'TERM', '--', 'true'], { stdio: 'ignore' });
    probe.on('error', () => resolve(false));
    probe.on('exit', (code) => resolve(code === 0));
  });
  return canDie;
}

interface Streams {
  /** Resolves when everything was read, or the script has ended and all is silent. */
  over: Promise<'over'>;
  rc(): number | undefined;
  /** The process group that the script leads, once it has named it. */
  group: Promise<number>;
  started(): boolean;
  /** What was on stderr when the script did not start, or why the program itself did not. */
  said(): string;
  text(): { stdout: string; stderr: string };
}

function readStreams(
  child: ChildProcess,
  nonce: string,
  onLine: FollowOptions['onLine'] | undefined,
  lineBytes: number | undefined,
): Streams {
  let rc: number | undefined;
  const group = Promise.withResolvers<number>();
  let spawnError = '';
  let silence: NodeJS.Timeout | undefined;
  const over = Promise.withResolvers<'over'>();

  const limit = onLine === undefined ? CAPTURE_BYTES : FOLLOW_KEPT_BYTES;
  const out = new Capture(limit);
  const err = new Capture(limit);
  const outLines = new Lines((line) => onLine?.(line, 'stdout'), lineBytes);
  // An empty line waits for the next one: it may be the newline that belongs to our mark.
  let emptyHeld = 0;
  const errLines = new Lines((line) => {
    const mark = markOf(line, nonce);
    if (mark?.kind === 'group') group.resolve(mark.group);
    if (mark?.kind === 'end') rc = mark.rc;
    if (mark !== undefined && emptyHeld > 0) emptyHeld -= 1;
    if (line === '') emptyHeld += 1;
    if (mark !== undefined || line === '') return;
    for (; emptyHeld > 0; emptyHeld -= 1) onLine?.('', 'stderr');
    onLine?.(line, 'stderr');
  });
  const outGate = new Gate(nonce, (chunk) => {
    out.add(chunk);
    if (onLine !== undefined) outLines.add(chunk);
  });
  const errGate = new Gate(nonce, (chunk) => {
    err.add(chunk);
    errLines.add(chunk);
  });
  const heard = () => {
    if (rc === undefined) return;
    clearTimeout(silence);
    silence = setTimeout(() => {
      void endChild(child, 0);
      over.resolve('over');
    }, SILENCE_MS);
  };
  child.stdout?.on('data', (chunk: Buffer) => {
    outGate.add(chunk);
    heard();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    errGate.add(chunk);
    heard();
  });
  const finish = () => {
    clearTimeout(silence);
    outLines.end();
    errLines.end();
    over.resolve('over');
  };
  child.on('close', finish);
  child.on('error', (error) => {
    spawnError = error.message;
    finish();
  });

  return {
    over: over.promise,
    rc: () => rc,
    group: group.promise,
    started: () => errGate.open,
    said: () => spawnError || (errGate.open ? withoutMarks(err.text(), nonce) : errGate.before()),
    text: () => {
      const cut = out.dropped + err.dropped;
      const note = cut > 0 && onLine === undefined ? `\nsparkwright: ${cut} bytes of output left out\n` : '';
      return { stdout: out.text(), stderr: withoutMarks(err.text(), nonce) + note };
    },
  };
}

function feed(child: ChildProcess, stdin: RunOptions['stdin'], failed: (error: unknown) => void): void {
  const into = child.stdin;
  if (stdin === undefined || into === null) return;
  // A script may end without reading all of it.
  into.on('error', () => undefined);
  if (typeof stdin === 'string' || stdin instanceof Uint8Array) {
    into.end(stdin);
    return;
  }
  // The pipe stays open when the source fails: an end of file there would read as "that was all".
  (stdin as Readable).on('error', failed);
  stdin.pipe(into);
}

/** Ends the script with all its children, then the program that led to it. */
async function endGroup(
  transport: Transport,
  child: ChildProcess,
  streams: Streams,
  asRoot: boolean,
): Promise<void> {
  // A script that was started a moment ago may not have named its group yet.
  const group = await Promise.race([streams.group, ended(child, GROUP_MS)]);
  if (typeof group === 'number') {
    const [program, ...args] = transport.argv(killWords(group, asRoot));
    const killer = spawn(program, args, { stdio: 'ignore', detached: true });
    killer.on('error', () => undefined);
    await ended(killer, KILL_SESSION_MS);
    killer.kill('SIGKILL');
  }
  await endChild(child, typeof group === 'number' ? 1_000 : 0);
}

/** Waits a little for a program to end by itself, then ends it. */
async function endChild(child: ChildProcess, graceMs: number): Promise<void> {
  if (await ended(child, graceMs)) return;
  child.kill('SIGTERM');
  if (await ended(child, 1_000)) return;
  child.kill('SIGKILL');
}

async function ended(child: ChildProcess, withinMs: number): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return true;
  if (withinMs <= 0) return false;
  const limit = AbortSignal.timeout(withinMs);
  return once(child, 'exit', { signal: limit }).then(
    () => true,
    () => false,
  );
}
