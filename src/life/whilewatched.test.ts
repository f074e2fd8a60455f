import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { localHost } from '../host/local.ts';
import { whileWatched } from './whilewatched.ts';

const runs = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function firstLine(child: ChildProcess): Promise<string> {
  const [chunk] = (await once(child.stdout ?? child, 'data')) as [Buffer];
  return chunk.toString().trim();
}

test('a silent command ends when the input that stands for its reader is closed', async () => {
  const { script } = whileWatched(`bash -c 'echo $$; exec sleep 60'`);
  const child = spawn('bash', ['-c', script], { stdio: ['pipe', 'pipe', 'ignore'] });
  const pid = Number(await firstLine(child));
  expect(runs(pid)).toBe(true);
  child.stdin?.end();
  await once(child, 'exit');
  expect(runs(pid)).toBe(false);
});

test('a command that ends by itself gives its own status and its lines, though the input stays open', async () => {
  const { script, stdin } = whileWatched(`bash -c 'echo told; exit 7'`);
  const lines: string[] = [];
  const outcome = await localHost('here').follow(script, {
    deadlineMs: 20_000,
    stdin,
    onLine: (line) => lines.push(line),
  });
  expect(outcome).toMatchObject({ kind: 'exit', rc: 7, stderr: '' });
  expect(lines).toEqual(['told']);
});

test('cancelled, nothing of it is left', async () => {
  const { script, stdin } = whileWatched(`bash -c 'echo $$; exec sleep 60'`);
  const stop = new AbortController();
  let pid = 0;
  const outcome = await localHost('here').follow(script, {
    deadlineMs: 20_000,
    stdin,
    signal: stop.signal,
    onLine(line) {
      pid = Number(line);
      stop.abort();
    },
  });
  expect(outcome.kind).toBe('cancelled');
  expect(runs(pid)).toBe(false);
});
