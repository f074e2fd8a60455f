/** The nearest of the valid words, for "did you mean". */

/**
 * Damerau-Levenshtein distance in its restricted form: one letter added, left out, changed, or two
 * neighbours swapped each count 1.
 */
export function distance(from: string, to: string): number {
  const a = [...from];
  const b = [...to];
  let twoBack: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let best = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        best = Math.min(best, (twoBack[column - 2] ?? 0) + 1);
      }
      current.push(best);
    }
    twoBack = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}

/** Longest word that is compared: what comes from a file may be anything. */
const longest = 64;

/**
 * The valid word nearest to what was written, undefined when none is near: case doesn't count, and about a
 * third of the letters may be wrong (at least one). Among equals the first wins.
 */
export function nearest(written: string, valid: Iterable<string>): string | undefined {
  if (written.length > longest) return undefined;
  const wanted = written.toLowerCase();
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const word of valid) {
    if (word.length > longest) continue;
    const far = distance(wanted, word.toLowerCase());
    if (far < bestDistance && far <= Math.max(1, Math.floor(Math.max(wanted.length, word.length) / 3))) {
      best = word;
      bestDistance = far;
    }
  }
  return best;
}
