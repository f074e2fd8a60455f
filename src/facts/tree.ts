/** Files of /sys and /etc as text: `path<TAB>value` lines, `!` for a file that refuses to be read. */

/** Bash: prints each existing file so. A value of several lines goes on in the lines that follow. */
export const DUMP = `dump() { local f v; for f; do [ -e "$f" ] || continue
  if v=$(cat "$f" 2>/dev/null); then printf '%s\\t%s\\n' "$f" "$v"; else printf '%s\\t!\\n' "$f"; fi; done; }`;

/** Path to content; null is a file that exists and refused to be read (EINVAL: an empty GID slot, a downed port). */
export type Tree = ReadonlyMap<string, string | null>;

/** The lines back as files. Lines before the first path are dropped; a later line of the same path wins. */
export function treeOf(text: string): Tree {
  const files = new Map<string, string | null>();
  let path: string | undefined;
  for (const line of text.split('\n')) {
    const tab = line.indexOf('\t');
    if (line.startsWith('/') && tab > 0) {
      path = line.slice(0, tab);
      const value = line.slice(tab + 1).trimEnd();
      files.set(path, value === '!' ? null : value);
    } else if (path !== undefined && line !== '') {
      const before = files.get(path);
      if (before !== null && before !== undefined) files.set(path, `${before}\n${line.trimEnd()}`);
    }
  }
  return files;
}

/** Files as such lines: how a bundle's folder becomes what the probe would have printed. */
export function linesOf(files: Iterable<readonly [string, string | null]>): string {
  let text = '';
  for (const [path, content] of files) text += `${path}\t${content === null ? '!' : content.trimEnd()}\n`;
  return text;
}
