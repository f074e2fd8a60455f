import type { Unit } from './types.ts';

/** Units such that none comes before one it follows; what is followed but not among them is not waited for. */
export function inStartOrder(units: readonly Unit[]): Unit[] {
  const left = [...units];
  const placed: Unit[] = [];
  while (left.length > 0) {
    const next = left.findIndex((unit) => !left.some((other) => unit.follows.includes(other.unit)));
    if (next < 0) throw new RangeError('units follow each other in a circle');
    placed.push(...left.splice(next, 1));
  }
  return placed;
}
