/** Quotes one word for a POSIX shell. Every value that enters a script goes through here. */
export function shq(word: string): string {
  if (word.includes('\0')) throw new RangeError('a shell word cannot hold a NUL byte');
  return /^[A-Za-z0-9_/:=.,@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Quotes and joins words into one command line. */
export function shline(words: readonly string[]): string {
  return words.map(shq).join(' ');
}
