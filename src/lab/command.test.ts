import { expect, test } from 'vitest';
import { must, run } from './command.ts';

test('a program that is not there, fails or runs too long is told by its exit status', async () => {
  expect((await run(['no-such-program'], { deadlineMs: 5000 })).rc).toBe(127);
  expect(await run(['sh', '-c', 'cat; echo err >&2; exit 3'], { deadlineMs: 5000, input: 'in' })).toEqual({
    rc: 3,
    stdout: 'in',
    stderr: 'err\n',
  });
  expect((await run(['sleep', '60'], { deadlineMs: 50 })).rc).toBe(124);
});

test('a failure says the command, its exit status and its last words', async () => {
  await expect(must(['sh', '-c', 'echo why >&2; exit 4'], { deadlineMs: 5000 })).rejects.toMatchObject({
    said: { key: 'lab.command-failed', values: { rc: 4 } },
    evidence: 'why',
  });
});

test('a program that does not heed its end, and a child of it that holds its output, hold nobody', async () => {
  const stubborn = ['sh', '-c', "trap '' TERM; sleep 4 & wait; sleep 4"];
  const begun = performance.now();
  expect((await run(stubborn, { deadlineMs: 50, graceMs: 50 })).rc).toBe(124);
  expect(performance.now() - begun).toBeLessThan(3000);
});
