/** Runs one long step of the build so that it dies with us and leaves no mount behind. */
import { spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import type { Message } from '../../message/message.ts';
import { msg } from '../../message/message.ts';
import { EXIT, Failure } from '../../text/failure.ts';

export interface Contained {
  words: string[];
  env: Record<string, string>;
  /** Output of all steps is appended here; its tail is the evidence when one fails. */
  logFile: string;
  signal: AbortSignal;
  deadlineMs: number;
  /** Says what failed; gets `exit status 1`, `signal SIGKILL` or the deadline. */
  failed(status: string): Message;
  /** Without it the step gets no network at all. */
  network: boolean;
}

/**
 * The step runs as process 1 of namespaces of its own. The kernel kills it when we die (setpriv), with all its
 * children (kill-child), and drops its mounts: `kill -9` at any moment leaves files only.
 */
export function containedWords(words: readonly string[], network: boolean): string[] {
  const own = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc', '--propagation', 'private'];
  return ['setpriv', '--pdeathsig', 'KILL', 'unshare', ...own, ...(network ? [] : ['--net']), '--', ...words];
}

/** Throws a Failure with the log's tail when the step fails, is cancelled or takes longer than its deadline. */
export async function runContained(step: Contained): Promise<void> {
  const log = await open(step.logFile, 'a');
  try {
    const [command = '', ...args] = containedWords(step.words, step.network);
    const limit = AbortSignal.timeout(step.deadlineMs);
    const status = await new Promise<string>((resolve, reject) => {
      const child = spawn(command, args, {
        env: step.env,
        stdio: ['ignore', log.fd, log.fd],
        signal: AbortSignal.any([step.signal, limit]),
        killSignal: 'SIGKILL',
      });
      child.on('error', (error) => (error.name === 'AbortError' ? undefined : reject(error)));
      child.on('close', (code, signal) => {
        if (code === 0) resolve('');
        else resolve(code === null ? `signal ${signal}` : `exit status ${code}`);
      });
    });
    if (step.signal.aborted) throw new Failure(msg('lab.engine.cancelled'), EXIT.interrupted);
    if (status === '') return;
    const why = limit.aborted ? `no end after ${Math.round(step.deadlineMs / 1000)} s` : status;
    throw new Failure(step.failed(why), EXIT.failed, await tail(step.logFile));
  } finally {
    await log.close();
  }
}

async function tail(file: string): Promise<string> {
  const text = await readFile(file, 'utf8');
  return text.trimEnd().split('\n').slice(-40).join('\n');
}
