/** What is needed to tell whether a destination is this machine: our own names and addresses, and ssh's reading of it. */
import { execFile } from 'node:child_process';
import { hostname, networkInterfaces, userInfo } from 'node:os';
import {
  destinationFromConfig,
  destinationOf,
  LOCAL,
  type SshDestination,
  type ThisMachine,
} from './reach.ts';

export function thisMachine(): ThisMachine {
  const addresses = Object.values(networkInterfaces()).flatMap((list) =>
    (list ?? []).map((one) => one.address),
  );
  return { hostname: hostname(), addresses, user: userInfo().username };
}

/** Asks `ssh -G`, which opens no connection. Where ssh cannot say, the text of the target has to do. */
export function destination(target: string, sshConfig?: string): Promise<SshDestination> {
  if (target === LOCAL || target.startsWith('-')) return Promise.resolve(destinationOf(target));
  const args = [...(sshConfig === undefined ? [] : ['-F', sshConfig]), '-G', '--', target];
  return new Promise((resolve) => {
    execFile('ssh', args, { timeout: 5_000 }, (error, stdout) => {
      resolve(error === null ? destinationFromConfig(stdout, target) : destinationOf(target));
    });
  });
}
