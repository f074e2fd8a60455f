import { expect, test } from 'vitest';
import { destinationFromConfig, destinationOf, isThisMachine } from './reach.ts';

const here = { hostname: 'spark-a', addresses: ['127.0.0.1', '10.0.0.1', 'fe80::1'], user: 'dgx' };

test.each([
  ['local', true],
  ['dgx@10.0.0.1', true],
  ['10.0.0.1', true],
  ['spark-a', true],
  ['SPARK-A.local', true],
  ['localhost', true],
  ['[fe80::1]', true],
  ['root@10.0.0.1', false],
  ['10.0.0.2', false],
  ['spark-b', false],
])('%s is this machine: %s', (target, expected) => {
  expect(isThisMachine(destinationOf(target), here)).toBe(expected);
});

test('an alias is judged by what the ssh config makes of it', () => {
  const printed = 'host head\nuser dgx\nhostname 10.0.0.1\nport 22\nproxycommand none\n';
  expect(isThisMachine(destinationFromConfig(printed, 'head'), here)).toBe(true);
});

test('a forwarded port or a jump leads elsewhere, though the address looks like ours', () => {
  const port = 'user dgx\nhostname 127.0.0.1\nport 2222\n';
  const jump = 'user dgx\nhostname 10.0.0.1\nport 22\nproxyjump bastion\n';
  expect(isThisMachine(destinationFromConfig(port, 'x'), here)).toBe(false);
  expect(isThisMachine(destinationFromConfig(jump, 'x'), here)).toBe(false);
});
