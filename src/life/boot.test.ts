import { expect, test } from 'vitest';
import { transportVerdict } from './boot.ts';

test.each([
  ['roce', 'roce', 'right'],
  ['roce', 'sockets', 'wrong'],
  ['roce', undefined, 'unknown'],
  ['sockets', undefined, 'right'],
  ['sockets', 'sockets', 'right'],
] as const)('a recipe for %s whose log says %s is %s', (wanted, seen, verdict) => {
  expect(transportVerdict(wanted, seen)).toBe(verdict);
});
