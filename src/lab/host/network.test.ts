import { expect, test } from 'vitest';
import { planLab } from '../plan.ts';
import { hostBatch, switchBatch, wireLines } from './network.ts';

test('a cable between two hosts is lit only while both are powered', () => {
  expect(wireLines(planLab(2))).toBe(`swlab-sw mgmt1 management-spark-a spark-a
swlab-sw p1a1 cage1 spark-a spark-b
swlab-sw p1b1 cage1 spark-a spark-b
swlab-sw mgmt2 management-spark-b spark-b
swlab-sw p1a2 cage1 spark-a spark-b
swlab-sw p1b2 cage1 spark-a spark-b
`);
});

test('a port at a switch is lit while its own host is powered', () => {
  expect(wireLines(planLab(3))).toContain('swlab-sw p1a3 cage1-spark-c spark-c\n');
});

test('the cage without a cable hangs on no bridge', () => {
  const plan = planLab(2);
  const [first] = plan.hosts;
  const lines = first === undefined ? [] : hostBatch(first);
  expect(lines).toContain(
    'link add p0a1 mtu 9000 type veth peer name enp1s0f0np0 mtu 1500 netns swlab-spark-a address 02:53:57:00:01:02',
  );
  expect(lines.filter((line) => line.includes('p0a1') && line.includes('master'))).toEqual([]);
  expect(switchBatch(plan).filter((line) => line.includes('br-p0'))).toEqual([]);
});
