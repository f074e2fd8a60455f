/** Keys of the lab: made once, kept beside the disks, never a user's own. */
import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { must } from '../command.ts';
import { headKey, hostKey, type LabPaths, laptopKey } from '../paths.ts';
import type { LabPlan } from '../plan.ts';

interface KeyPair {
  secret: string;
  public: string; // type and blob, without a comment
}

export interface LabKeys {
  laptop: KeyPair;
  head: KeyPair;
  hosts: Record<string, KeyPair>;
}

/** Reads the lab's keys; makes the ones that are missing. */
export async function labKeys(paths: LabPaths, plan: LabPlan): Promise<LabKeys> {
  const [laptop, head, ...rest] = await Promise.all([
    keyPair(laptopKey(paths)),
    keyPair(headKey(paths)),
    ...plan.hosts.map((host) => keyPair(hostKey(paths, host.name))),
  ]);
  const hosts: Record<string, KeyPair> = {};
  plan.hosts.forEach((host, at) => {
    const pair = rest[at];
    if (pair !== undefined) hosts[host.name] = pair;
  });
  return { laptop, head, hosts };
}

async function keyPair(file: string): Promise<KeyPair> {
  // ssh-keygen writes the public half last: with it, the pair is whole.
  const found = await readFile(`${file}.pub`, 'utf8').catch(() => undefined);
  if (found === undefined) {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    // An answer for a secret half that a killed run left alone.
    await must(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', file], {
      deadlineMs: 20_000,
      input: 'y\n',
    });
  }
  const [type, blob] = (found ?? (await readFile(`${file}.pub`, 'utf8'))).split(' ');
  return { secret: await readFile(file, 'utf8'), public: `${type} ${blob?.trim()}` };
}
