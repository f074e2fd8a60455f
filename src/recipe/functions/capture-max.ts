import { largestCapture } from './capture-sizes.ts';
import type { PlaceFunction } from './function.ts';

/** `{{captureMax maxSeqs draftTokens}}`: the largest size of captureSizes, whatever list replaces it. */
export const captureMax: PlaceFunction = {
  takes: [2, 2],
  gives: ([maxSeqs, draftTokens]) => String(largestCapture(Number(maxSeqs), Number(draftTokens))),
};
