import type { Reading } from '../../change/types.ts';
import { known, noAnswer, unknown } from '../reading.ts';
import type { Probe } from '../types.ts';

/** Who we are on the node. Being in the docker group is being root. */
export interface Identity {
  user: string;
  uid: number;
  groups: string[]; // of this session
  inDocker: boolean;
  inSudo: boolean;
  /** Who the docker group lists: a user here but not in `groups` only needs a new login. Null: not recorded. */
  dockerMembers: string[] | null;
  home: string | null;
}

export const id: Probe<Identity> = {
  id: 'id',
  script: `id; getent group docker; printf 'home %s\\n' "$HOME"`,
  needsRoot: false,
  deadlineMs: 4_000,
  parse(out, err, rc): Reading<Identity> {
    const uid = /^uid=(\d{1,10})(?:\(([^)]*)\))?/m.exec(out);
    if (uid === null) return noAnswer(err, rc) ?? unknown('unreadable', err || out);
    const list = /\bgroups=([^\n]*)/.exec(out)?.[1] ?? '';
    const groups = [...list.matchAll(/(\d{1,10})(?:\(([^)]*)\))?/g)].map(
      (match) => match[2] ?? match[1] ?? '',
    );
    const members = /^docker:[^:\n]*:\d+:(.*)$/m.exec(out)?.[1];
    return known(
      {
        user: uid[2] ?? uid[1] ?? '',
        uid: Number(uid[1]),
        groups,
        inDocker: groups.includes('docker'),
        inSudo: groups.some((group) => ['sudo', 'wheel', 'admin'].includes(group)),
        dockerMembers: members === undefined ? null : members.split(',').filter((name) => name !== ''),
        home: /^home (\/.*)$/m.exec(out)?.[1] ?? null,
      },
      out,
    );
  },
};
