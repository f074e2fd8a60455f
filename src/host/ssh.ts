/** A machine over the system's OpenSSH: one connection, many sessions; the user's own ssh config decides the way. */
import { spawn } from 'node:child_process';
import { msg } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { controlPath, prepareControlFolder } from './control.ts';
import { dialed } from './dial.ts';
import { ROOT_SCRIPT, rootWay } from './root.ts';
import { runFramed, type Transport } from './session.ts';
import type { FollowOptions, Host, Outcome, RootWay, RunOptions, UnreachableWhy } from './types.ts';
import { describeUnreachable, unreachable } from './unreachable.ts';
import { loginWord } from './word.ts';
import { writeScript } from './write.ts';

export interface SshHostOptions {
  /** The node's name in the cluster file. */
  name: string;
  /** host, user@host, or an alias of the ssh config. */
  target: string;
  /** Given to `ssh -F`, which then replaces the user's own config; absent: the user's config. */
  sshConfig?: string;
  /** Folder of the control sockets, see `controlFolder`. */
  controlDir: string;
  /** The client; `ssh` of the PATH unless a test says otherwise. */
  program?: string;
}

/** The whole of one connection attempt, with authentication, which ConnectTimeout does not cover. */
const CONNECT_MS = 20_000;
const ROOT_MS = 15_000;

/** Options of every call. What a user's config may hold for people (a forward, a command) is put out of the way. */
export function sshOptions(options: SshHostOptions): string[] {
  const set = [
    'BatchMode=yes',
    'ConnectTimeout=8',
    'ConnectionAttempts=1',
    // Thirty seconds of silence is a lost connection; a Spark short of memory may well be mute for ten.
    'ServerAliveInterval=10',
    'ServerAliveCountMax=3',
    'ControlMaster=auto',
    'ControlPersist=60',
    `ControlPath=${controlPath(options.controlDir, options.sshConfig)}`,
    // A server's banner is text of a stranger and would stand among ssh's own reasons.
    'LogLevel=ERROR',
    'ClearAllForwardings=yes',
    'RemoteCommand=none',
    'PermitLocalCommand=no',
  ].flatMap((option) => ['-o', option]);
  return [...(options.sshConfig === undefined ? [] : ['-F', options.sshConfig]), '-T', '-x', ...set];
}

/** Refuses what ssh would read as an option or what no destination can be. */
function checkTarget(options: SshHostOptions): void {
  if (/^[^-\s\p{Cc}][^\s\p{Cc}]*$/u.test(options.target)) return;
  const said = msg('host.bad-target', { node: options.name, target: JSON.stringify(options.target) });
  throw new Failure(said, EXIT.usage);
}

/**
 * A host over SSH. The first call connects; the connection outlives us by 60 s, so the next command is quick.
 * @throws Failure (usage) for a target that is no destination; `root` throws Failure when unreachable.
 */
export function sshHost(options: SshHostOptions): Host {
  checkTarget(options);
  const program = options.program ?? 'ssh';
  const common = sshOptions(options);
  const transport: Transport = {
    local: false,
    argv: (words) => [program, ...common, '--', options.target, words.map(loginWord).join(' ')],
    broken: unreachable,
  };
  const master = new Master(program, common, options);
  let root: Promise<RootWay> | undefined;

  const framed = async (
    script: string,
    run: RunOptions,
    onLine?: FollowOptions['onLine'],
    lineBytes?: number,
  ): Promise<Outcome> => {
    const began = performance.now();
    const missed = await master.ready(run);
    if (missed !== undefined) return missed;
    const deadlineMs = Math.max(1, run.deadlineMs - (performance.now() - began));
    const outcome = await runFramed(transport, script, { ...run, deadlineMs }, onLine, lineBytes);
    if (outcome.kind === 'unreachable') master.forget();
    return outcome.kind === 'deadline' ? { ...outcome, afterMs: run.deadlineMs } : outcome;
  };

  const asFailure = (seen: { why: UnreachableWhy; evidence: string }) =>
    new Failure(describeUnreachable(options.name, options.target, seen), EXIT.failed, seen.evidence);

  const findRoot = async (): Promise<RootWay> => {
    const outcome = await framed(ROOT_SCRIPT, { deadlineMs: ROOT_MS });
    if (outcome.kind === 'exit') return rootWay(outcome.stdout);
    const seen =
      outcome.kind === 'unreachable' ? outcome : { why: 'timeout' as const, evidence: 'sudo -n true' };
    throw asFailure(seen);
  };

  return {
    name: options.name,
    local: false,
    target: options.target,
    run: (script, run) => framed(script, run),
    follow: (script, run) => framed(script, run, run.onLine, run.lineBytes),
    write: (path, content, mode, run) => {
      const writing = writeScript(path, content, mode, run);
      return framed(writing.script, writing.options);
    },
    dial: (address, port) =>
      dialed({
        start: async () => {
          const missed = await master.ready({ deadlineMs: CONNECT_MS });
          if (missed?.kind === 'unreachable') throw asFailure(missed);
          const to = address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
          return spawn(program, [...common, '-W', to, '--', options.target], {
            stdio: ['pipe', 'pipe', 'pipe'],
            detached: true,
          });
        },
        broken: (evidence) =>
          new Failure(msg('host.dial-failed', { node: options.name, address, port }), EXIT.failed, evidence),
      }),
    root: () => {
      root ??= findRoot().catch((error: unknown) => {
        root = undefined;
        throw error;
      });
      return root;
    },
    close: () => master.close(),
  };
}

/** The connection that the sessions share. */
class Master {
  readonly #program: string;
  readonly #common: string[];
  readonly #options: SshHostOptions;
  #connecting: Promise<Outcome | undefined> | undefined;
  #ours = false;

  constructor(program: string, common: string[], options: SshHostOptions) {
    this.#program = program;
    this.#common = common;
    this.#options = options;
  }

  /** Connects when there is no connection; what stands in the way comes back as an outcome. */
  async ready(run: RunOptions): Promise<Outcome | undefined> {
    if (run.signal?.aborted) return { kind: 'cancelled' };
    this.#connecting ??= this.#connect();
    const stop = Promise.withResolvers<Outcome>();
    const timer = setTimeout(
      () => stop.resolve({ kind: 'deadline', afterMs: run.deadlineMs, stdout: '', stderr: '' }),
      run.deadlineMs,
    );
    const onAbort = () => stop.resolve({ kind: 'cancelled' });
    run.signal?.addEventListener('abort', onAbort, { once: true });
    try {
      const missed = await Promise.race([this.#connecting, stop.promise]);
      if (missed?.kind === 'unreachable') this.forget();
      return missed;
    } catch (error) {
      this.forget();
      throw error;
    } finally {
      clearTimeout(timer);
      run.signal?.removeEventListener('abort', onAbort);
    }
  }

  /** The next call looks anew. */
  forget(): void {
    this.#connecting = undefined;
  }

  async #connect(): Promise<Outcome | undefined> {
    await prepareControlFolder(this.#options.controlDir);
    const check = await this.#ssh(['-O', 'check', '--', this.#options.target], 5_000);
    if (check.rc === 0) return undefined;
    // Our own session, not `-N -f`: when another process wins the race to connect, this one simply ends.
    const first = await this.#ssh(['--', this.#options.target, 'exit 0'], CONNECT_MS);
    if (first.rc === 0) {
      this.#ours = true;
      return undefined;
    }
    return unreachable(first.stderr, false);
  }

  /**
   * Ends the connection if we made it. `stop`, not `exit`: another sparkwright may be using it, and a master
   * that was told to stop leaves with its last session, at once when there is none.
   */
  async close(): Promise<void> {
    await this.#connecting?.catch(() => undefined);
    this.#connecting = undefined;
    if (!this.#ours) return;
    this.#ours = false;
    await this.#ssh(['-O', 'stop', '--', this.#options.target], 5_000);
  }

  /** Ends with the client itself: the master it leaves behind may hold its stderr. */
  #ssh(words: string[], limitMs: number): Promise<{ rc: number; stderr: string }> {
    const child = spawn(this.#program, [...this.#common, ...words], {
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    const done = Promise.withResolvers<{ rc: number; stderr: string }>();
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      if (stderr.length < 64 * 1024) stderr += chunk.toString('utf8');
    });
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      stderr += `\nConnection timed out: no end within ${limitMs / 1000} s`;
    }, limitMs);
    child.on('error', (error) => done.resolve({ rc: 255, stderr: error.message }));
    child.on('exit', (rc) => setTimeout(() => done.resolve({ rc: rc ?? 255, stderr }), 20));
    return done.promise.finally(() => {
      clearTimeout(timer);
      child.stderr.destroy();
    });
  }
}
