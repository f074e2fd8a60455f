/** Work of seconds: a bash script on the node. */
import type { Work } from '../../change/types.ts';
import type { Host } from '../../host/types.ts';
import { endOf, type WorkEnd } from './end.ts';

export async function runShell(
  host: Host,
  work: Extract<Work, { kind: 'shell' }>,
  asRoot: boolean,
  signal: AbortSignal,
): Promise<WorkEnd> {
  return endOf(host, await host.run(work.script, { deadlineMs: work.deadlineMs, asRoot, signal }));
}
