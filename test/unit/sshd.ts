/** A throwaway sshd on loopback for tests, where the machine has one and we are root; and a stand-in `ssh` for the rest. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

const SSHD = '/usr/sbin/sshd';

/** Whether a real sshd can be started here. */
export function hasSshd(): boolean {
  try {
    accessSync(SSHD, constants.X_OK);
    return process.getuid?.() === 0;
  } catch {
    return false;
  }
}

export interface TestSshd {
  folder: string;
  /** An ssh config with the alias `spark` for it. */
  config: string;
  port: number;
  pid: number;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Starts it on a free port with keys of its own. */
export async function startSshd(): Promise<TestSshd> {
  const folder = mkdtempSync(join(tmpdir(), 'sw-sshd-'));
  mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  const port = await freePort();
  for (const name of ['host_key', 'id']) {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)]);
  }
  execFileSync('cp', [join(folder, 'id.pub'), join(folder, 'authorized_keys')]);
  const lines = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${folder}/host_key`,
    `PidFile ${folder}/pid`,
    `AuthorizedKeysFile ${folder}/authorized_keys`,
    'StrictModes no',
    'UsePAM no',
    'PasswordAuthentication no',
    'PermitRootLogin prohibit-password',
  ];
  writeFileSync(join(folder, 'sshd_config'), `${lines.join('\n')}\n`);
  const config = join(folder, 'ssh_config');
  writeFileSync(
    config,
    [
      'Host spark stranger',
      '  HostName 127.0.0.1',
      `  Port ${port}`,
      `  User ${userInfo().username}`,
      '  IdentitiesOnly yes',
      'Host spark',
      `  IdentityFile ${folder}/id`,
      `  UserKnownHostsFile ${folder}/known_hosts`,
      '  StrictHostKeyChecking accept-new',
      'Host stranger',
      `  UserKnownHostsFile ${folder}/none`,
      '  StrictHostKeyChecking yes',
      '',
    ].join('\n'),
  );
  const child = spawn(SSHD, ['-D', '-e', '-f', join(folder, 'sshd_config')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Server listening')) resolve();
    });
    child.on('exit', () => reject(new Error(`sshd ended: ${said}`)));
  });
  if (child.pid === undefined) throw new Error('sshd has no pid');
  return {
    folder,
    config,
    port,
    pid: child.pid,
    stop: async () => {
      child.removeAllListeners('exit');
      if (child.exitCode === null && child.kill()) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The per-connection children of a sshd of ours. */
export function connectionsOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children === '' ? [] : children.split(' ').map(Number);
}

/**
 * A program that takes ssh's arguments, writes them down (one JSON array a line in `log`) and runs the command
 * with this machine's bash. With a file `fail` beside it, it prints that and ends as ssh does when it cannot.
 */
export function fakeSsh(): { folder: string; program: string; log: string; fail: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'sw-fake-'));
  const program = join(folder, 'ssh');
  const log = join(folder, 'log');
  const fail = join(folder, 'fail');
  writeFileSync(
    program,
    `#!/bin/bash
{ printf '['; c=; for a in "$@"; do printf '%s"%s"' "$c" "$(printf %s "$a" | base64 -w0)"; c=,; done; echo ']'; } >> ${log}
if [ -e ${fail} ]; then cat ${fail} >&2; exit 255; fi
control= to=
while [ $# -gt 0 ]; do
  case $1 in
    -O) control=$2; shift 2;;
    -W) to=$2; shift 2;;
    -o|-F) shift 2;;
    --) shift; break;;
    *) shift;;
  esac
done
case $control in check) [ -e ${folder}/up ]; exit;; stop) rm -f ${folder}/up; exit 0;; esac
: > ${folder}/up
echo "motd of a chatty login"; echo "and its stderr" >&2
shift; exec bash -c "$*"
`,
  );
  chmodSync(program, 0o755);
  return { folder, program, log, fail, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
