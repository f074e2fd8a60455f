import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Bus } from '../event/bus.ts';
import type { Event } from '../event/types.ts';
import { filesOfArchive } from '../facts/archive.ts';
import { readBundle } from '../facts/bundle.ts';
import { nodeFacts } from '../facts/node-facts.ts';
import { allProbes } from '../facts/probes.ts';
import type { ClusterFacts, RawOutput } from '../facts/types.ts';
import { prepareState, stateFolder } from '../gate/state.ts';
import type { Host, RunOptions } from '../host/types.ts';
import { say } from '../message/message.ts';
import { loadRecipe } from '../recipe/load.ts';
import { resolveSettings } from '../recipe/settings.ts';
import { bundle, redacted } from './bundle.ts';
import type { Site } from './site.ts';

const CANARY = 'Xq7-CANARY_z9w';
const KEY = 'sk-0wn';
const root = join(import.meta.dirname, '../..');
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'bundle-life-'));
});
afterEach(() => rmSync(home, { recursive: true }));

const containers = (rank: number, state = 'running') =>
  JSON.stringify({
    name: `/x-rank${rank}`,
    id: `${rank}`.repeat(64),
    state,
    labels: { 'sparkwright.unit': `rank${rank}` },
  });

/** Every form in one text: each probe says it, and so do the logs. */
const LEAK = [
  `HF_TOKEN=${CANARY}`,
  `{"api_key":"${CANARY}","text":"{\\"password\\":\\"${CANARY}\\"}"}`,
  `password: ${CANARY}`,
  `["--api-key","${CANARY}"]`,
  `https://me:${CANARY}@proxy:3128`,
  `the key is ${KEY} here`,
].join('\n');

async function site(
  facts: ClusterFacts,
  log: string,
): Promise<{ site: Site; events: Event[]; ran: string[] }> {
  const recipe = await loadRecipe(join(root, 'recipes/lab-smollm2-vllm'));
  const state = stateFolder('x', {}, home);
  await prepareState(state);
  writeFileSync(join(home, 'key'), `${KEY}\n`);
  writeFileSync(state.intent, `{"want":"up","token":"${CANARY}"}`);
  writeFileSync(join(state.receipts, '20261201.json'), '{"version":1,"tool":"old"}');
  writeFileSync(join(state.receipts, '20261202.json'), '{"version":1,"tool":"new"}');
  for (let run = 1; run <= 7; run += 1) {
    mkdirSync(join(state.runs, `run${run}`));
    writeFileSync(
      join(state.runs, `run${run}`, 'events.jsonl'),
      `{"seq":${run},"line":"Bearer ${CANARY}"}\n`,
    );
  }
  const nodes = [...facts.keys()].map((name, at) => ({
    ...{ name, role: at === 0 ? ('head' as const) : ('worker' as const), ssh: name, fabric: {}, paths: {} },
  }));
  const events: Event[] = [];
  const bus = new Bus();
  bus.listen((event) => events.push(event));
  const ran: string[] = [];
  const host = (node: string) =>
    ({
      run: async (script: string, options: RunOptions) => {
        ran.push(`${node}: ${script} ${options.args?.join(' ')}`);
        return node === 'spark-b'
          ? { kind: 'exit', rc: 1, stdout: `cannot read: token=${CANARY}`, stderr: '' }
          : { kind: 'exit', rc: 0, stdout: log, stderr: '' };
      },
    }) as unknown as Host;
  const made: Partial<Site> = {
    ...{
      name: 'x',
      recipe,
      settings: resolveSettings(recipe.recipe, { file: [], env: {}, set: {} }),
    },
    cluster: {
      name: 'x',
      nodes,
      api: { keyFile: join(home, 'key') },
      paths: {},
      knobs: {},
      exposure: 'loopback',
    } as never,
    chosen: nodes.map((node) => node.name),
    nodeNames: nodes.map((node) => node.name),
    ...{ state, bus, host, signal: new AbortController().signal, gather: async () => facts },
    wish: {
      cluster: { text: `name: x\nknobs:\n  apiToken: ${CANARY}\n`, file: 'x' },
      recipe: { name: 'r', files: { ...recipe.files, 'bin/x': Buffer.from([0, 1]).toString('base64') } },
      ...{ set: {}, environment: {} },
    },
  };
  return { site: made as Site, events, ran };
}

const missing = { code: 'no-answer', why: '' };
function leaking(node: string, rank: number) {
  const raw = new Map<string, RawOutput>(allProbes.map(({ id }) => [id, { out: LEAK, err: LEAK, rc: 1 }]));
  raw.set('docker-ps', { out: containers(rank), err: `${LEAK} no such container`, rc: 0 });
  return nodeFacts(node, { ok: true, seconds: 1 }, raw, missing);
}

function archiveIn(events: Event[]): Buffer {
  const parts = events.flatMap((event) => (event.type === 'chunk' ? [event] : []));
  let at = 0;
  for (const part of parts) {
    expect(part.offset).toBe(at);
    expect(JSON.stringify(part).length).toBeLessThan(60_000);
    at += Buffer.from(part.data, 'base64').length;
  }
  return Buffer.concat(parts.map((part) => Buffer.from(part.data, 'base64')));
}

test('no secret of any probe, log, file or event is in a bundle, and nothing of the bundle is left on the head', async () => {
  const away = nodeFacts(
    'spark-c',
    { ok: false, why: 'auth', evidence: `Permission denied ${LEAK}` },
    new Map(),
    missing,
  );
  const facts = new Map(
    [leaking('spark-a', 0), leaking('spark-b', 1), away].map((node) => [node.node, node]),
  );
  const { site: where, events, ran } = await site(facts, `${LEAK}\nready\n`);
  const before = readdirSync(home, { recursive: true });
  const ended = await bundle(where);
  expect(readdirSync(home, { recursive: true })).toEqual(before);
  const archive = archiveIn(events);
  expect(ended).toMatchObject({ exit: 0, document: { ok: true, bytes: archive.length } });
  const files = new Map(
    [...filesOfArchive(archive, 'x')].map(([path, content]) => [path, Buffer.from(content).toString('utf8')]),
  );
  for (const [path, text] of files) {
    expect(text, path).not.toContain('CANARY');
    expect(text, path).not.toContain(KEY);
  }
  const others = events.filter((event) => event.type !== 'chunk');
  expect(JSON.stringify([others, ended])).not.toContain('CANARY');

  for (const probe of allProbes) expect(files.has(`nodes/spark-a/${probe.id}.out`), probe.id).toBe(true);
  expect(files.get('nodes/spark-c/ssh.rc')).toBe('255\n');
  expect(files.get('logs/rank0.log')).toContain('ready');
  expect(files.get('state/receipt.json')).toContain('new');
  expect([...files.keys()].filter((path) => path.startsWith('state/runs/'))).toHaveLength(5);
  expect(files.has('config/recipe/recipe.yaml')).toBe(true);
  expect(files.has('config/recipe/bin/x')).toBe(false); // what is no text cannot be redacted
  expect(files.has('config/refusals.json')).toBe(true);
  expect(ran[0]).toMatch(/docker logs --timestamps --tail 20000 "\$1" 2>&1 \| tail -c \d+; .* 0{64}$/);
});

test('a node that cannot be reached, and a log that cannot be read, are said and are no failure', async () => {
  const away = nodeFacts('spark-c', { ok: false, why: 'auth', evidence: 'no' }, new Map(), missing);
  const facts = new Map(
    [leaking('spark-a', 0), leaking('spark-b', 1), away].map((node) => [node.node, node]),
  );
  const { site: where, events } = await site(facts, 'x');
  const ended = await bundle(where);
  expect(ended.document).toMatchObject({
    nodes: [{ name: 'spark-a', reachable: true }, { reachable: true }, { name: 'spark-c', reachable: false }],
    unread: [{ node: 'spark-b', container: 'x-rank1' }],
  });
  const said = (language: 'en' | 'zh') =>
    events.flatMap((event) => (event.type === 'note' ? [say(event.message, language)] : [])).join('\n');
  expect(said('en')).toMatch(
    /spark-c cannot be reached; the bundle says so[\s\S]*No logs of spark-b: cannot read/,
  );
  expect(said('zh')).toMatch(/无法连接 spark-c；支持包中会如实记录[\s\S]*没有取得 spark-b 的日志/);
});

test('a value that one file shows to be secret goes from all of them', () => {
  const files = new Map([
    ['config/x.env', `HF_TOKEN=${CANARY}`],
    ['logs/rank0.log', `INFO using ${CANARY} now`],
  ]);
  expect([...redacted(files, []).values()]).toEqual(['HF_TOKEN=REDACTED', 'INFO using REDACTED now']);
});

test('what was read is what the bundle reads back', async () => {
  const before = await readBundle(join(root, 'test/fixtures/bundles/two-sparks'));
  const { site: where, events } = await site(before.facts, '');
  await bundle(where);
  writeFileSync(join(home, 'b.tgz'), archiveIn(events));
  const after = await readBundle(join(home, 'b.tgz'));
  expect(after.nodes).toEqual(before.nodes);
  for (const [node, facts] of before.facts) {
    for (const probe of allProbes) {
      if (facts.read(probe).state === 'unknown') continue;
      expect(after.facts.get(node)?.read(probe), probe.id).toEqual(facts.read(probe));
    }
  }
});
