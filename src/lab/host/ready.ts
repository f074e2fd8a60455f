/** Waiting until a host answers over SSH, or is found dead. */
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { msg } from '../../message/message.ts';
import { EXIT, Failure } from '../../text/failure.ts';
import { run } from '../command.ts';
import { hostPaths, type LabPaths, sshConfigFile } from '../paths.ts';
import { supervisorOf } from './power.ts';

/** Between two knocks, ms. A boot takes 2 to 4 s. */
const KNOCK_MS = 100;

/** Resolves when the admin user can log in; throws with the host's last words when it ends or the deadline passes. */
export async function awaitReady(
  paths: LabPaths,
  host: string,
  deadlineMs: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const before = Date.now() + deadlineMs;
  const knock = [
    'ssh',
    '-F',
    sshConfigFile(paths),
    '-o',
    'BatchMode=yes',
    '-o',
    'ConnectTimeout=5',
    host,
    'true',
  ];
  let answer = '';
  while (Date.now() < before) {
    const ran = await run(knock, { deadlineMs: 10_000, signal });
    if (ran.rc === 0) return;
    answer = ran.stderr.trim();
    if ((await supervisorOf(paths, host)) === undefined) {
      throw new Failure(msg('lab.host-died', { host }), EXIT.failed, await lastWords(paths, host));
    }
    await pause(KNOCK_MS, undefined, { signal });
  }
  const seconds = Math.round(deadlineMs / 1000);
  const evidence = `${answer}\n${await lastWords(paths, host)}`;
  throw new Failure(msg('lab.host-silent', { host, seconds }), EXIT.timedOut, evidence);
}

async function lastWords(paths: LabPaths, host: string): Promise<string> {
  const at = hostPaths(paths, host);
  const texts = await Promise.all([at.console, at.log].map((file) => readFile(file, 'utf8').catch(() => '')));
  return texts.join('\n').trim().split('\n').slice(-12).join('\n');
}
