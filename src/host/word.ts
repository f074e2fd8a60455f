/**
 * One word as any login shell reads it back unchanged: sh, bash, zsh and fish. Unlike `shq` it keeps
 * backslashes outside the quotes too, because fish takes `\\` inside single quotes for one backslash.
 * ssh joins its arguments with blanks and gives the line to the login shell, which is not ours to choose.
 */
export function loginWord(word: string): string {
  if (word.includes('\0')) throw new RangeError('a shell word cannot hold a NUL byte');
  if (/^[A-Za-z0-9_/:=.,@%+-]+$/.test(word)) return word;
  return `'${word.replace(/['\\]/g, (mark) => `'\\${mark}'`)}'`;
}
