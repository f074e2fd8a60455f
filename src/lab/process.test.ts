import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { endProcess, identityOf, startTicks, startTicksFrom, stillRuns } from './process.ts';

test('the start time is found behind a command that holds spaces and parentheses', () => {
  const stat = '42 (a) (b c)) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 98765 20';
  expect(startTicksFrom(stat)).toBe('98765');
});

test('a process that only has the number of ours is left alone', async () => {
  const child = spawn('sleep', ['60']);
  const pid = child.pid ?? 0;
  const ticks = await startTicks(pid);
  await endProcess({ pid, startTicks: '1' });
  expect(await startTicks(pid)).toBe(ticks);
  const closed = once(child, 'close');
  await endProcess({ pid, startTicks: ticks ?? '' });
  expect((await closed)[1]).toBe('SIGKILL');
});

test('a process of another boot of the machine is not the same one, though number and start time are', async () => {
  const here = await identityOf(process.pid);
  if (here === undefined) throw new Error('this very process runs');
  expect(await stillRuns(here)).toBe(true);
  expect(await stillRuns({ ...here, boot: 'another' })).toBe(false);
});
