/** What a bench says: medians over pairs, how far apart the middle half of them lies, and whether a bar is met. */
import { table } from '../src/cli/report/table.ts';

export interface Row {
  what: string;
  measured: string;
  /** Where the middle half of the single measurements lies. */
  noise: string;
  bar: string;
  met: boolean | undefined; // undefined: shown to explain, not judged
}

/** The value below which this part of the values lies, between two of them where it falls there. */
function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * part;
  const low = sorted[Math.floor(at)];
  const high = sorted[Math.ceil(at)];
  if (low === undefined || high === undefined) throw new RangeError('nothing was measured');
  return low + (high - low) * (at - Math.floor(at));
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** A row of numbers whose median is at most `bar`; without a bar it only explains. */
export function rowOf(what: string, values: readonly number[], unit: '' | ' s' | ' %', bar?: number): Row {
  const show = (value: number) => `${value.toFixed(2)}${unit}`;
  const measured = median(values);
  return {
    what,
    measured: show(measured),
    noise: `${show(quantile(values, 0.25))} to ${show(quantile(values, 0.75))}, n=${values.length}`,
    bar: bar === undefined ? '' : `at most ${bar}${unit}`,
    met: bar === undefined ? undefined : measured <= bar,
  };
}

/** Measures the sides by turns, in the other order every second time. */
export async function interleave<Side extends string, Seen>(
  count: number,
  sides: readonly Side[],
  measure: (side: Side) => Promise<Seen>,
): Promise<Record<Side, Seen>[]> {
  const rounds: Record<Side, Seen>[] = [];
  for (let at = 0; at < count; at += 1) {
    const round = new Map<Side, Seen>();
    for (const side of at % 2 === 0 ? sides : sides.toReversed()) round.set(side, await measure(side));
    rounds.push(Object.fromEntries(round) as Record<Side, Seen>);
  }
  return rounds;
}

export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

export function printed(rows: readonly Row[]): string {
  const verdict = ({ met }: Row) => (met === undefined ? '' : met ? 'met' : 'MISSED');
  const head = ['', 'median', 'middle half', 'bar', ''];
  return table([head, ...rows.map((row) => [row.what, row.measured, row.noise, row.bar, verdict(row)])]).join(
    '\n',
  );
}
