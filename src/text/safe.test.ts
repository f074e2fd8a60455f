import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safe, safeLine } from './safe.ts';

const esc = String.fromCharCode(27);
const bell = String.fromCharCode(7);

test('colours, cursor moves, titles and links act no more', () => {
  expect(safe(`${esc}[31mred${esc}[0m`)).toBe('red');
  expect(safe(`${esc}[2J${esc}[Hgone`)).toBe('gone');
  expect(safe(`a${esc}]0;owned${bell}b`)).toBe('ab');
  expect(safe(`${esc}]8;;http://x/${esc}\\link${esc}]8;;${esc}\\`)).toBe('link');
  expect(safe(`${esc}]52;c;ZWNobyBoaQ==${bell}clipboard`)).toBe('clipboard');
  expect(safe('a\u009b31mb')).toBe('ab');
});

test('text cannot run backwards or hide', () => {
  expect(safe('user\u202etxt.exe')).toBe('usertxt.exe');
  expect(safe('a\u2066b\u2069\u200bc\ufeff')).toBe('abc');
  expect(safe('bell\u0007 back\b null\0')).toBe('bell back null');
});

test('printable letters of every script stay, and so do newlines', () => {
  expect(safe('模型 gotowy ✓ 👩‍🚀\nnext\tcolumn')).toBe('模型 gotowy ✓ 👩‍🚀\nnext\tcolumn');
});

test('a carriage return cannot overwrite the line before it', () => {
  expect(safe('good\rbad')).toBe('good\nbad');
  expect(safeLine('good\r\nbad\tend')).toBe('good bad end');
});

test('length is bounded, and no letter is cut in half', () => {
  expect(safe('x'.repeat(50), 10)).toBe('xxxxxxxxx…');
  expect(safe('👩'.repeat(10), 4)).toBe('👩…');
});

test('whatever comes in, nothing that acts comes out', () => {
  const nasty = fc.string({
    unit: fc.oneof(
      fc.constantFrom(
        esc,
        '[',
        ']',
        ';',
        'm',
        '0',
        bell,
        '\u009d',
        '\u202e',
        '\r',
        '\n',
        '\ud800',
        '\u{e0041}',
      ),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
    maxLength: 200,
  });
  fc.assert(
    fc.property(nasty, (text) => {
      const clean = safe(text, 100);
      expect(clean.length).toBeLessThanOrEqual(100);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
      expect(clean).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
      expect(clean.isWellFormed()).toBe(true);
      expect(safeLine(text)).not.toContain('\n');
    }),
  );
});
