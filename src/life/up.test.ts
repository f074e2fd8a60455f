import { expect, test } from 'vitest';
import { bootLimitMs } from './up.ts';

test('A5.9 a boot is waited for as long as --wait says, else what --timeout leaves, else the limit of the recipe', () => {
  expect(bootLimitMs({ waitMs: 5_000, timeoutMs: 90_000 }, 1_800, 10_000)).toBe(5_000);
  expect(bootLimitMs({ timeoutMs: 90_000 }, 1_800, 10_000)).toBe(80_000);
  expect(bootLimitMs({ timeoutMs: 90_000 }, 1_800, 95_000)).toBe(0);
  expect(bootLimitMs({}, 1_800, 10_000)).toBe(1_800_000);
});
