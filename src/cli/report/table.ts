/** Rows as aligned columns. Wide letters (Chinese) take two cells. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, width(cell));
  }
  return rows.map((row) =>
    row
      .map((cell, at) => (at === row.length - 1 ? cell : cell + ' '.repeat((widths[at] ?? 0) - width(cell))))
      .join('  ')
      .trimEnd(),
  );
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]/gu;

/** As much of a text as fits into so many cells: a row of a drawn block must not wrap. */
export function cutToWidth(text: string, cells: number): string {
  let kept = '';
  let used = 0;
  for (const letter of text) {
    used += width(letter);
    if (used > cells) break;
    kept += letter;
  }
  return kept;
}

/** Cells of a terminal that a text takes. */
export function width(text: string): number {
  return [...text].length + (text.match(WIDE)?.length ?? 0);
}
