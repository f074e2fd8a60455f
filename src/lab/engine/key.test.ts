import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cacheKey } from './key.ts';

test('a cache key does not depend on the order of its parts', () => {
  expect(cacheKey({ wheels: 'a', script: 'b' })).toBe(cacheKey({ script: 'b', wheels: 'a' }));
  expect(cacheKey({ wheels: 'a' })).toMatch(/^[0-9a-f]{16}$/);
});

test('a cache key changes with every part, also when text moves from one part to the next', () => {
  expect(cacheKey({ a: 'xy', b: '' })).not.toBe(cacheKey({ a: 'x', b: 'y' }));
  expect(cacheKey({ ab: 'x' })).not.toBe(cacheKey({ a: 'bx' }));
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string()), fc.string(), (parts, more) => {
      const [first] = Object.keys(parts);
      if (first === undefined || more === '') return;
      expect(cacheKey({ ...parts, [first]: parts[first] + more })).not.toBe(cacheKey(parts));
    }),
  );
});
