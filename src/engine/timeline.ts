/** The lines of all ranks' logs in the order in which they were said, each with its time. */
import { parseLine } from './line.ts';
import type { RankLog } from './logfiles.ts';

export interface TimedLine {
  rank: number;
  raw: string;
  line: number; // 1-based, in its log
  atMs: number;
}

/** `Completed | 23/46 [01:09<00:40, …]`: what the bar has run so far. */
const ELAPSED = /\[(?:(\d+):)?(\d{1,2}):(\d\d)</g;
const MONTH_DAY = /^(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/;
const DAY_MS = 86_400_000;

/**
 * Docker's time where it is, else the engine's clock, which has no year (`year` is taken) and no zone (UTC is taken);
 * a line without either is as late as the one before it, a progress bar as late as it has run.
 */
export function timeline(logs: readonly RankLog[], year: number): TimedLine[] {
  const timed = logs.map((log) => timesOf(log, year));
  const first = Math.min(...timed.flat().map((one) => one.atMs ?? Number.POSITIVE_INFINITY));
  const start = Number.isFinite(first) ? first : Date.UTC(year, 0, 1);
  return timed
    .flatMap((lines) => {
      const own = lines.find((one) => one.atMs !== undefined)?.atMs ?? start;
      return lines.map((one) => ({ ...one, atMs: one.atMs ?? own }));
    })
    .sort((a, b) => a.atMs - b.atMs || a.rank - b.rank || a.line - b.line);
}

interface MaybeTimed extends Omit<TimedLine, 'atMs'> {
  atMs: number | undefined;
}

function timesOf({ rank, lines }: RankLog, year: number): MaybeTimed[] {
  let said: number | undefined; // by a line with a clock
  let latest: number | undefined;
  return lines.map((raw, index) => {
    const { atMs, clock } = parseLine(raw.slice(0, 400));
    const own = atMs ?? clockMs(clock, year);
    if (own !== undefined) said = own;
    const elapsed = own === undefined && said !== undefined ? elapsedMs(raw) : undefined;
    const at = elapsed === undefined || said === undefined ? own : said + elapsed;
    // Over New Year the month-day clock jumps back by a year.
    const ahead = at !== undefined && latest !== undefined && latest - at > 300 * DAY_MS ? 366 * DAY_MS : 0;
    if (at !== undefined) latest = Math.max(latest ?? at, at + ahead);
    return { rank, raw, line: index + 1, atMs: latest };
  });
}

function clockMs(clock: string | undefined, year: number): number | undefined {
  const found = MONTH_DAY.exec(clock ?? '');
  if (found === null) return undefined;
  const [month = 1, day = 1, hour = 0, minute = 0, second = 0] = found.slice(1).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function elapsedMs(raw: string): number | undefined {
  const found = [...raw.matchAll(ELAPSED)].at(-1);
  if (found === undefined) return undefined;
  const [hours, minutes, seconds] = [found[1], found[2], found[3]].map((part) => Number(part ?? 0));
  return (((hours ?? 0) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1000;
}
