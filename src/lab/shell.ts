/** `lab shell NODE`: a login on a host, as the admin user. */
import { spawn } from 'node:child_process';
import { msg } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { shline } from '../text/quote.ts';
import { namespaceStands } from './host/network.ts';
import { requireRoot } from './missing.ts';
import { type LabPaths, labPaths, sshConfigFile } from './paths.ts';
import { standingHost } from './reset.ts';

/**
 * Opens a shell on the host, or runs argv there; standard input, output and errors are the caller's. Returns the
 * exit code, 255 when SSH itself failed. Throws Failure when there is no such host or no lab.
 */
export async function labShell(
  node: string,
  argv: readonly string[],
  paths: LabPaths = labPaths(),
): Promise<number> {
  const { plan } = await standingHost(paths, node);
  // The lab's network namespace can be entered by root only.
  requireRoot();
  // After the machine's own reboot the lab's files are there and its hosts are not.
  if (!(await namespaceStands(plan.switchNamespace))) {
    throw new Failure(msg('lab.not-up'), EXIT.refused, paths.folder);
  }
  // A terminal is given only where one is held: output that is piped stays as the program wrote it.
  const terminal = argv.length === 0 || (process.stdin.isTTY && process.stdout.isTTY) ? '-t' : '-T';
  const command = argv.length === 0 ? [] : [shline(argv)];
  const child = spawn('ssh', ['-F', sshConfigFile(paths), terminal, node, '--', ...command], {
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 255));
  });
}
