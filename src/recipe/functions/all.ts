import { captureMax } from './capture-max.ts';
import { captureSizes } from './capture-sizes.ts';
import type { PlaceFunction } from './function.ts';
import { json } from './json.ts';
import { words } from './words.ts';

/** Every function that a place may name. There is no general template language. */
export const placeFunctions: Record<string, PlaceFunction> = { captureMax, captureSizes, json, words };
