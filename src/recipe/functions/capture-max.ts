import { largestCapture, sequencesAndDrafts } from './capture-sizes.ts';
import type { PlaceFunction } from './function.ts';

/** `{{captureMax maxSeqs draftTokens}}`: the largest size of captureSizes, whatever list replaces it. */
export const captureMax: PlaceFunction = {
  takes: [2, 2],
  gives(values) {
    const numbers = sequencesAndDrafts(values);
    return numbers === undefined ? undefined : String(largestCapture(...numbers));
  },
};
