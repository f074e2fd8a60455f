import { existsSync, mkdtempSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runsWith } from '../../test/unit/processes.ts';
import type { Action, Finding, Proof, Verdict } from '../change/types.ts';
import { Bus } from '../event/bus.ts';
import type { Event } from '../event/types.ts';
import { localHost } from '../host/local.ts';
import type { Host, RootWay } from '../host/types.ts';
import { msg } from '../message/message.ts';
import type { GateContext } from './context.ts';
import { type Journal, openJournal, readJournal } from './journal.ts';
import { plannedStep } from './plan-view.ts';
import { runActions } from './run.ts';

// Real processes on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

let folder = '';
let journal: Journal;
let events: Event[] = [];
let asked: { key: string; byName: string | undefined }[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sw-gate-'));
  journal = await openJournal(join(folder, 'journal.jsonl'));
  events = [];
  asked = [];
});
afterEach(async () => {
  await journal.close();
  // As root the gate keeps copies where root's copies lie; these are this test's own.
  rmSync(join('/var/backups/sparkwright', run()), { recursive: true, force: true });
  try {
    rmdirSync('/var/backups/sparkwright');
  } catch {
    // Others' copies are in it, or it was never made.
  }
  rmSync(folder, { recursive: true, force: true });
});

const run = () => folder.slice(folder.lastIndexOf('/') + 1);

function context(more: Partial<GateContext> = {}): GateContext {
  const bus = new Bus();
  bus.listen((event) => events.push(event));
  return {
    run: run(),
    cluster: 'c',
    hosts: new Map(['spark-a', 'spark-b'].map((name) => [name, localHost(name)])),
    statePaths: new Map(['spark-a', 'spark-b'].map((name) => [name, join(folder, name)])),
    journal,
    bus,
    signal: new AbortController().signal,
    yes: false,
    ask: async (message, byName) => {
      asked.push({ key: message.key, byName });
      return true;
    },
    reread: async () => new Map(),
    ...more,
  };
}

function action(id: string, script: string, more: Partial<Action> = {}): Action {
  return {
    id,
    nodes: ['spark-a'],
    title: msg('gate.no-node', { node: id }),
    risk: 'safe',
    asRoot: false,
    work: { kind: 'shell', script, deadlineMs: 20_000 },
    onCancel: 'stop',
    undo: { kind: 'none', why: msg('gate.detached') },
    uses: ['spark-a/x'],
    stales: [],
    ...more,
  };
}

const proof = (...verdicts: Verdict[]): Proof => ({
  needs: ['docker-info'],
  judge: () =>
    verdicts.map((verdict): Finding => {
      const title = msg('gate.detached');
      return { id: 'x.y', stage: 'x', verdict, title, evidence: `seen ${verdict}`, refusesUp: false };
    }),
});

const entries = async () => (await readJournal(join(folder, 'journal.jsonl'))).entries;
const told = (id: string) =>
  events.flatMap((event) => (event.type === 'action' && event.id === id ? [event.status] : []));

describe('order and parallelism', () => {
  test('what shares nothing runs at the same time; what shares runs in order', async () => {
    const meet = (mine: string, other: string) =>
      `: > ${folder}/${mine}; while [ ! -e ${folder}/${other} ]; do sleep 0.05; done`;
    const result = await runActions(
      [
        action('one', meet('a', 'b'), { uses: ['spark-a/x'] }),
        action('two', meet('b', 'a'), { uses: ['spark-b/x'], nodes: ['spark-b'] }),
        action('three', `[ -e ${folder}/a ] && [ -e ${folder}/b ]`, { uses: ['spark-a/x', 'spark-b/x'] }),
      ],
      context(),
    );
    expect(result).toMatchObject({ end: 'done', failures: [], left: [] });
    expect(result.done.at(-1)).toBe('three');
    expect(told('three')).toEqual(['start', 'done']);
  });

  test('a failure starts nothing new, names its last words, and says what is left', async () => {
    const result = await runActions(
      [action('bad', 'echo no space left >&2; exit 28'), action('next', `: > ${folder}/next`)],
      context(),
    );
    expect(result).toMatchObject({ end: 'failed', done: [], failures: [{ evidence: 'no space left' }] });
    expect(result.left.map((one) => one.id)).toEqual(['bad', 'next']);
    expect(existsSync(join(folder, 'next'))).toBe(false);
    expect(events.at(-1)).toMatchObject({ type: 'action', status: 'failed', why: 'no space left' });
    expect(await entries()).toMatchObject([
      { kind: 'before', action: 'bad', work: 'echo no space left >&2; exit 28' },
      { kind: 'after', status: 'failed', evidence: 'no space left' },
    ]);
  });

  test('a node that nobody knows fails its action', async () => {
    const result = await runActions([action('x', 'true', { nodes: ['spark-z'] })], context());
    expect(result.failures[0]?.why.key).toBe('gate.no-node');
  });
});

describe('proof', () => {
  test.each<[string, Verdict[], string]>([
    ['done', ['ok', 'warn'], ''],
    ['failed', ['ok', 'fail'], 'gate.proof-failed'],
    ['failed', ['ok', 'unknown'], 'gate.proof-unknown'],
    ['done', [], ''],
  ])('%s when the facts read afterwards say %j', async (end, verdicts, key) => {
    const reads: unknown[] = [];
    const reread: GateContext['reread'] = async (...args) => {
      reads.push(args);
      return new Map();
    };
    const result = await runActions(
      [action('p', 'true', { proof: proof(...verdicts) })],
      context({ reread }),
    );
    expect(result.end).toBe(end);
    expect(result.failures[0]?.why.key ?? '').toBe(key);
    expect(reads).toEqual([[['docker-info'], ['spark-a']]]);
  });

  test('a job that is gone without a result is judged by its proof, and not done without one', async () => {
    const vanish = (id: string, more: Partial<Action>) =>
      action(id, '', {
        ...more,
        uses: [id],
        work: { kind: 'job', name: id, script: 'kill -9 $(ps -o ppid= $PPID) $PPID $$', deadlineMs: 20_000 },
      });
    const result = await runActions([vanish('proven', { proof: proof('ok') }), vanish('not', {})], context());
    expect(result.done).toEqual(['proven']);
    expect(result.failures.map((one) => one.why.key)).toEqual(['gate.vanished']);
  });
});

describe('questions', () => {
  const three = () => [
    action('safe', 'true'),
    action('disruptive', 'true', { risk: 'disruptive' }),
    action('destructive', 'true', { risk: 'destructive', asks: msg('gate.detached') }),
  ];

  test('what is disruptive is asked, what is destructive by its name', async () => {
    expect((await runActions(three(), context())).end).toBe('done');
    expect(asked).toEqual([
      { key: 'gate.no-node', byName: undefined },
      { key: 'gate.detached', byName: 'destructive' },
    ]);
  });

  test('--yes answers for what is disruptive only', async () => {
    await runActions(three(), context({ yes: true }));
    expect(asked).toEqual([{ key: 'gate.detached', byName: 'destructive' }]);
  });

  test('a no before anything has run changes nothing', async () => {
    const actions = [
      action('first', `: > ${folder}/first`),
      action('asks', 'true', { asks: msg('gate.detached') }),
    ];
    const result = await runActions(actions, context({ ask: async () => false }));
    expect(result).toMatchObject({ end: 'declined', done: [] });
    expect(existsSync(join(folder, 'first'))).toBe(false);
    expect(await entries()).toEqual([]);
  });
});

describe('root', () => {
  const withRoot = (way: RootWay): Host => ({ ...localHost('spark-a'), root: async () => way });

  test.each<RootWay>(['asks', 'none'])(
    '"%s": the work is handed over as a script and nothing runs',
    async (way) => {
      const hosts = new Map([['spark-a', withRoot(way)]]);
      const actions = [
        action('user', `: > ${folder}/user`),
        action("it's root", "echo 'as root'", { asRoot: true }),
      ];
      const result = await runActions(actions, context({ hosts }));
      expect(result).toMatchObject({ end: 'needs-root', done: [] });
      expect(result.rootScripts).toEqual([
        { node: 'spark-a', script: "#!/bin/bash\nset -e\n\n# it's root\nbash -c 'echo '\\''as root'\\'''\n" },
      ]);
      expect(existsSync(join(folder, 'user'))).toBe(false);
    },
  );

  test('with nothing that needs root nobody asks how', async () => {
    const hosts = new Map([
      ['spark-a', { ...withRoot('none'), root: () => Promise.reject(new Error('asked')) }],
    ]);
    expect((await runActions([action('user', 'true')], context({ hosts }))).end).toBe('done');
  });
});

describe('cancel', () => {
  const waits = (id: string, more: Partial<Action>) =>
    action(
      id,
      `: > ${folder}/${id}; while [ ! -e ${folder}/go ]; do sleep 0.1; done; : > ${folder}/${id}-done`,
      {
        ...more,
        uses: [id],
      },
    );
  const begun = (id: string) =>
    expect.poll(() => existsSync(join(folder, id)), { timeout: 10_000 }).toBe(true);

  test('finish goes on, stop ends, undo puts back; what has not started does not', async () => {
    writeFileSync(join(folder, 'edited'), 'before');
    const stop = new AbortController();
    const edit = `echo after > ${folder}/edited; : > ${folder}/undoes; sleep 304.5`;
    const running = runActions(
      [
        waits('finishes', { onCancel: 'finish' }),
        waits('stops', { onCancel: 'stop' }),
        action('undoes', edit, {
          uses: ['u'],
          onCancel: 'undo',
          undo: { kind: 'restore-file', path: join(folder, 'edited') },
        }),
        action('later', `: > ${folder}/later`, { uses: ['stops'] }),
      ],
      context({ signal: stop.signal }),
    );
    for (const id of ['finishes', 'stops', 'undoes']) await begun(id);
    stop.abort();
    await expect.poll(() => told('undoes').at(-1), { timeout: 10_000 }).toBe('undone');
    writeFileSync(join(folder, 'go'), '');
    const result = await running;
    expect(result).toMatchObject({ end: 'cancelled', done: ['finishes'], failures: [] });
    expect(result.left.map((one) => one.id)).toEqual(['stops', 'undoes', 'later']);
    expect(told('stops').at(-1)).toBe('cancelled');
    expect(existsSync(join(folder, 'stops-done'))).toBe(false);
    expect(existsSync(join(folder, 'later'))).toBe(false);
    expect(readFileSync(join(folder, 'edited'), 'utf8')).toBe('before');
    expect(runsWith('304.5')).toBe(false);
  });

  test('a second cancel leaves a job where it runs, and the same actions again attach to it', async () => {
    const work = {
      kind: 'job' as const,
      name: 'load',
      script: `: > ${folder}/job; while [ ! -e ${folder}/go ]; do sleep 0.1; done; echo x >> ${folder}/ran`,
      deadlineMs: 20_000,
    };
    const load = action('load', '', { work, onCancel: 'finish' });
    const stop = new AbortController();
    const detach = new AbortController();
    const running = runActions([load], context({ signal: stop.signal, detach: detach.signal }));
    await begun('job');
    stop.abort();
    detach.abort();
    expect(await running).toMatchObject({ end: 'detached', done: [], left: [{ id: 'load' }] });
    events = [];
    const again = runActions([load], context());
    await expect.poll(() => told('load'), { timeout: 10_000 }).toContain('attached');
    writeFileSync(join(folder, 'go'), '');
    expect((await again).end).toBe('done');
    expect(readFileSync(join(folder, 'ran'), 'utf8')).toBe('x\n');
  });

  test('cancelled before it began, nothing runs', async () => {
    const result = await runActions([action('x', 'true')], context({ signal: AbortSignal.abort() }));
    expect(result).toMatchObject({ end: 'cancelled', left: [{ id: 'x' }] });
  });
});

describe('files', () => {
  const sha256 = (text: string) =>
    process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex');

  test('what stood there is kept with its digest, for an undo that can tell later edits', async () => {
    const path = join(folder, 'etc', 'x.yaml');
    const write = (text: string) =>
      action('x', '', {
        work: { kind: 'file', path, mode: 0o644, content: { from: 'text', text } },
        undo: { kind: 'restore-file', path },
      });
    await runActions([write('one\n')], context());
    await runActions([write('two\n')], context());
    expect(readFileSync(path, 'utf8')).toBe('two\n');
    const [first, , second, after] = await entries();
    expect(first).toMatchObject({ undo: { kind: 'file', path, before: { existed: false } } });
    expect(after).toMatchObject({ kind: 'after', status: 'done', sha256: sha256('two\n') });
    // A crash before that line leaves this one.
    expect(second).toMatchObject({ kind: 'before', writes: sha256('two\n') });
    if (second?.kind !== 'before' || second.undo.kind !== 'file' || !second.undo.before.existed) {
      throw new Error(`no copy: ${JSON.stringify(second)}`);
    }
    expect(second.undo.before).toMatchObject({ mode: '644', sha256: sha256('one\n') });
    expect(readFileSync(second.undo.before.backup, 'utf8')).toBe('one\n');
    const runFolder = second.undo.before.backup.split('/').slice(0, -2).join('/');
    expect(statSync(runFolder).mode & 0o777).toBe(0o700);
  });

  test('of a secret neither content nor digest is in the journal, an event or the plan', async () => {
    const source = join(folder, 'key');
    writeFileSync(source, 'sk-canary-1234567890');
    const path = join(folder, 'copied', 'key');
    const copy = action('copy', '', {
      work: { kind: 'file', path, mode: 0o400, content: { from: 'head-file', path: source, secret: true } },
    });
    await runActions([copy], context());
    await runActions([copy], context());
    expect(readFileSync(path, 'utf8')).toBe('sk-canary-1234567890');
    const plan = plannedStep('access', msg('gate.detached'), { actions: [copy], refusals: [] });
    const seen = readFileSync(join(folder, 'journal.jsonl'), 'utf8') + JSON.stringify([events, plan]);
    expect(seen).not.toContain('canary');
    expect(seen).not.toContain(sha256('sk-canary-1234567890'));
    const [, first, again, last] = await entries();
    expect(again).toMatchObject({ kind: 'before', replaces: { existed: true }, secret: true });
    // Bytes and time of change stand in for a digest.
    for (const after of [first, last]) expect(after).toMatchObject({ stamp: expect.stringMatching(/^20@/) });
  });

  test('a folder in the way is an error of its own and stays', async () => {
    const path = folder;
    const work = { kind: 'file' as const, path, mode: 0o644, content: { from: 'text' as const, text: '' } };
    const result = await runActions([action('x', '', { work })], context());
    expect(result.failures[0]?.evidence).toContain('a folder stands there');
  });

  test('text is redacted before it is journalled or shown', async () => {
    const redact = (text: string) => text.replaceAll('hunter2', '***');
    const proxy = action('proxy', 'echo hunter2 >&2; exit 1');
    await runActions([proxy], context({ redact }));
    const plan = plannedStep('proxy', msg('gate.detached'), { actions: [proxy], refusals: [] }, redact);
    const seen = readFileSync(join(folder, 'journal.jsonl'), 'utf8') + JSON.stringify([events, plan]);
    expect(seen).not.toContain('hunter2');
    expect(seen).toContain('***');
  });
});

test('what a job prints as progress becomes an event', async () => {
  const work = {
    kind: 'job' as const,
    name: 'p',
    script: 'echo "%%progress 5 10 bytes"',
    deadlineMs: 20_000,
  };
  await runActions([action('p', '', { work })], context());
  expect(events).toContainEqual(
    expect.objectContaining({
      type: 'progress',
      id: 'p',
      node: 'spark-a',
      done: 5,
      total: 10,
      unit: 'bytes',
    }),
  );
  expect(events.at(-1)).toMatchObject({ type: 'action', status: 'done', seconds: expect.any(Number) });
});
