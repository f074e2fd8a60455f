/** Text from outside (logs, files, other people's recipes) made fit for a terminal: nothing in it can act. */
import { stripVTControlCharacters } from 'node:util';

/**
 * What is taken out after escape sequences: C0 and C1 controls except newline and tab, marks that turn the
 * direction of text, invisible separators and tags, and halves of a surrogate pair.
 */
const unsafe =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/gu;

/** Escape sequences that carry a text of their own: title, link, device control; with or without their end. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const strings = /(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)?/g;

/** Removes control characters and escape sequences, keeps newlines, and cuts at `most` characters with an ellipsis. */
export function safe(text: string, most = 20_000): string {
  const bounded = text.length > most * 4 ? text.slice(0, most * 4) : text;
  const clean = stripVTControlCharacters(bounded.replace(/\r\n?/g, '\n').replace(strings, '')).replace(
    unsafe,
    '',
  );
  return cut(clean, most);
}

/** The same in one line: newlines and tabs become spaces. */
export function safeLine(text: string, most = 400): string {
  return cut(
    safe(text, most * 2)
      .replace(/[\n\t ]+/g, ' ')
      .trim(),
    most,
  );
}

/** Text that may hold a URL with a login in it, as proxies and registries have: user and password are masked. */
export function withoutCredentials(text: string): string {
  return text.replace(/\/\/[^/@\s"']*@/g, '//xxxxx:xxxxx@');
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, Math.max(0, most - 1));
  return `${kept.replace(/[\ud800-\udbff]$/, '')}…`;
}
