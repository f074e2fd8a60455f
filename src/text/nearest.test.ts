import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distance, nearest } from './nearest.ts';

const word = fc.string({ minLength: 3, maxLength: 12, unit: fc.constantFrom(...'abcdefgh') });

test('one slip of the finger is one step', () => {
  expect(distance('maxSeqs', 'maxSeq')).toBe(1);
  expect(distance('commnad', 'command')).toBe(1);
  expect(distance('kvByte', 'kvBytes')).toBe(1);
  expect(distance('mounts', 'mount5')).toBe(1);
  expect(distance('', 'abc')).toBe(3);
});

test('a distance is none to itself and the same both ways', () => {
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(distance(a, a)).toBe(0);
      expect(distance(a, b)).toBe(distance(b, a));
      expect(distance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
    }),
  );
});

test('the nearest valid word is found through one slip, whatever the case', () => {
  const valid = ['maxModelLen', 'maxSeqs', 'kvBytes'];
  expect(nearest('maxModelLn', valid)).toBe('maxModelLen');
  expect(nearest('MAXSEQS', valid)).toBe('maxSeqs');
  expect(nearest('kvbyets', valid)).toBe('kvBytes');
});

test('a word that is near to nothing has no nearest', () => {
  expect(nearest('colour', ['maxModelLen', 'maxSeqs'])).toBeUndefined();
  expect(nearest('x'.repeat(10_000), ['x'.repeat(10_000)])).toBeUndefined();
  expect(nearest('a', [])).toBeUndefined();
});

test('leaving out any letter of a word still finds it among others that are far', () => {
  fc.assert(
    fc.property(word, fc.nat(), (valid, at) => {
      const cut = at % valid.length;
      const written = valid.slice(0, cut) + valid.slice(cut + 1);
      expect(nearest(written, ['zzzzzzzzzzzzzzzz', valid])).toBe(valid);
    }),
  );
});
