import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { shline, shq } from './quote.ts';

vi.setConfig({ testTimeout: 30_000 });

const word = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom("'", '"', '\\', '$', '`', '\n', ' ', '!', '*', '-', '\t', 'a', ';') }),
  )
  .filter((text) => !text.includes('\0') && text.isWellFormed());

test('bash reads every quoted word back unchanged, and a line as the same number of words', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 40 }), (words) => {
      const printed = execFileSync('bash', ['-c', `printf '%s\\0' end ${shline(words)}`], {
        encoding: 'utf8',
      });
      expect(printed.split('\0').slice(1, -1)).toEqual(words);
    }),
    { numRuns: 20 },
  );
});

test('plain words stay readable and a NUL is refused', () => {
  expect(shline(['docker', 'pull', 'a/b:1'])).toBe('docker pull a/b:1');
  expect(shq('')).toBe("''");
  expect(() => shq('a\0b')).toThrow(RangeError);
});
