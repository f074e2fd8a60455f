import type { PlaceFunction } from './function.ts';

/** `{{json knob}}`: the value as JSON, a text with its quotes, for places inside a JSON argument. */
export const json: PlaceFunction = {
  takes: [1, 1],
  gives: ([value]) => JSON.stringify(value),
};
