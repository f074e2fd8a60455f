/** Runs a program on the machine that holds the lab. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Message } from '../message/message.ts';
import { msg } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { shline } from '../text/quote.ts';

export interface CommandOptions {
  deadlineMs: number;
  signal?: AbortSignal | undefined;
  input?: string;
  onLine?: (line: string) => void;
  env?: Record<string, string>;
  /** From the word to end until SIGKILL. */
  graceMs?: number;
}

export interface Ran {
  rc: number;
  stdout: string;
  stderr: string;
}

/** rc of a program that is not installed, as a shell says it. */
const NOT_FOUND = 127;
/** rc of a program that ran past its deadline, as timeout(1) says it. */
const OVERDUE = 124;

/** How long a program has to end by itself once it was told to, ms; mmdebstrap does not heed the word while apt runs. */
const GRACE_MS = 10_000;

/** Runs argv and waits; never throws for what the program does. Output is kept to 4 MiB a stream. */
export async function run(argv: readonly string[], options: CommandOptions): Promise<Ran> {
  const [program, ...args] = argv;
  if (program === undefined) throw new RangeError('an empty command');
  const deadline = AbortSignal.timeout(options.deadlineMs);
  const signal = options.signal === undefined ? deadline : AbortSignal.any([deadline, options.signal]);
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, LC_ALL: 'C', ...options.env },
    signal,
    killSignal: 'SIGTERM',
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      if (texts[name].length < 4 << 20) texts[name] += chunk;
    });
    if (options.onLine !== undefined) createInterface({ input: child[name] }).on('line', options.onLine);
  }
  let late: NodeJS.Timeout | undefined;
  const stop = () => {
    late = setTimeout(() => {
      child.kill('SIGKILL');
      // A child of its own may hold its output open: that must not hold us.
      child.stdout.destroy();
      child.stderr.destroy();
    }, options.graceMs ?? GRACE_MS);
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  child.stdin.on('error', () => {}); // a program that ends without reading is no fault of ours
  child.stdin.end(options.input ?? '');
  const rc = await new Promise<number>((resolve) => {
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ABORT_ERR') resolve(error.code === 'ENOENT' ? NOT_FOUND : 126);
    });
    child.on('close', (code) => resolve(code ?? (deadline.aborted ? OVERDUE : 128)));
  });
  signal.removeEventListener('abort', stop);
  clearTimeout(late);
  options.signal?.throwIfAborted();
  return { rc, ...texts };
}

/** Runs argv and throws what a person must read when it fails. */
export async function must(argv: readonly string[], options: CommandOptions, said?: Message): Promise<Ran> {
  const ran = await run(argv, options);
  if (ran.rc === 0) return ran;
  const tail = `${ran.stderr || ran.stdout}`.trim().split('\n').slice(-15).join('\n');
  const command = shline(argv).slice(0, 300);
  throw new Failure(
    said ?? msg('lab.command-failed', { command, rc: ran.rc }),
    EXIT.failed,
    said === undefined ? tail : `${command}\n${tail}`,
  );
}
