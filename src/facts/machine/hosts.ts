import type { Reading } from '../../change/types.ts';
import { known, noAnswer, unknown } from '../reading.ts';
import type { Probe } from '../types.ts';

export interface HostNames {
  hostname: string;
  /** What the node's own name resolves to there; a rank that binds by name binds this. Empty: not resolved or not recorded. */
  resolved: string[];
  entries: { address: string; names: string[] }[]; // of /etc/hosts, at most 500
}

const FILE_LINE = '--- /etc/hosts';

/** The lookup comes last and has its own limit: a name server without a route must not cost the other lines. */
export const hosts: Probe<HostNames> = {
  id: 'hosts',
  script: `h=$(uname -n); printf 'hostname %s\\n' "$h"
printf -- '${FILE_LINE}\\n'; head -c 65536 /etc/hosts
printf '\\n--- lookup\\n'
timeout 3 getent ahostsv4 "$h" | while read -r a t _; do [ "$t" = STREAM ] && printf 'resolved %s\\n' "$a"; done; true`,
  needsRoot: false,
  deadlineMs: 6_000,
  parse(out, err, rc): Reading<HostNames> {
    const hostname = /^hostname (\S+)$/m.exec(out)?.[1];
    if (hostname === undefined) return noAnswer(err, rc) ?? unknown('unreadable', err || out);
    const resolved = [...out.matchAll(/^resolved (\S+)$/gm)].map((match) => match[1] ?? '');
    return known({ hostname, resolved, entries: entriesOf(out) }, out);
  },
};

/** The node's own addresses by name: what it resolves to, else what /etc/hosts says of it. */
export function ownAddresses(names: HostNames): string[] {
  if (names.resolved.length > 0) return names.resolved;
  return names.entries.filter((entry) => entry.names.includes(names.hostname)).map((entry) => entry.address);
}

function entriesOf(out: string): HostNames['entries'] {
  const file = out.split(`${FILE_LINE}\n`)[1]?.split('\n--- lookup')[0] ?? '';
  return file
    .split('\n')
    .map((line) => (line.split('#')[0] ?? '').trim().split(/\s+/))
    .filter((words) => words.length > 1)
    .slice(0, 500)
    .map(([address = '', ...names]) => ({ address, names }));
}
