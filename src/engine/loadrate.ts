/** How fast weights are read, from the states of a progress bar, and whether that has collapsed. */
import { barIn, parseLine, segments } from './line.ts';

export interface LoadCollapse {
  done: number;
  total: number;
  peakPerSec: number;
  nowPerSec: number;
}

const ELAPSED = /\[(?:(\d+):)?(\d{1,2}):(\d\d)</;

/**
 * A load that is not done and runs at less than a fifth of its best rate and under one item in two seconds: on
 * unified memory what precedes a death at 70 to 97 percent (pain V11, B08). The rate the bar prints is smoothed, so
 * it is worked out from its counts.
 */
export function loadCollapse(lines: readonly string[]): LoadCollapse | undefined {
  let states: { done: number; total: number; second: number }[] = [];
  for (const piece of lines.filter((line) => line.includes('%')).flatMap(segments)) {
    const { text } = parseLine(piece);
    const bar = barIn(text);
    const elapsed = ELAPSED.exec(text);
    if (bar === undefined || elapsed === null || !/^Loading /.test(bar.title)) continue;
    const [hours, minutes, seconds] = elapsed.slice(1).map((part) => Number(part ?? 0));
    const second = ((hours ?? 0) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0);
    if (bar.total !== states.at(-1)?.total || bar.done < (states.at(-1)?.done ?? 0)) states = [];
    states.push({ done: bar.done, total: bar.total, second });
  }
  const last = states.at(-1);
  if (last === undefined || last.done >= last.total) return undefined;
  const rates = [{ done: 0, second: 0 }, ...states].flatMap((from, index) => {
    const to = states[index];
    return to === undefined || to.second - from.second < 5 || to.done === from.done
      ? []
      : [(to.done - from.done) / (to.second - from.second)];
  });
  const nowPerSec = rates.at(-1) ?? 0;
  const peakPerSec = Math.max(0, ...rates);
  return rates.length >= 2 && nowPerSec <= peakPerSec / 5 && nowPerSec <= 0.5
    ? { done: last.done, total: last.total, peakPerSec, nowPerSec }
    : undefined;
}
