import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Event, EventBody } from '../event/types.ts';
import { localHost } from '../host/local.ts';
import { msg, say } from '../message/message.ts';
import type { Conductor } from './conduct.ts';
import { followRun } from './follow.ts';

const before = process.env.XDG_STATE_HOME;
const id = '20261201T120000-0a0b0c0d';
let state = '';
let run = '';
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'sparkwright-follow-'));
  process.env.XDG_STATE_HOME = state;
  run = join(state, 'sparkwright/lab/runs', id);
  mkdirSync(run, { recursive: true });
  writeFileSync(join(run, 'pid'), '0\n');
  writeFileSync(join(run, 'out'), '');
});
afterEach(() => {
  rmSync(state, { recursive: true, force: true });
  if (before === undefined) delete process.env.XDG_STATE_HOME;
  else process.env.XDG_STATE_HOME = before;
});

let seq = 0;
function says(...bodies: EventBody[]): void {
  for (const body of bodies) {
    seq += 1;
    appendFileSync(join(run, 'events.jsonl'), `${JSON.stringify({ ...body, seq, at: '' })}\n`);
  }
}

function watcher(answers: boolean[] = []): Conductor & { shown: Event[]; notes: string[]; asked: number } {
  const seen = { shown: [] as Event[], notes: [] as string[], asked: 0 };
  return Object.assign(seen, {
    head: localHost('spark-a'),
    tool: [],
    cluster: 'lab',
    show: (event: Event) => void seen.shown.push(event),
    note: (message: Parameters<Conductor['note']>[0]) => void seen.notes.push(say(message, 'en')),
    ask: async () => {
      seen.asked += 1;
      return answers.shift() ?? false;
    },
    answers: true,
    detach: new AbortController().signal,
    onInterrupt: () => undefined,
  });
}

const question = { type: 'question', id: 'q1', message: msg('cli.ok', { what: 'x' }) } as const;

test('a result is whole however long it is, and a torn line before it spoils nothing', async () => {
  writeFileSync(join(run, 'events.jsonl'), '{"seq":1,"ty\n');
  const text = 'x'.repeat(300_000);
  says({ type: 'result', exit: 4, document: { text } });
  const ended = await followRun(id, watcher(), true);
  expect(ended).toEqual({ exit: 4, document: { text } });
});

test('a question that was answered is not asked again when the run is looked at later', async () => {
  says(question, { type: 'answered', id: 'q1', answer: true }, { type: 'result', exit: 0 });
  const one = watcher();
  expect(await followRun(id, one, true)).toEqual({ exit: 0 });
  expect(one.asked).toBe(0);
});

test('an open question is asked once and its answer lies where the run looks; one who may not answer leaves it', async () => {
  writeFileSync(
    join(run, 'tool.sh'),
    `echo $$ > "$1/pid"; n=0; while [ ! -e "$1/answers/q1" ] && [ $n -lt 100 ]; do n=$((n+1)); sleep 0.05; done`,
  );
  says(question);
  const { spawn } = await import('node:child_process');
  const tool = spawn('bash', [join(run, 'tool.sh'), run], { stdio: 'ignore' });
  const ended = new Promise((resolve) => tool.on('close', resolve));
  while (readFileSync(join(run, 'pid'), 'utf8') === '0\n') await new Promise((done) => setTimeout(done, 20));
  const looks = followRun(id, watcher([false]), false).catch(() => undefined);
  const one = watcher([true]);
  await followRun(id, one, true).catch(() => undefined);
  await Promise.all([looks, ended]);
  expect(one.asked).toBe(1);
  expect(readFileSync(join(run, 'answers/q1'), 'utf8')).toBe('yes\n');
});

test('a run that ended without a result says so, with its last words', async () => {
  writeFileSync(join(run, 'out'), 'FATAL ERROR: heap out of memory\n');
  says({ type: 'step', step: 'key', title: msg('life.step.key'), status: 'start' });
  const one = watcher();
  await expect(followRun(id, one, true)).rejects.toMatchObject({
    exit: 1,
    said: { key: 'remote.vanished' },
    evidence: 'FATAL ERROR: heap out of memory\n',
  });
  expect(one.shown).toHaveLength(1);
});
