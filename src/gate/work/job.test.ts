import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { runsWith } from '../../../test/unit/processes.ts';
import { connectionsOf, hasSshd, startSshd } from '../../../test/unit/sshd.ts';
import { localHost } from '../../host/local.ts';
import { sshHost } from '../../host/ssh.ts';
import type { Host, Outcome } from '../../host/types.ts';
import {
  consumeJob,
  type JobPlace,
  type JobWork,
  jobFolderName,
  progressOf,
  runJob,
  stopJob,
} from './job.ts';

// Real processes on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const folder = mkdtempSync(join(tmpdir(), 'sw-job-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const place: JobPlace = { host: localHost('spark-a'), cluster: 'c', statePath: folder, asRoot: false };
const job = (name: string, script: string, deadlineMs = 30_000): JobWork => ({
  kind: 'job',
  name,
  script,
  deadlineMs,
});

async function run(work: JobWork, at: JobPlace = place, stop = new AbortController()) {
  const lines: string[] = [];
  let attached = false;
  const end = await runJob(at, work, {
    signal: stop.signal,
    onLine: (line) => lines.push(line),
    onAttached: () => {
      attached = true;
    },
    onLost: () => lines.push('(lost)'),
  });
  return { ...end, lines, attached };
}

const count = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').length : 0);

describe('a named job', () => {
  test('runs to its end with all its lines, however fast it ends', async () => {
    expect(await run(job('fast', 'seq 3; printf last'))).toEqual({
      end: 'done',
      lines: ['1', '2', '3', 'last'],
      attached: false,
    });
  });

  test('fails with its status and last lines; asked again, it starts anew', async () => {
    const tries = join(folder, 'tries');
    const work = job('fails', `printf x >> ${tries}; echo no space left >&2; exit 3`);
    const first = await run(work);
    expect(first).toMatchObject({ end: 'failed', why: { values: { rc: '3' } }, evidence: 'no space left' });
    expect((await run(work)).attached).toBe(false);
    expect(count(tries)).toBe(2);
  });

  test('a result that nobody has read is taken; once it was read, the same work is done again', async () => {
    const tries = join(folder, 'unread');
    const work = job('unread', `printf x >> ${tries}; echo did`);
    await run(work);
    expect(await run(work)).toEqual({ end: 'done', lines: ['did'], attached: true });
    expect(count(tries)).toBe(1);
    await consumeJob(place, work);
    expect(await run(work)).toMatchObject({ end: 'done', attached: false });
    expect(count(tries)).toBe(2);
  });

  test('success of an earlier job of that name with another content is not taken for this one', async () => {
    await run(job('same-name', 'echo old'));
    expect(await run(job('same-name', 'echo new'))).toMatchObject({ lines: ['new'], attached: false });
  });

  test('one of that name with another content that still runs is ended first', async () => {
    const ended = join(folder, 'ended');
    const stop = new AbortController();
    const gate = join(folder, 'older-runs');
    const older = run(
      job('turns', `trap 'echo x > ${ended}; exit 1' TERM; : > ${gate}; sleep 60 & wait`),
      place,
      stop,
    );
    await expect.poll(() => existsSync(gate), { timeout: 10_000 }).toBe(true);
    expect(await run(job('turns', 'echo newer'))).toMatchObject({ end: 'done', lines: ['newer'] });
    expect(existsSync(ended)).toBe(true);
    stop.abort();
    await older;
  });

  test('its deadline holds on the node', async () => {
    expect(await run(job('slow', 'echo begun; sleep 60', 1_000))).toMatchObject({
      end: 'failed',
      why: { key: 'gate.deadline' },
      evidence: 'begun',
    });
  });

  test('cancelled, only the following ends; stopped, the job does with its children', async () => {
    const work = job('stops', 'sleep 303.5 & echo begun; wait');
    const stop = new AbortController();
    const end = await runJob(place, work, {
      signal: stop.signal,
      onLine: () => stop.abort(),
      onAttached: () => undefined,
      onLost: () => undefined,
    });
    expect(end).toEqual({ end: 'cancelled' });
    const again = new AbortController();
    const attached = runJob(place, work, {
      signal: again.signal,
      onLine: () => undefined,
      onAttached: () => again.abort(),
      onLost: () => undefined,
    });
    expect(await attached).toEqual({ end: 'cancelled' });
    expect(again.signal.aborted).toBe(true);
    expect(await stopJob(place, work)).toEqual({ end: 'done' });
    expect(await stopJob(place, work)).toEqual({ end: 'done' });
    expect(runsWith('303.5')).toBe(false);
  });

  test('survives kill -9 of who started it, and is attached with all its lines', async () => {
    const go = join(folder, 'go');
    const tries = join(folder, 'starts');
    const script = `printf x >> ${tries}; echo first; while [ ! -e ${go} ]; do sleep 0.1; done; echo last`;
    const starter = join(folder, 'starter.ts');
    writeFileSync(
      starter,
      `import { localHost } from ${JSON.stringify(join(import.meta.dirname, '../../host/local.ts'))};
import { runJob } from ${JSON.stringify(join(import.meta.dirname, 'job.ts'))};
await runJob(
  { host: localHost('spark-a'), cluster: 'c', statePath: ${JSON.stringify(folder)}, asRoot: false },
  ${JSON.stringify(job('survives', script))},
  { signal: new AbortController().signal, onLine: (line) => console.log(line), onAttached() {}, onLost() {} },
);
`,
    );
    const child = spawn(process.execPath, [starter], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
    expect(chunk.toString()).toBe('first\n');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const second = run(job('survives', script));
    appendFileSync(go, '');
    expect(await second).toEqual({ end: 'done', lines: ['first', 'last'], attached: true });
    expect(count(tries)).toBe(1);
  });

  test('half a script, as when the connection breaks while it is sent, never runs', async () => {
    const file = join(folder, 'half');
    const torn: Host = {
      ...place.host,
      run: (script, options) =>
        place.host.run(
          script,
          typeof options.stdin === 'string' ? { ...options, stdin: 'echo x >> "$0"' } : options,
        ),
    };
    const work = job('torn', `echo x >> ${file}; echo y`);
    expect(await run(work, { ...place, host: torn })).toMatchObject({
      end: 'failed',
      evidence: 'the script broke off before its end',
    });
    expect(await run(work)).toMatchObject({ end: 'done', lines: ['y'], attached: false });
    expect(count(file)).toBe(2);
  });

  test('killed on its node it has vanished; asked again, it starts anew', async () => {
    const work = job('dies', 'echo begun; sleep 60');
    const stop = new AbortController();
    const killed = runJob(place, work, {
      signal: stop.signal,
      onLine: () => {
        // Its whole session, as a power cut would.
        const group = Number(readFileSync(join(folder, 'jobs', 'dies', 'group'), 'utf8'));
        const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${group}/status`, 'utf8'))?.[1];
        process.kill(Number(parent), 'SIGKILL');
        process.kill(-group, 'SIGKILL');
      },
      onAttached: () => undefined,
      onLost: () => undefined,
    });
    expect(await killed).toEqual({ end: 'vanished' });
    expect(await run(job('dies', 'echo begun; sleep 60', 500))).toMatchObject({ attached: false });
  });

  test('a connection that breaks is tried again, and no line is told twice', async () => {
    let breaks = 1;
    const flaky: Host = {
      ...place.host,
      follow: async (script, options) => {
        if (breaks === 0) return place.host.follow(script, options);
        breaks -= 1;
        const stop = new AbortController();
        await place.host.follow(script, {
          ...options,
          signal: stop.signal,
          onLine: (line, stream) => {
            options.onLine(line, stream);
            stop.abort();
          },
        });
        return { kind: 'unreachable', why: 'lost', evidence: 'cable pulled' } satisfies Outcome;
      },
    };
    const work = job('flaky', 'echo 1; sleep 1; echo 2');
    expect(await run(work, { ...place, host: flaky })).toMatchObject({
      end: 'done',
      lines: ['1', '(lost)', '2'],
    });
  });
});

test.skipIf(!hasSshd())(
  'over a real sshd a connection that is cut loses neither the job nor a line',
  async () => {
    const sshd = await startSshd();
    const host = sshHost({
      name: 'b',
      target: 'spark',
      sshConfig: sshd.config,
      controlDir: join(sshd.folder, 'c'),
    });
    try {
      const lines: string[] = [];
      const losses: string[] = [];
      const end = await runJob({ ...place, host }, job('cut', 'echo 1; sleep 2; echo 2'), {
        signal: new AbortController().signal,
        onAttached: () => undefined,
        onLost: ({ why }) => losses.push(why.key),
        onLine: (line) => {
          lines.push(line);
          if (line === '1') for (const child of connectionsOf(sshd.pid)) process.kill(child, 'SIGKILL');
        },
      });
      expect({ end, lines, losses }).toEqual({
        end: { end: 'done' },
        lines: ['1', '2'],
        losses: ['host.unreachable.lost'],
      });
    } finally {
      await host.close();
      await sshd.stop();
    }
  },
);

test.each([
  ['%%progress 5 10 bytes', { done: 5, total: 10, unit: 'bytes' }],
  ['%%progress 5 - items', { done: 5, unit: 'items' }],
  ['%%progress 5 10 miles', undefined],
  ['progress 5 10 bytes', undefined],
])('%s is progress: %j', (line, expected) => {
  expect(progressOf(line)).toEqual(expected);
});

test('the name of an action becomes the name of a folder', () => {
  expect(jobFolderName('image/pull/spark-a')).toBe('image.pull.spark-a');
  expect(() => jobFolderName('../x')).toThrow(RangeError);
});
