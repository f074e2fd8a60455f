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

/** `{{captureSizes maxSeqs draftTokens}}` is 1,2,4; a third knob that is not empty replaces the list. */
export const captureSizes: PlaceFunction = {
  takes: [2, 3],
  gives([maxSeqs, draftTokens, given]) {
    const list = given === undefined ? '' : String(given).replace(/\s+/g, '');
    if (list === '') return captureSizesFor(Number(maxSeqs), Number(draftTokens)).join(',');
    if (!/^[1-9]\d{0,5}(,[1-9]\d{0,5}){0,255}$/.test(list)) return undefined;
    return list;
  },
};
