import type { Reading } from '../../change/types.ts';
import { absent, known, noAnswer, unknown } from '../reading.ts';
import type { Probe } from '../types.ts';

export interface Sudo {
  passwordless: boolean;
  /** What stands in the way: a password can be asked for, `not-allowed` can't. */
  error: 'password' | 'not-allowed' | null;
}

export const sudo: Probe<Sudo> = {
  id: 'sudo',
  script: 'sudo -n true',
  needsRoot: false,
  deadlineMs: 4_000,
  parse(out, err, rc): Reading<Sudo> {
    if (rc === 0) return known({ passwordless: true, error: null }, 'sudo -n true: exit 0');
    if (rc === 127) return absent('command-missing', err);
    const failed = noAnswer(err, rc);
    if (failed !== undefined) return failed;
    const text = `${err}\n${out}`.trim();
    if (/may not run sudo|not in the sudoers file|not allowed to/i.test(text)) {
      return known({ passwordless: false, error: 'not-allowed' }, text);
    }
    if (/password|a terminal is required/i.test(text)) {
      return known({ passwordless: false, error: 'password' }, text);
    }
    return unknown('failed', text || `exit ${rc}`);
  },
};
