import type { Reading } from '../../change/types.ts';
import { known, noAnswer, unknown } from '../reading.ts';
import type { Probe } from '../types.ts';

/** One listening TCP socket. */
export interface ListeningSocket {
  address: string; // 127.0.0.1, 0.0.0.0, ::, *
  port: number;
  /** Who holds it; empty when we may not see it: without root, ss names only our own processes. */
  processes: { name: string; pid: number }[];
  containerId: string | null; // the Docker container it belongs to, where the cgroup or the process tells
}

export interface Sockets {
  listening: ListeningSocket[];
  asRoot: boolean | null; // null: not recorded
}

/** A socket's cgroup names its container even to a user who may not see the process (cgroup v2 only). */
export const sockets: Probe<Sockets> = {
  id: 'sockets',
  script: `o=$(ss -H -ltnp --cgroup 2>/dev/null) || o=$(ss -H -ltnp) || exit $?
printf '%s\\n' "$o"; printf 'uid %s\\n' "$(id -u)"
printf '%s\\n' "$o" | grep -o 'pid=[0-9]*' | sort -u | head -n 256 | while IFS== read -r _ p; do
  c=$(grep -aom1 '[0-9a-f]\\{64\\}' "/proc/$p/cgroup" 2>/dev/null) && printf 'container %s %s\\n' "$p" "\${c%%$'\\n'*}"
done; true`,
  needsRoot: false,
  deadlineMs: 6_000,
  parse(out, err, rc): Reading<Sockets> {
    const failed = noAnswer(err, rc);
    if (failed !== undefined) return failed;
    if (rc !== 0) return unknown('failed', err || `exit ${rc}`);
    const containers = new Map(
      [...out.matchAll(/^container (\d{1,10}) ([0-9a-f]{64})$/gm)].map((m) => [Number(m[1]), m[2] ?? '']),
    );
    const listening = out.split('\n').flatMap((line) => socketOf(line, containers));
    const uid = /^uid (\d{1,10})$/m.exec(out)?.[1];
    return known({ listening, asRoot: uid === undefined ? null : uid === '0' }, out);
  },
};

/** Whether a socket there keeps another from listening at an address: the same one, or either is "every address". */
export function collides(socket: ListeningSocket, address: string, port: number): boolean {
  const every = (each: string) => ['0.0.0.0', '*', '::'].includes(each);
  return socket.port === port && (socket.address === address || every(socket.address) || every(address));
}

function socketOf(line: string, containers: ReadonlyMap<number, string>): ListeningSocket[] {
  const words = line.trim().split(/\s+/);
  const local = words[3];
  if (words[0] !== 'LISTEN' || local === undefined) return [];
  const colon = local.lastIndexOf(':');
  const port = Number(local.slice(colon + 1));
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return [];
  const processes = [...line.matchAll(/\("((?:[^"\\]|\\.)*)",pid=(\d{1,10}),fd=\d+\)/g)].map((match) => ({
    name: match[1] ?? '',
    pid: Number(match[2]),
  }));
  const cgroup = /\bcgroup:(\S+)/.exec(line)?.[1] ?? '';
  const byProcess = processes.map((each) => containers.get(each.pid)).find((id) => id !== undefined);
  return [
    {
      address: local
        .slice(0, colon)
        .replace(/^\[(.*)\]/, '$1')
        .replace(/%.*$/, ''),
      port,
      processes: processes.filter((p, i) => processes.findIndex((other) => other.pid === p.pid) === i),
      containerId: /(?:docker[-/])([0-9a-f]{64})/.exec(cgroup)?.[1] ?? byProcess ?? null,
    },
  ];
}
