import type { PlaceFunction } from './function.ts';

/**
 * Splits a text into words as a shell would, without evaluating anything: spaces part words, quotes and
 * backslashes keep them together, `$`, `;` and backticks are letters. Undefined when a quote stays open.
 */
export function splitWords(text: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote: '"' | "'" | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    const next = text.charAt(at + 1);
    if (quote === undefined && /\s/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (letter === quote) {
      quote = undefined;
    } else if (quote === undefined && (letter === '"' || letter === "'")) {
      quote = letter;
      word ??= '';
    } else if (
      letter === '\\' &&
      (quote === undefined || (quote === '"' && (next === '"' || next === '\\')))
    ) {
      if (next === '') return undefined;
      word = (word ?? '') + next;
      at += 1;
    } else {
      word = (word ?? '') + letter;
    }
  }
  if (quote !== undefined) return undefined;
  if (word !== undefined) words.push(word);
  return words;
}

/** `{{words knob}}`, alone in a command: the text of a knob as so many words, none when it is empty. */
export const words: PlaceFunction = {
  takes: [1, 1],
  alone: true,
  gives: ([text]) => splitWords(String(text)),
};
