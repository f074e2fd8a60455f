import type { KnobValue } from '../types.ts';

/** A named function of a place: plain values in, text out. Each has a file and a test of its own. */
export interface PlaceFunction {
  /** Fewest and most names it takes. */
  takes: [number, number];
  /** It stands alone as a word of the command, and gives any number of words. */
  alone?: true;
  /** Undefined when the values make no sense to it. */
  gives(values: KnobValue[]): string | string[] | undefined;
}
