/** `lab shell NODE`: a login on a host, as the admin user. */
import { spawn } from 'node:child_process';
import { shline } from '../text/quote.ts';
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
  await standingHost(paths, node);
  // The lab's network namespace can be entered by root only.
  requireRoot();
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
