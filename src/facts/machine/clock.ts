import type { Reading } from '../../change/types.ts';
import { known, noAnswer, unknown } from '../reading.ts';
import type { Probe } from '../types.ts';

/** The node's clock, seconds since 1970. */
export const clock: Probe<{ epochSeconds: number }> = {
  id: 'clock',
  script: 'date +%s.%N',
  needsRoot: false,
  deadlineMs: 2_000,
  parse(out, err, rc): Reading<{ epochSeconds: number }> {
    const text = out.trim();
    return /^\d{9,11}(?:\.\d{1,9})?$/.test(text)
      ? known({ epochSeconds: Number(text) }, text)
      : (noAnswer(err, rc) ?? unknown('unreadable', err || out));
  },
};
