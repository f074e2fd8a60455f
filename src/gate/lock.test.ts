import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
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
async function otherWriter(cluster: string, then = '') {
  const script = join(home, `${cluster}.ts`);
  writeFileSync(
    script,
    `import { takeLock } from ${JSON.stringify(join(import.meta.dirname, 'lock.ts'))};
import { stateFolder } from ${JSON.stringify(join(import.meta.dirname, 'state.ts'))};
const lock = await takeLock(stateFolder(${JSON.stringify(cluster)}, {}, ${JSON.stringify(home)}),
  { host: ${JSON.stringify(hostname())}, user: 'anna', pid: process.pid, verb: 'up', started: '2026-01-02' },
  { silenceSeconds: 2, heartbeatMs: 500 });
${then}
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

const steal = (cluster: string, said: unknown[], waitMs = 0) =>
  takeLock(stateFolder(cluster, {}, home), owner('down'), { steal: (from) => said.push(from), waitMs });

test('--steal takes it from another process, says from whom, and that one learns that it lost it', async () => {
  const other = await otherWriter(
    'stolen',
    "lock.lost.addEventListener('abort', () => console.log('lost'));",
  );
  const heard = once(other.stdout, 'data');
  const said: unknown[] = [];
  const lock = await steal('stolen', said);
  try {
    expect(said).toMatchObject([{ user: 'anna', verb: 'up', pid: other.pid }]);
    expect(lock.robbed).toMatchObject({ user: 'anna', pid: other.pid, atWork: true });
    expect(String((await heard)[0])).toBe('lost\n');
    // Only the holder was ended, not the run; and the lock is held again, by us.
    expect(other.exitCode).toBeNull();
    expect((await refusal('stolen'))?.said.values).toMatchObject({ verb: 'down', pid: process.pid });
  } finally {
    other.kill('SIGKILL');
    await lock.release();
  }
  expect(await refusal('stolen')).toBeUndefined();
});

test('--steal waits for what the robbed run has under way', async () => {
  const other = await otherWriter(
    'ends',
    "lock.lost.addEventListener('abort', () => setTimeout(() => process.exit(), 300));",
  );
  const lock = await steal('ends', [], 20_000);
  expect(lock.robbed?.atWork).toBe(false);
  // It has ended; that we hear of it may take one turn of the event loop more.
  if (other.exitCode === null && other.signalCode === null) await once(other, 'exit');
  expect(other.exitCode).toBe(0);
  await lock.release();
});

test('--steal works on a run that is frozen, which learns so when it wakes', async () => {
  const other = await otherWriter('frozen', "lock.lost.addEventListener('abort', () => process.exit(7));");
  other.kill('SIGSTOP');
  const lock = await steal('frozen', []);
  other.kill('SIGCONT');
  expect((await once(other, 'exit'))[0]).toBe(7);
  await lock.release();
});

test('--steal of a lock that is free takes it and names nobody', async () => {
  const said: unknown[] = [];
  const lock = await steal('free', said);
  expect([said, lock.robbed]).toEqual([[], undefined]);
  await lock.release();
});

test.each<[string, (line: string, pid: number) => string, string]>([
  ['another machine', (line) => line.replace(hostname(), 'elsewhere'), 'host elsewhere'],
  ['a process of that id born later', (line) => line.replace(/"born":"\d+"/, '"born":"1"'), 'born at'],
  [
    'a process that is no holder',
    (line, pid) =>
      line
        .replace(/"holder":\d+/, `"holder":${pid}`)
        .replace(
          /"born":"\d+"/,
          `"born":"${readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19]}"`,
        ),
    'not the holder of',
  ],
  ['a run that is not its parent', (line) => line.replace(/"pid":\d+/, '"pid":1'), 'not of 1'],
])('--steal ends nothing where the owner is %s', async (name, change, evidence) => {
  const cluster = name.replaceAll(' ', '-');
  const state = stateFolder(cluster, {}, home);
  const other = await otherWriter(cluster);
  try {
    writeFileSync(state.owner, change(readFileSync(state.owner, 'utf8'), other.pid ?? 0));
    await expect(steal(cluster, [])).rejects.toMatchObject({
      said: { key: 'gate.steal-doubt' },
      exit: EXIT.held,
      evidence: expect.stringContaining(evidence),
    });
    expect(other.exitCode).toBeNull();
    expect((await refusal(cluster))?.exit).toBe(EXIT.held);
  } finally {
    other.kill('SIGKILL');
  }
});
