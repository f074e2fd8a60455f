import { expect, test } from 'vitest';
import { planLab } from './plan.ts';

test('two hosts share one cable in the outer cage, with the addresses of the two-Spark playbook', () => {
  const { wiring, hosts } = planLab(2);
  expect(wiring).toBe('cable');
  expect(hosts.map((host) => [host.name, host.role, host.management.address, host.sudo])).toEqual([
    ['spark-a', 'head', '10.77.0.1', 'free'],
    ['spark-b', 'worker', '10.77.0.2', 'asks'],
  ]);
  expect(hosts.map((host) => host.ports.map((port) => [port.netdev, port.address]))).toEqual([
    [
      ['enp1s0f0np0', undefined],
      ['enP2p1s0f0np0', undefined],
      ['enp1s0f1np1', '192.168.100.10'],
      ['enP2p1s0f1np1', '192.168.101.10'],
    ],
    [
      ['enp1s0f0np0', undefined],
      ['enP2p1s0f0np0', undefined],
      ['enp1s0f1np1', '192.168.100.11'],
      ['enP2p1s0f1np1', '192.168.101.11'],
    ],
  ]);
});

test('more hosts hang on a switch', () => {
  const { wiring, hosts } = planLab(4);
  expect(wiring).toBe('switch');
  expect(hosts.at(-1)).toMatchObject({ name: 'spark-d', role: 'worker', namespace: 'swlab-spark-d' });
});

test('no two interfaces of the largest lab share a name, a MAC or an address, and every name fits the kernel', () => {
  const { hosts } = planLab(26);
  const wires = hosts.flatMap((host) => [host.management.wire, ...host.ports.map((port) => port.wire)]);
  const macs = hosts.flatMap((host) => [host.management.mac, ...host.ports.map((port) => port.mac)]);
  const addresses = hosts.flatMap((host) => [
    host.management.address,
    ...host.ports.flatMap((p) => p.address ?? []),
  ]);
  for (const all of [wires, macs, addresses]) expect(new Set(all).size).toBe(all.length);
  expect(wires.filter((name) => name.length > 15)).toEqual([]);
});

test('a lab of one host, or of more than letters, is refused', () => {
  for (const count of [0, 1, 2.5, 27]) expect(() => planLab(count)).toThrow(RangeError);
});
