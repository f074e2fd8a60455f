import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { loginWord } from './word.ts';

vi.setConfig({ testTimeout: 30_000 });

const word = fc
  .string({
    unit: fc.oneof(fc.constantFrom("'", '"', '\\', '$', '`', '\n', ' ', '!'), fc.string({ maxLength: 3 })),
  })
  .filter((text) => !text.includes('\0') && text.isWellFormed());

/** What fish does with a word: inside single quotes a backslash escapes a quote or a backslash. */
function asFishReads(text: string): string {
  let read = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at] ?? '';
    const next = text[at + 1] ?? '';
    if (mark === "'") quoted = !quoted;
    else if (mark === '\\' && (!quoted || next === "'" || next === '\\')) {
      read += next;
      at += 1;
    } else read += mark;
  }
  return read;
}

test('bash and sh read every word back unchanged', () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 40 }), (words) => {
      for (const shell of ['bash', 'sh']) {
        const line = words.map(loginWord).join(' ');
        const printed = execFileSync(shell, ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' });
        expect(printed.split('\0').slice(0, -1)).toEqual(words);
      }
    }),
    { numRuns: 15 },
  );
});

test('fish, which takes a doubled backslash in quotes for one, reads every word back unchanged', () => {
  fc.assert(
    fc.property(word, (text) => {
      expect(asFishReads(loginWord(text))).toBe(text);
    }),
  );
});
