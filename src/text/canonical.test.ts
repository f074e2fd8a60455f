import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, sha256Hex } from './canonical.ts';

test('keys are sorted, members that are undefined left out', () => {
  expect(canonicalJson({ b: 1, a: [true, null, { d: 'x', c: undefined }] })).toBe(
    '{"a":[true,null,{"d":"x"}],"b":1}',
  );
});

test('the order in which members were written makes no difference, at any depth', () => {
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, member]) => [key, reversed(member)]),
    );
  };
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('what JSON has no word for throws rather than being lost', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 1n, () => 1]) {
    expect(() => canonicalJson({ value })).toThrow(RangeError);
  }
});

test('sha256 is the published digest of abc, of text and of bytes', () => {
  const digest = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(sha256Hex('abc')).toBe(digest);
  expect(sha256Hex(new Uint8Array([97, 98, 99]))).toBe(digest);
});
