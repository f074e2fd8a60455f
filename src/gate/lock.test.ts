import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { EXIT, Failure } from '../text/failure.ts';
import { takeLock } from './lock.ts';
import { stateFolder } from './state.ts';

// Real processes on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const home = mkdtempSync(join(tmpdir(), 'sw-lock-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const owner = (verb: string) => ({
  host: 'spark-a',
  user: 'dgx',
  pid: process.pid,
  verb,
  started: '2026-01-02',
});

/** Another process that takes the lock and then only lives. */
async function otherWriter(cluster: string) {
  const script = join(home, `${cluster}.ts`);
  writeFileSync(
    script,
    `import { takeLock } from ${JSON.stringify(join(import.meta.dirname, 'lock.ts'))};
import { stateFolder } from ${JSON.stringify(join(import.meta.dirname, 'state.ts'))};
await takeLock(stateFolder(${JSON.stringify(cluster)}, {}, ${JSON.stringify(home)}),
  { host: 'spark-a', user: 'anna', pid: process.pid, verb: 'up', started: '2026-01-02' },
  { silenceSeconds: 2, heartbeatMs: 500 });
console.log('taken');
setInterval(() => undefined, 1000);
`,
  );
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

async function refusal(cluster: string): Promise<Failure | undefined> {
  try {
    const lock = await takeLock(stateFolder(cluster, {}, home), owner('down'));
    await lock.release();
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

test('A1.9 a second writer is refused by the lock and told who holds it; released, it is free', async () => {
  const state = stateFolder('two', {}, home);
  const lock = await takeLock(state, owner('up'));
  const refused = await refusal('two');
  expect(refused?.exit).toBe(EXIT.held);
  expect(refused?.said).toEqual({ key: 'gate.held', values: { ...owner('up'), pid: process.pid } });
  await lock.release();
  expect(existsSync(state.owner)).toBe(false);
  expect(await refusal('two')).toBeUndefined();
});

test('kill -9 of the owner frees the lock', async () => {
  const other = await otherWriter('killed');
  const refused = await refusal('killed');
  expect(refused?.said.values).toMatchObject({ user: 'anna', verb: 'up', pid: other.pid });
  other.kill('SIGKILL');
  await once(other, 'exit');
  await expect.poll(() => refusal('killed'), { timeout: 5_000 }).toBeUndefined();
});

test('an owner that hangs loses it after the silence, and learns so when it wakes', async () => {
  const other = await otherWriter('hung');
  other.kill('SIGSTOP');
  try {
    await expect.poll(() => refusal('hung'), { timeout: 10_000, interval: 300 }).toBeUndefined();
  } finally {
    other.kill('SIGKILL');
  }
  const state = stateFolder('hung', {}, home);
  const lock = await takeLock(state, owner('up'), { silenceSeconds: 0.2, heartbeatMs: 60_000 });
  if (!lock.lost.aborted) await once(lock.lost, 'abort');
  expect(lock.lost.reason).toMatchObject({ said: { key: 'gate.lock-lost' } });
  await lock.release();
}, 20_000);

test('a heartbeat keeps it past the silence', async () => {
  const lock = await takeLock(stateFolder('beats', {}, home), owner('up'), {
    silenceSeconds: 1,
    heartbeatMs: 200,
  });
  const began = performance.now();
  await expect.poll(() => performance.now() - began > 2_500, { timeout: 5_000 }).toBe(true);
  expect(lock.lost.aborted).toBe(false);
  expect((await refusal('beats'))?.exit).toBe(EXIT.held);
  await lock.release();
});
