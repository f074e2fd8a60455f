import { expect, test } from 'vitest';
import { ipv4Number, isRoutable, subnetOf } from './subnet.ts';

test('an IPv4 address is four decimal bytes and nothing else', () => {
  expect(ipv4Number('192.168.100.10')).toBe(0xc0a8640a);
  for (const wrong of ['192.168.1', '192.168.1.256', '192.168.1.010', '::1', '1.2.3.4 ', '']) {
    expect(ipv4Number(wrong)).toBeUndefined();
  }
});

test('the subnet of an address follows its prefix', () => {
  expect(subnetOf('192.168.100.10', 24)).toBe('192.168.100.0/24');
  expect(subnetOf('192.168.100.6', 30)).toBe('192.168.100.4/30');
  expect(subnetOf('10.200.3.4', 9)).toBe('10.128.0.0/9');
  expect(subnetOf('10.0.0.1', 33)).toBeUndefined();
});

test.each([
  ['192.168.100.10', true],
  ['10.0.0.1', true],
  ['100.128.0.1', true],
  ['127.0.0.1', false],
  ['169.254.3.4', false],
  ['100.100.1.2', false],
])('%s can carry a rank by itself: %s', (address, expected) => {
  expect(isRoutable(address)).toBe(expected);
});
