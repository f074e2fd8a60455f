import type { Reading } from '../../change/types.ts';
import { known, noAnswer, unknown } from '../reading.ts';
import type { Probe } from '../types.ts';

export interface Disk {
  source: string; // /dev/nvme0n1p2, or host:/path of a network mount
  fstype: string;
  sizeBytes: number | null; // null: the file system does not say
  usedBytes: number | null;
  availBytes: number | null; // for a user without root's reserve
  mount: string;
}

/** The root, the model directory (or its nearest parent that exists) and Docker's usual data root. */
export const df: Probe<Disk[]> = {
  id: 'df',
  script: `d=\${SW_MODEL_DIR:-$HOME}
while [ ! -e "$d" ] && [ "$d" != / ] && [ -n "$d" ]; do d=$(dirname -- "$d"); done
set -- / "$d"; [ -e /var/lib/docker ] && set -- "$@" /var/lib/docker
df -B1 --output=source,fstype,size,used,avail,target -- "$@"`,
  needsRoot: false,
  deadlineMs: 8_000,
  parse(out, err, rc): Reading<Disk[]> {
    const rows = out.split('\n').slice(1).flatMap(diskOf); // the first line is the header
    if (rows.length === 0) return noAnswer(err, rc) ?? unknown('unreadable', err || out);
    return known(rows, out); // one bad path makes df exit 1 and still print the others
  },
};

/** The disk a path lies on: the longest mount that contains it. */
export function diskOfPath(disks: readonly Disk[], path: string): Disk | undefined {
  const holds = (mount: string) => mount === '/' || path === mount || path.startsWith(`${mount}/`);
  return disks.filter((disk) => holds(disk.mount)).toSorted((a, b) => b.mount.length - a.mount.length)[0];
}

function diskOf(line: string): Disk[] {
  const match = /^(\S.*?)\s+(\S+)\s+(\d+|-)\s+(\d+|-)\s+(\d+|-)\s+(\/.*)$/.exec(line);
  if (match === null) return [];
  const [, source = '', fstype = '', size, used, avail, mount = ''] = match;
  return [
    {
      source,
      fstype,
      sizeBytes: bytesOf(size),
      usedBytes: bytesOf(used),
      availBytes: bytesOf(avail),
      mount: mount.trimEnd(),
    },
  ];
}

function bytesOf(word: string | undefined): number | null {
  return word === undefined || word === '-' ? null : Number(word);
}
