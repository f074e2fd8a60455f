import type { Reading } from '../../change/types.ts';
import { known, noAnswer, unknown } from '../reading.ts';
import type { Probe } from '../types.ts';

/**
 * Memory of the whole machine; on a GB10 also the GPU's. MemAvailable is the truth for planning; the driver's "free"
 * follows MemFree (facts.md, unified memory rules). Null where the line is missing: MemFree is no substitute.
 */
export interface Memory {
  memTotalKiB: number | null;
  memAvailableKiB: number | null;
  memFreeKiB: number | null;
  cachedKiB: number | null;
  swapTotalKiB: number | null;
  swapUsedKiB: number | null;
  pressure: { someAvg10: number; fullAvg10: number } | null; // percent of the last 10 s stalled on memory
}

export const meminfo: Probe<Memory> = {
  id: 'meminfo',
  script: 'cat /proc/meminfo && { echo; cat /proc/pressure/memory 2>/dev/null; true; }',
  needsRoot: false,
  deadlineMs: 3_000,
  parse(out, err, rc): Reading<Memory> {
    const values = new Map<string, number>();
    for (const match of out.matchAll(/^(\w+(?:\([a-z]+\))?):\s+(\d{1,15}) kB/gm)) {
      values.set(match[1] ?? '', Number(match[2]));
    }
    if (values.size === 0) return noAnswer(err, rc) ?? unknown('unreadable', err || out);
    const get = (name: string) => values.get(name) ?? null;
    const total = values.get('SwapTotal');
    const free = values.get('SwapFree');
    return known(
      {
        memTotalKiB: get('MemTotal'),
        memAvailableKiB: get('MemAvailable'),
        memFreeKiB: get('MemFree'),
        cachedKiB: get('Cached'),
        swapTotalKiB: get('SwapTotal'),
        swapUsedKiB: total === undefined || free === undefined ? null : total - free,
        pressure: pressureOf(out),
      },
      out,
    );
  },
};

function pressureOf(out: string): Memory['pressure'] {
  const some = /^some avg10=([\d.]+)/m.exec(out)?.[1];
  const full = /^full avg10=([\d.]+)/m.exec(out)?.[1];
  return some === undefined || full === undefined
    ? null
    : { someAvg10: Number(some), fullAvg10: Number(full) };
}
