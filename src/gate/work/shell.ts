/** Work of seconds: a bash script on the node. */
import { createHash } from 'node:crypto';
import type { Work } from '../../change/types.ts';
import type { Host, RunOptions } from '../../host/types.ts';
import { endOf, type WorkEnd } from './end.ts';

/** One argument of a program holds 128 KiB; a recipe's own files are larger than that. */
const ARGUMENT_BYTES = 64 * 1024;

/** $1 the sha256 of the script on standard input: a broken connection looks like its end, and half of it must not run. */
const FROM_INPUT = [
  'script=$(cat); sum=$(printf %s "$script" | sha256sum)',
  '[ "${sum%% *}" = "$1" ] || { echo "the script broke off before its end" >&2; exit 74; }',
  'set --; eval "$script"',
].join('\n');

export async function runShell(
  host: Host,
  work: Extract<Work, { kind: 'shell' }>,
  asRoot: boolean,
  signal: AbortSignal,
): Promise<WorkEnd> {
  const options: RunOptions = { deadlineMs: work.deadlineMs, asRoot, signal };
  if (Buffer.byteLength(work.script) <= ARGUMENT_BYTES)
    return endOf(host, await host.run(work.script, options));
  const script = work.script.replace(/\n+$/, ''); // as bash takes it in
  const args = [createHash('sha256').update(script).digest('hex')];
  return endOf(host, await host.run(FROM_INPUT, { ...options, args, stdin: script }));
}
