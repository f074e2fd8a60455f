import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import cases from '../../../test/fixtures/golden/v41-capture-sizes.json' with { type: 'json' };
import { captureMax } from './capture-max.ts';
import { captureSizes, captureSizesFor, largestCapture } from './capture-sizes.ts';
import { json } from './json.ts';
import { splitWords, words } from './words.ts';

describe('capture sizes', () => {
  test.each(cases.cases)(
    'A5.3 of $maxSeqs sequences and $nspec drafts are the published table',
    ({ maxSeqs, nspec, captureSizes: sizes, maxCaptureSize }) => {
      expect(captureSizes.gives([maxSeqs, nspec])).toBe(sizes.join(','));
      expect(captureMax.gives([maxSeqs, nspec])).toBe(String(maxCaptureSize));
    },
  );

  test('A5.3 a list of one’s own replaces the sizes and leaves the largest', () => {
    expect(captureSizes.gives([2, 7, ' 1, 2,16 '])).toBe('1,2,16');
    expect(captureSizes.gives([2, 7, ''])).toBe('1,2,3,4,5,6,7,8,12,16');
    expect(captureMax.gives([2, 7])).toBe('16');
  });

  test('a list that is none has no value', () => {
    for (const list of ['1;rm', '1,,2', '0,1', '1.5', '[1]'])
      expect(captureSizes.gives([2, 7, list]), list).toBeUndefined();
    expect(captureSizes.gives(['two', 7])).toBeUndefined();
    expect(captureMax.gives([0, 7])).toBeUndefined();
  });

  test('are ascending, begin with one and end with the largest', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 64 }), fc.integer({ min: 0, max: 15 }), (maxSeqs, drafts) => {
        const sizes = captureSizesFor(maxSeqs, drafts);
        expect(sizes).toEqual([...new Set(sizes)].sort((a, b) => a - b));
        expect(sizes[0]).toBe(1);
        expect(sizes.at(-1)).toBe(largestCapture(maxSeqs, drafts));
      }),
    );
  });
});

test('json quotes a text and leaves numbers and truth as they are', () => {
  expect(json.gives(['a "b"\\'])).toBe('"a \\"b\\"\\\\"');
  expect(json.gives([7])).toBe('7');
  expect(json.gives([true])).toBe('true');
});

describe('words', () => {
  test.each([
    ['', []],
    ['   ', []],
    ['--a --b c', ['--a', '--b', 'c']],
    [`--x '{"a": 1}' "two words"`, ['--x', '{"a": 1}', 'two words']],
    ['a\\ b "c\\"d"', ['a b', 'c"d']],
    [`''`, ['']],
    [`pre'fix'ed`, ['prefixed']],
  ])('%j are %j', (text, split) => {
    expect(splitWords(text)).toEqual(split);
  });

  test('A11.2 nothing in them is evaluated', () => {
    expect(words.gives(['$(reboot) `reboot` $HOME ; reboot && x | y > z *'])).toEqual([
      '$(reboot)',
      '`reboot`',
      '$HOME',
      ';',
      'reboot',
      '&&',
      'x',
      '|',
      'y',
      '>',
      'z',
      '*',
    ]);
  });

  test('an open quote or a last backslash has no value', () => {
    expect(splitWords(`'open`)).toBeUndefined();
    expect(splitWords('"open')).toBeUndefined();
    expect(splitWords('a\\')).toBeUndefined();
  });

  test('any words come back from their quoted text', () => {
    const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 10 }), { maxLength: 6 }), (list) => {
        expect(splitWords(list.map(quoted).join(' '))).toEqual(list);
      }),
    );
  });
});
