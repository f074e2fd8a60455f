import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Request } from '../life/wish.ts';
import { eventFrom } from './follow.ts';
import { outlivesAsker, requestDigest, runIdFrom } from './request.ts';
import {
  answerScript,
  followScript,
  interruptScript,
  listScript,
  readRunLines,
  startScript,
} from './runs.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sparkwright-runs-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const id = '20261201T120000-0a0b0c0d';
const bash = (script: string, input = '') =>
  spawnSync('bash', ['-c', script], {
    encoding: 'utf8',
    input,
    env: { ...process.env, HOME: home, XDG_STATE_HOME: '' },
  });
const runs = () => join(home, '.local/state/sparkwright/lab/runs');
const mark = { verb: 'up', digest: '0123456789abcdef' };

/** A stand-in for our program: a file that is asked `__serve FOLDER` and writes events until it is told to stop. */
function tool(body: string): string[] {
  const file = join(home, 'tool.sh');
  writeFileSync(file, `#!/bin/bash\n# $1 is __serve, $2 the folder\n${body}\n`, { mode: 0o755 });
  return [file];
}

test('a run is a session of its own, is listed while it lives, followed to its end, and stopped when asked', () => {
  const body = `trap 'echo "{\\"seq\\":2}" >> "$2/events.jsonl"; exit 0' INT; echo '{"seq":1}' >> "$2/events.jsonl"; while :; do sleep 0.05; done`;
  const started = bash(startScript('lab', id, tool(body), mark), '{"wish":1}');
  expect(started.stderr).toBe('');
  expect(started.stdout).toMatch(/^started \d+$/m);
  expect(readFileSync(join(runs(), id, 'request.json'), 'utf8')).toBe('{"wish":1}');
  expect(readRunLines(bash(listScript('lab')).stdout)).toMatchObject([
    { live: true, id, verb: 'up', digest: mark.digest },
  ]);
  expect(bash(interruptScript('lab', id)).status).toBe(0);
  expect(bash(followScript('lab', id)).stdout.trim().split('\n')).toEqual(['{"seq":1}', '{"seq":2}']);
  expect(readRunLines(bash(listScript('lab')).stdout)).toMatchObject([{ live: false }]);
});

test('a run of the same name is never started twice', () => {
  const script = startScript('lab', id, tool('exit 0'), mark);
  expect(bash(script).status).toBe(0);
  expect(bash(script).status).not.toBe(0);
});

test('a process id that belongs to another by now is no run: neither live, nor followed, nor stopped', () => {
  mkdirSync(join(runs(), id), { recursive: true });
  writeFileSync(join(runs(), id, 'mark'), `${mark.verb} ${mark.digest}\n`);
  writeFileSync(join(runs(), id, 'events.jsonl'), '{"seq":1}\n');
  writeFileSync(join(runs(), id, 'pid'), `${process.pid}\n`);
  expect(readRunLines(bash(listScript('lab')).stdout)).toMatchObject([{ live: false, id }]);
  expect(bash(followScript('lab', id)).stdout).toBe('{"seq":1}\n');
  expect(bash(interruptScript('lab', id)).status).not.toBe(0);
});

test('the newest 30 runs stay', () => {
  for (let n = 10; n < 45; n += 1) mkdirSync(join(runs(), `202511${n}T000000-00000000`), { recursive: true });
  bash(startScript('lab', id, tool('exit 0'), mark));
  expect(readdirSync(runs())).toHaveLength(30);
  expect(readdirSync(runs())).toContain(id);
});

test('an answer is whole when it is seen', () => {
  mkdirSync(join(runs(), id), { recursive: true });
  expect(bash(answerScript('lab', id, 'q1', true)).status).toBe(0);
  expect(readFileSync(join(runs(), id, 'answers/q1'), 'utf8')).toBe('yes\n');
});

test('a login banner among the lines of runs or events is passed over', () => {
  const line = `live ${id} 4711 up 0123456789abcdef`;
  expect(readRunLines(`Welcome to DGX Spark\n${line}\nlive nonsense\n`)).toHaveLength(1);
  expect(eventFrom('Welcome')).toBeUndefined();
  expect(eventFrom('{"seq":1,"ty')).toBeUndefined();
  expect(eventFrom('{"seq":1,"type":"note","at":""}')).toMatchObject({ seq: 1 });
});

test('the same wish is the same run whatever the language; another knob is another', () => {
  const request = (more: object) =>
    ({
      version: 1,
      language: 'en',
      set: {},
      environment: {},
      nodes: [],
      recipe: null,
      cluster: { text: 'a', file: '/home/a/sparkwright.yaml' },
      verb: 'down',
      options: {},
      ...more,
    }) as unknown as Request;
  expect(requestDigest(request({ language: 'zh' }))).toBe(requestDigest(request({})));
  const elsewhere = { cluster: { text: 'a', file: '/home/b/sparkwright.yaml' } };
  expect(requestDigest(request(elsewhere))).toBe(requestDigest(request({})));
  expect(requestDigest(request({ set: { a: '1' } }))).not.toBe(requestDigest(request({})));
  expect(requestDigest(request({ options: { yes: true } }))).toBe(
    requestDigest(request({ options: { yes: false } })),
  );
  expect(outlivesAsker(request({ options: { dryRun: false } }))).toBe(true);
  expect(outlivesAsker(request({ options: { dryRun: true } }))).toBe(false);
  expect(outlivesAsker(request({ verb: 'status' }))).toBe(false);
  expect(runIdFrom(new Date('2026-12-01T12:00:00.5Z'), Uint8Array.of(10, 11, 12, 13))).toBe(id);
});
