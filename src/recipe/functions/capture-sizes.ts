import type { KnobValue } from '../types.ts';
import type { PlaceFunction } from './function.ts';

/** The largest batch a decode step can hold: every sequence with its drafted tokens and the one token checked. */
export function largestCapture(maxSeqs: number, draftTokens: number): number {
  return maxSeqs * (draftTokens + 1);
}

/**
 * Sizes of the CUDA graphs worth capturing, ascending: each size up to one sequence's step, then every
 * fourth, then the largest. The recipe's published launcher computes the same table.
 */
export function captureSizesFor(maxSeqs: number, draftTokens: number): number[] {
  const step = draftTokens + 1;
  const largest = largestCapture(maxSeqs, draftTokens);
  const sizes = new Set<number>();
  for (let size = 1; size <= Math.min(step, largest); size += 1) sizes.add(size);
  for (let size = step; size <= largest; size += 4) sizes.add(size);
  sizes.add(largest);
  return [...sizes].sort((a, b) => a - b);
}

/** Both numbers when they are such that a table of sizes makes sense; no engine captures more than some thousand. */
export function sequencesAndDrafts(values: readonly KnobValue[]): [number, number] | undefined {
  const [maxSeqs, draftTokens] = values;
  if (typeof maxSeqs !== 'number' || typeof draftTokens !== 'number') return undefined;
  if (!Number.isInteger(maxSeqs) || !Number.isInteger(draftTokens) || maxSeqs < 1 || draftTokens < 0)
    return undefined;
  return largestCapture(maxSeqs, draftTokens) > 65_536 ? undefined : [maxSeqs, draftTokens];
}

/** `{{captureSizes maxSeqs draftTokens}}` is 1,2,4; a third knob that is not empty replaces the list. */
export const captureSizes: PlaceFunction = {
  takes: [2, 3],
  gives(values) {
    const numbers = sequencesAndDrafts(values);
    const given = values[2];
    const list = given === undefined ? '' : String(given).replace(/\s+/g, '');
    if (numbers === undefined) return undefined;
    if (list === '') return captureSizesFor(...numbers).join(',');
    if (!/^[1-9]\d{0,5}(,[1-9]\d{0,5}){0,255}$/.test(list)) return undefined;
    return list;
  },
};
