/** The program itself: a run of the gate on this machine, put back by `undo`; a worker that is not there. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Action } from '../../src/change/types.ts';
import { Bus } from '../../src/event/bus.ts';
import { openJournal, readJournal } from '../../src/gate/journal.ts';
import { runActions } from '../../src/gate/run.ts';
import { stateFolder } from '../../src/gate/state.ts';
import { localHost } from '../../src/host/local.ts';
import { msg } from '../../src/message/message.ts';

vi.setConfig({ testTimeout: 60_000 });

const main = join(import.meta.dirname, '../../src/cli/main.ts');
let folder = '';
let runs: string[] = [];
const path = (name: string) => join(folder, name);
const state = () => stateFolder('ut', {}, folder);
const journal = async () => (await readJournal(state().journal)).entries;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sparkwright-undo-'));
  runs = [];
  writeFileSync(
    path('sparkwright.yaml'),
    `version: 1
name: ut
recipe: lab-smollm2-vllm
nodes:
  - { name: spark-a, role: head, ssh: local }
  - { name: spark-b, role: worker, ssh: nobody@127.0.0.9 }
`,
  );
});
afterEach(() => {
  const ours = existsSync(state().runs) ? readdirSync(state().runs) : [];
  for (const run of [...runs, ...ours])
    rmSync(join('/var/backups/sparkwright', run), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

function sparkwright(...words: string[]) {
  const env = {
    ...process.env,
    HOME: folder,
    XDG_STATE_HOME: '',
    XDG_CONFIG_HOME: '',
    LC_ALL: 'C',
    LANG: 'C',
    SPARKWRIGHT_LANG: '',
  };
  const done = spawnSync(process.execPath, [main, ...words], { encoding: 'utf8', cwd: folder, env });
  return { code: done.status, out: done.stdout, err: done.stderr };
}
const json = (...words: string[]) => {
  const { code, out } = sparkwright(...words, '--json');
  return { code, document: JSON.parse(out) };
};

/** Does these actions as a run of that name would. */
async function run(name: string, ...actions: Action[]): Promise<void> {
  const id = `${name}-${folder.slice(-6)}`;
  runs.push(id);
  const log = await openJournal(state().journal);
  const about = { tool: 't', host: 'spark-a', user: 'dgx', pid: 1 };
  await log.append({ kind: 'run-start', run: id, verb: 'up', ...about });
  await runActions(actions, {
    run: id,
    cluster: 'ut',
    hosts: new Map(['spark-a', 'spark-b'].map((node) => [node, localHost(node)])),
    statePaths: new Map([['spark-a', path('state')]]),
    journal: log,
    bus: new Bus(),
    signal: new AbortController().signal,
    yes: true,
    ask: async () => true,
    reread: async () => new Map(),
  });
  await log.append({ kind: 'run-end', run: id, exit: 0 });
  await log.close();
}
const runId = (name: string) => `${name}-${folder.slice(-6)}`;

function writes(id: string, file: string, text: string): Action {
  return {
    ...does(id, '', ''),
    work: { kind: 'file', path: path(file), mode: 0o600, content: { from: 'text', text } },
    undo: { kind: 'restore-file', path: path(file) },
  };
}

function does(id: string, script: string, undo: string, node = 'spark-a'): Action {
  return {
    id,
    nodes: [node],
    title: msg('rank.start', { node, name: id, rank: 0 }),
    risk: 'safe',
    asRoot: false,
    work: { kind: 'shell', script, deadlineMs: 20_000 },
    onCancel: 'finish',
    undo: { kind: 'shell', script: undo, deadlineMs: 60_000 },
    uses: ['x'],
    stales: [],
  };
}

test('undo puts back the newest run, newest first, and says so; a second time there is nothing to do', async () => {
  writeFileSync(path('x'), 'before');
  await run(
    'r1',
    writes('x/spark-a', 'x', 'one'),
    does('y/spark-a', 'true', `cp ${path('x')} ${path('seen')}`),
  );

  expect(json('undo', '--dry-run')).toMatchObject({
    code: 0,
    document: { ok: true, steps: [{ actions: [{ id: 'y/spark-a' }, { id: 'x/spark-a' }] }] },
  });
  expect(readFileSync(path('x'), 'utf8')).toBe('one');
  // Without a person and without --yes the answer is no.
  expect(sparkwright('undo')).toMatchObject({ code: 1 });
  expect(readFileSync(path('x'), 'utf8')).toBe('one');

  const { code, out } = sparkwright('undo', '--yes');
  expect(out).toContain('Undone: 2 action(s) of ut.');
  expect(out.indexOf('y/spark-a of run')).toBeLessThan(out.indexOf('x/spark-a of run'));
  expect(code).toBe(0);
  expect(readFileSync(path('x'), 'utf8')).toBe('before');
  // The newer one was undone while the older one still stood.
  expect(readFileSync(path('seen'), 'utf8')).toBe('one');

  expect(json('undo', '--yes')).toEqual({ code: 0, document: { ok: true, changed: false, undone: [] } });
  expect(sparkwright('undo', 'x/spark-a', '--yes', '--lang', 'zh').out).toContain('已由运行');
});

test('a file that was edited since refuses the whole with 4 and its path; the others go by name', async () => {
  await run('r1', writes('x/spark-a', 'x', 'one'), writes('y/spark-a', 'y', 'two'));
  writeFileSync(path('x'), 'mine');
  const { code, document } = json('undo', '--yes');
  expect(code).toBe(4);
  expect(document).toMatchObject({
    ok: false,
    refused: [{ node: 'spark-a', action: 'x/spark-a', path: path('x') }],
  });
  expect(document.error.text).toContain(path('x'));
  expect([readFileSync(path('x'), 'utf8'), readFileSync(path('y'), 'utf8')]).toEqual(['mine', 'two']);
  expect(json('undo', 'y/spark-a', '--yes').code).toBe(0);
  expect(existsSync(path('y'))).toBe(false);
});

test('--list shows every run with what can be undone and why not, and leaves no trace', async () => {
  const none = msg('rank.stop.undo');
  await run('r1', writes('x/spark-a', 'x', 'one'), {
    ...does('s/spark-a', 'true', ''),
    undo: { kind: 'none', why: none },
  });
  await run('r2', writes('x/spark-a', 'x', 'two'));
  const before = readFileSync(state().journal, 'utf8');
  const { code, document } = json('undo', '--list');
  expect(code).toBe(0);
  expect(document).toMatchObject({
    ok: true,
    cluster: 'ut',
    runs: [
      { run: runId('r2'), verb: 'up', actions: [{ action: 'x/spark-a', state: 'possible' }] },
      {
        run: runId('r1'),
        actions: [
          { action: 's/spark-a', state: 'none', why: none },
          { action: 'x/spark-a', state: 'superseded', why: { values: { run: runId('r2') } } },
        ],
      },
    ],
  });
  expect(sparkwright('undo', '--list').out).toMatch(/x\/spark-a {2}can be undone {4,}/);
  expect(sparkwright('undo', '--list', '--lang', 'zh').out).toContain('其上有后来的更改');
  expect(readFileSync(state().journal, 'utf8')).toBe(before);
});

test('a node out of reach makes it fail and is named; what can be put back is', async () => {
  await run('r1', does('y/spark-b', 'true', 'false', 'spark-b'), writes('x/spark-a', 'x', 'one'));
  expect(json('undo', '--list', '--node', 'spark-b').document.runs).toMatchObject([
    { actions: [{ action: 'y/spark-b', state: 'unknown' }] },
  ]);
  const { code, document } = json('undo', '--yes');
  expect(code).toBe(1);
  expect(document).toMatchObject({
    ok: false,
    undone: [{ action: 'x/spark-a' }],
    left: [{ action: 'y/spark-b', node: 'spark-b' }],
  });
  expect(document.error.text).toContain('spark-b');
  expect(existsSync(path('x'))).toBe(false);
});

test('an unknown word is refused with 2 and the nearest one', async () => {
  await run('r1', writes('x/spark-a', 'x', 'one'));
  const { code, document } = json('undo', 'x/spark-b');
  expect(code).toBe(2);
  expect(document.error.text).toContain('Did you mean x/spark-a?');
});

test('ranks that are taken away are not wanted any more', async () => {
  await run('r1', does('rank/start/spark-a', 'true', 'true'));
  expect(json('undo', '--yes').code).toBe(0);
  expect(JSON.parse(readFileSync(state().intent, 'utf8'))).toMatchObject({ want: 'down' });
});

/** An undo that comes to a stop in its newest action; killed there, it has put back nothing else. */
async function hangingUndo() {
  writeFileSync(path('x'), 'before');
  const wait = `: > ${path('begun')}; while [ ! -e ${path('go')} ]; do sleep 0.05; done; echo x >> ${path('ran')}`;
  await run('r0', does('old/spark-a', 'true', `: > ${path('old')}`));
  await run('r1', writes('x/spark-a', 'x', 'one'), does('y/spark-a', 'true', wait));
  const first = sparkwrightLater('undo', '--yes');
  await expect.poll(() => existsSync(path('begun')), { timeout: 20_000 }).toBe(true);
  return first;
}

function sparkwrightLater(...words: string[]) {
  const result = import('node:child_process').then(({ spawn }) => {
    const env = {
      ...process.env,
      HOME: folder,
      XDG_STATE_HOME: '',
      XDG_CONFIG_HOME: '',
      LC_ALL: 'C',
      LANG: 'C',
    };
    const child = spawn(process.execPath, [main, ...words, '--json'], {
      cwd: folder,
      env: { ...env, SPARKWRIGHT_LANG: '' },
    });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString('utf8');
    });
    return new Promise<{ code: number | null; document: { error?: { key: string } } }>((resolve) =>
      child.once('close', (code) => resolve({ code, document: JSON.parse(out) })),
    );
  });
  return { result };
}

const runPid = () => {
  const [id = ''] = readdirSync(state().runs);
  return Number(readFileSync(join(state().runs, id, 'pid'), 'utf8'));
};

test('kill -9 in the middle: the same command again finishes, and does no other run', async () => {
  const { result } = await hangingUndo();
  process.kill(runPid(), 'SIGKILL');
  writeFileSync(path('go'), '');
  expect((await result).code).toBe(1);
  const { code, document } = json('undo', '--yes');
  expect(code).toBe(0);
  expect(document).toMatchObject({ undone: [{ action: 'y/spark-a' }, { action: 'x/spark-a' }] });
  expect(readFileSync(path('x'), 'utf8')).toBe('before');
  expect(existsSync(path('old'))).toBe(false);
  // Only now the older run comes.
  expect(json('undo', '--yes').code).toBe(0);
  expect(existsSync(path('old'))).toBe(true);
});

test('A1.9 --steal: another run is refused with 5; with the word it takes the lock, and the robbed run stops', async () => {
  const { result } = await hangingUndo();
  const refused = json('undo', 'old/spark-a', '--yes');
  expect(refused.code).toBe(5);
  expect(refused.document.error.text).toContain('--steal');
  const thief = sparkwrightLater('undo', 'old/spark-a', '--yes', '--steal');
  await expect
    .poll(() => readFileSync(state().owner, 'utf8').includes(`"pid":${runPid()},`), { timeout: 20_000 })
    .toBe(false);
  // What it had under way ends; nothing more begins.
  writeFileSync(path('go'), '');
  const robbed = await result;
  expect(robbed).toMatchObject({ code: 1, document: { error: { key: 'gate.lock-lost' } } });
  expect((await thief.result).code).toBe(0);
  expect(existsSync(path('old'))).toBe(true);
  expect(readFileSync(path('x'), 'utf8')).toBe('one');
  const undoneActions = (await journal()).flatMap((entry) =>
    entry.kind === 'undo-after' ? [[entry.action, entry.status]] : [],
  );
  expect(undoneActions).toEqual([
    ['y/spark-a', 'done'],
    ['old/spark-a', 'done'],
  ]);
});
