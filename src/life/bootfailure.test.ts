import { expect, test } from 'vitest';
import { Bus } from '../event/bus.ts';
import type { Event } from '../event/types.ts';
import { msg, say } from '../message/message.ts';
import { bootFailure } from './bootfailure.ts';

const units = [
  { rank: 0, node: 'spark-a' },
  { rank: 1, node: 'spark-b' },
];
const reached = { phase: 'rendezvous', title: msg('cli.ok', { what: 'x' }), seconds: 12 };

test('A5.7 A5.11 a dead rank is named, the last lines of both are shown, and what still holds memory is said', () => {
  const events: Event[] = [];
  const bus = new Bus(() => new Date(0));
  bus.listen((event) => events.push(event));
  const tails = new Map([
    [0, ['2026-12-01T00:00:00.0Z (APIServer pid=1) INFO waiting']],
    [1, ['worker: lscpu: not found']],
  ]);
  const end = { rank: 1, node: 'spark-b', exit: 1, oomKilled: false, restarts: 0 };
  const ended = bootFailure(bus, units, { kind: 'died', end, others: [], cause: undefined, tails, reached });
  expect(ended.exit).toBe(1);
  expect(ended.document).toMatchObject({ ok: false, rank: 1, node: 'spark-b', phase: 'rendezvous' });
  const logs = events.flatMap((event) => (event.type === 'log' ? [`r${event.rank} ${event.line}`] : []));
  expect(logs.some((line) => line.startsWith('r0 '))).toBe(true);
  expect(logs).toContain('r1 worker: lscpu: not found');
  const said = events.flatMap((event) => (event.type === 'note' ? [say(event.message, 'en')] : []));
  expect(said[0]).toMatch(/rank 1 on spark-b ended during boot \(exit 1\)/);
  expect(said.at(-1)).toMatch(/rank 0 on .* still holds memory\. Stop every rank with: sparkwright down/);
});

test('A5.9 a boot past its limit ends with 6 and the phase it reached, in the language of the reader', () => {
  const ended = bootFailure(new Bus(), units, { kind: 'timeout', reached, why: undefined });
  expect(ended.exit).toBe(6);
  expect(ended.message && say(ended.message, 'en')).toMatch(
    /Not ready after 12 s; the phase reached is “x is fine\.”/,
  );
  expect(ended.message && say(ended.message, 'zh')).toMatch(/12 秒后仍未就绪；当前阶段为“x 没有问题。”/);
});
