import type { Reading } from '../../change/types.ts';
import { known, noAnswer, unknown } from '../reading.ts';
import type { Probe } from '../types.ts';

/** The order of the question is the order of the answer: systemd prints one word a unit and no name. */
const ASKED_UNITS = [
  'earlyoom',
  'docker',
  'docker.socket',
  'containerd',
  'ssh',
  'avahi-daemon',
  'NetworkManager',
  'nvidia-persistenced',
] as const;

/** active, inactive, failed, activating…; a unit that does not exist is `inactive` too. */
export type UnitStates = Record<(typeof ASKED_UNITS)[number], string>;

/** Its exit status is 0 when any unit is active, so it says nothing. */
export const systemctlIsActive: Probe<UnitStates> = {
  id: 'systemctl-is-active',
  script: `systemctl is-active ${ASKED_UNITS.join(' ')}`,
  needsRoot: false,
  deadlineMs: 6_000,
  parse(out, err, rc): Reading<UnitStates> {
    const failed = noAnswer(err, rc);
    if (failed !== undefined) return failed;
    const words = out
      .trim()
      .split('\n')
      .map((line) => line.trim());
    if (words.length !== ASKED_UNITS.length || !words.every((word) => /^[a-z-]+$/.test(word))) {
      return unknown('unreadable', err || out);
    }
    const states = Object.fromEntries(ASKED_UNITS.map((unit, i) => [unit, words[i] ?? 'unknown']));
    return known(states as UnitStates, out);
  },
};
