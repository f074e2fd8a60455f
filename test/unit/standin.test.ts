import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { resolveDeployment } from '../../src/deployment/resolve.ts';
import { chat, chatStream, type Endpoint, EngineTrouble, health, models } from '../../src/engine/client.ts';
import { bootPhases } from '../../src/engine/phases.ts';
import { probeReady } from '../../src/engine/ready.ts';
import { Bus } from '../../src/event/bus.ts';
import { smoke } from '../../src/measure/smoke.ts';
import { planRecipeFiles } from '../../src/rank/files.ts';
import { loadRecipe } from '../../src/recipe/load.ts';
import { resolveSettings } from '../../src/recipe/settings.ts';
import { factsFrom, sampleCluster, sparkFacts } from '../samples/deployment.ts';
import { freePort, KEY, MODEL, noPython, type Rank, type Standin, standin } from '../support/standin.ts';

const folder = join(import.meta.dirname, '../../recipes/lab-standin');
const loaded = await loadRecipe(folder, { phases: bootPhases().map((phase) => phase.id) });
const recorded = (name: string) =>
  readFileSync(join(import.meta.dirname, `../fixtures/vllm-logs/http/${name}.body`), 'utf8');
const patience = { deadlineMs: 10_000 };
const endpoint = ({ base }: Standin): Endpoint => ({ base, key: KEY });
const ask = (content: string, maxTokens = 400) => ({
  model: MODEL,
  messages: [{ role: 'user' as const, content }],
  maxTokens,
  temperature: 0,
});
const phaseOf = ({ reader }: Standin, rank: number) => reader.at(rank, Date.now()).phase;

/** Reads a stream to its end; gives how many pieces of text came and the trouble that ended it. */
async function streamed(
  of: Standin,
  prompt: string,
): Promise<{ pieces: number; trouble: string | undefined }> {
  let pieces = 0;
  try {
    for await (const chunk of chatStream(endpoint(of), ask(prompt), patience))
      if (chunk.text !== '') pieces += 1;
    return { pieces, trouble: undefined };
  } catch (error) {
    if (error instanceof EngineTrouble) return { pieces, trouble: error.kind };
    throw error;
  }
}

async function codeOf(rank: Rank): Promise<number | null> {
  return (await rank.ended).code;
}

async function post(of: Standin, path: string, body: unknown): Promise<{ status: number; text: string }> {
  const response = await fetch(`${of.base}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

function unitsIn(state: string, failure: string) {
  const { deployment, refusals } = resolveDeployment({
    recipe: loaded,
    cluster: { ...sampleCluster, paths: { state } },
    settings: resolveSettings(loaded.recipe, { file: [], env: {}, set: { failure } }),
    facts: sparkFacts({ 'spark-a': 10, 'spark-b': 11 }),
  });
  expect(refusals).toEqual([]);
  return deployment?.units ?? [];
}

test('every rank mounts the recipe’s own program and is told the same; no model and no engine tree is needed', () => {
  const units = unitsIn('/srv/sw', 'die:load:1');
  expect(units).toHaveLength(2);
  const source = `/srv/sw/recipes/lab-standin-${loaded.hash.slice(0, 12)}/standin`;
  for (const { container } of units) {
    expect(container.mounts).toEqual([{ source, target: '/opt/standin', readOnly: true }]);
    expect(container.env.SPARKWRIGHT_STANDIN).toBe('die:load:1');
  }
  const strays = Object.keys(loaded.files).filter(
    (name) => !/^(recipe\.yaml|standin\/[a-z_]+\.py)$/.test(name),
  );
  expect(strays).toEqual([]);
});

test('the program is placed on a node byte for byte', () => {
  const state = mkdtempSync(join(tmpdir(), 'standin-'));
  try {
    const units = unitsIn(state, '').slice(0, 1);
    const { actions } = planRecipeFiles(
      loaded,
      units,
      new Map([['spark-a', factsFrom('spark-a', { 'recipe-files': '' })]]),
    );
    const work = actions[0]?.work;
    const script = work?.kind === 'shell' ? work.script : '';
    execFileSync('bash', ['-c', 'eval "$(cat)"'], { input: script }); // too long for an argument
    for (const [name, base64] of Object.entries(loaded.files)) {
      const there = readFileSync(join(state, `recipes/lab-standin-${loaded.hash.slice(0, 12)}`, name));
      expect(there.toString('base64')).toBe(base64);
    }
  } finally {
    rmSync(state, { recursive: true });
  }
});

// Only Python's standard library is needed; the lab's image has it, a machine without it skips these.
describe.skipIf(noPython() !== undefined).concurrent('the stand-in engine', { timeout: 40_000 }, () => {
  test('SIGTERM: the worker takes eleven to thirteen seconds and answers meanwhile; both end with 0', async () => {
    await using engine = await (await standin()).serving();
    const begun = performance.now();
    engine.rank(1).signal('SIGTERM');
    await engine.until(() => engine.rank(1).text.includes('sending SIGTERM'), 'grace is over');
    expect((await chat(endpoint(engine), ask('hello', 4), patience)).usage?.completionTokens).toBe(4);
    expect(await codeOf(engine.rank(1))).toBe(0);
    const seconds = (performance.now() - begun) / 1000;
    expect(seconds).toBeGreaterThan(10.5);
    expect(seconds).toBeLessThan(14);
    engine.rank(0).signal('SIGTERM');
    expect(await codeOf(engine.rank(0))).toBe(0);
  });

  test('boots two ranks through vLLM’s phases in seconds, and its first line says what it is', async () => {
    await using engine = await standin();
    const begun = performance.now();
    await engine.serving();
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect([0, 1].map((rank) => phaseOf(engine, rank))).toEqual(['ready', 'ready']);
    for (const rank of engine.ranks.values())
      expect(rank.lines[0]).toMatch(/stand-in engine: this is not vLLM/);
    expect(engine.reader.facts()).toMatchObject({
      version: '0.32.0',
      worldSize: 2,
      backend: 'gloo',
      maxModelLen: 2048,
      kvTokens: 69_888,
      maxConcurrency: 34.12,
    });
    const phases = (of: number) =>
      engine.reader.record().phases.flatMap(({ rank, phase }) => (rank === of ? [phase] : []));
    const shared = ['start', 'arguments', 'engine', 'rendezvous', 'joined', 'load', 'kv-cache'];
    expect(phases(0)).toEqual([...shared, 'serving']);
    expect(phases(1)).toEqual(shared);
    expect(engine.reader.cause()).toBeUndefined();
    expect(engine.reader.warnings()).toEqual([]);
    expect([...engine.ranks.values()].map(({ text }) => text.includes(KEY))).toEqual([false, false]);

    const { probe } = loaded.recipe.boot;
    expect(await probeReady({ endpoint: endpoint(engine), servedName: MODEL, probe })).toMatchObject({
      ready: true,
      health: 200,
      models: [MODEL],
      completion: { tokens: 1 },
    });
    const report = await smoke({
      base: engine.base,
      key: KEY,
      servedName: MODEL,
      plan: loaded.recipe.smoke,
      bus: new Bus(),
    });
    expect(report.checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(report.checks.length).toBeGreaterThanOrEqual(7);
  });

  test('four ranks serve; when one is killed the head ends with 0 and the others stay as if nothing were', async () => {
    await using engine = await (await standin({ ranks: 4, told: 'exit0:2' })).serving();
    expect([0, 1, 2, 3].map((rank) => phaseOf(engine, rank))).toEqual(Array(4).fill('ready'));
    expect(engine.reader.facts().worldSize).toBe(4);
    expect(await streamed(engine, 'stand-in: fail now')).toMatchObject({ trouble: 'stream-error' });
    expect(await codeOf(engine.rank(0))).toBe(0);
    expect(await codeOf(engine.rank(2))).toBe(0);
    for (const rank of [1, 3]) {
      expect(engine.rank(rank).end).toBeUndefined();
      await engine.until(
        () => engine.rank(rank).text.includes('WorkerProc hit an exception'),
        'sees the head go',
      );
    }
    expect(engine.reader.cause()).toMatchObject({ id: 'rank.process-died', rank: 2 });
  });

  test('exit0: a killed worker ends the stream with an error event; 503, refused, and both ranks end with 0', async () => {
    await using engine = await (await standin({ told: 'exit0:1' })).serving();
    const stream = await streamed(engine, 'stand-in: fail now');
    expect(stream).toMatchObject({ trouble: 'stream-error' });
    expect(stream.pieces).toBeGreaterThan(1);
    expect(await health(endpoint(engine), patience)).toBe(503);
    expect(await Promise.all([0, 1].map((rank) => codeOf(engine.rank(rank))))).toEqual([0, 0]);
    await expect(health(endpoint(engine), patience)).rejects.toMatchObject({ kind: 'refused' });
    expect(engine.reader.cause()).toMatchObject({ id: 'rank.process-died', rank: 1 });
    expect(engine.rank(0).text).toMatch(/EngineCore encountered a fatal error/);
  });

  test('a rank that dies while nobody asks is not noticed: /health is 200 until the next request', async () => {
    await using engine = await (await standin({ told: 'exit0:1@0.2' })).serving();
    await engine.until(() => engine.rank(1).text.includes('died unexpectedly'), 'rank 1 dies');
    expect(await health(endpoint(engine), patience)).toBe(200);
    await expect(chat(endpoint(engine), ask('hello'), patience)).rejects.toMatchObject({
      kind: 'engine-dead',
    });
    expect(await codeOf(engine.rank(0))).toBe(0);
  });

  test('zombie-follower: the head is gone with 137 in mid-stream, the worker says so and stays', async () => {
    await using engine = await (await standin({ told: 'zombie-follower' })).serving();
    expect(['cut', 'stream-cut']).toContain((await streamed(engine, 'stand-in: fail now')).trouble);
    expect(await codeOf(engine.rank(0))).toBe(137);
    await engine.until(
      () => /Connection (?:closed by|reset by) peer/.test(engine.rank(1).text),
      'sees the head go',
    );
    expect(engine.rank(1).end).toBeUndefined();
    // Which of the two is read first is the machine's doing: the head's last word, or the worker's loss of it.
    expect(['rank.peer-lost', 'rank.process-died']).toContain(engine.reader.cause()?.id);
  });

  test('health-lies: requests hang and /health is 200, until the engine’s own patience ends', async () => {
    const env = { VLLM_EXECUTE_MODEL_TIMEOUT_SECONDS: '3' };
    await using engine = await (await standin({ told: 'health-lies', env })).serving();
    const hanging = streamed(engine, 'stand-in: fail now');
    await later(1500);
    expect(await health(endpoint(engine), patience)).toBe(200);
    await expect(chat(endpoint(engine), ask('hello'), { deadlineMs: 500 })).rejects.toMatchObject({
      kind: 'deadline',
    });
    expect(await hanging).toMatchObject({ trouble: 'stream-error' });
    expect(await codeOf(engine.rank(0))).toBe(0);
    expect(engine.reader.cause()).toMatchObject({ id: 'serve.no-answer', rank: 0 });
    expect(engine.rank(1).end).toBeUndefined();
  });

  test('never-joins: the head waits without a word, and a SIGTERM does not end it', async () => {
    await using engine = await standin({ told: 'never-joins:1' });
    await engine.until(
      () => [0, 1].every((rank) => phaseOf(engine, rank) === 'rendezvous'),
      'both at the rendezvous',
    );
    const said = engine.rank(0).lines.length;
    engine.rank(0).signal('SIGTERM');
    await later(1500);
    expect(engine.rank(0).end).toBeUndefined();
    expect(engine.rank(0).lines.length).toBeLessThanOrEqual(said + 1);
    const begun = performance.now();
    engine.rank(1).signal('SIGTERM');
    expect(await codeOf(engine.rank(1))).toBe(0);
    expect(performance.now() - begun).toBeLessThan(3000);
  });

  test('with --distributed-timeout-seconds a missing rank ends the wait: how many joined, exit 1', async () => {
    await using engine = await standin({
      ranks: 3,
      only: [0, 1],
      words: ['--distributed-timeout-seconds', '2'],
    });
    expect(await codeOf(engine.rank(0))).toBe(1);
    expect(engine.reader.cause()).toMatchObject({ id: 'boot.rank-missing' });
    expect(engine.rank(0).text).toContain('2/3 clients joined');
    expect(await codeOf(engine.rank(1))).toBe(1);
  });

  test.each(['start', 'arguments', 'engine', 'rendezvous', 'joined', 'load', 'kv-cache', 'serving'])(
    'die: the head ends in %s with an exception and 1, and the worker goes on',
    async (phase) => {
      await using engine = await standin({ told: `die:${phase}:0` });
      expect(await codeOf(engine.rank(0))).toBe(1);
      expect(phaseOf(engine, 0)).toBe(phase);
      expect(engine.reader.cause()).toMatchObject({ id: 'engine.exception', rank: 0 });
      expect(engine.reader.cause()?.text).toContain('told to die');
      expect(engine.rank(1).end).toBeUndefined();
    },
  );

  test.each(['die', 'kill'])(
    '%s: a worker that ends in its load ends the head too, and the cause is the worker’s',
    async (what) => {
      await using engine = await standin({ told: `${what}:load:1` });
      expect(await Promise.all([0, 1].map((rank) => codeOf(engine.rank(rank))))).toEqual([1, 1]);
      expect(phaseOf(engine, 1)).toBe('load');
      expect(engine.rank(0).text).toMatch(/Engine core initialization failed/);
      if (what === 'die') expect(engine.reader.cause()).toMatchObject({ id: 'engine.exception', rank: 1 });
    },
  );

  test('a worker that dies before it joins leaves the head waiting: only its own end tells', async () => {
    await using engine = await standin({ told: 'die:engine:1' });
    expect(await codeOf(engine.rank(1))).toBe(1);
    await engine.until(() => phaseOf(engine, 0) === 'rendezvous', 'the head waits');
    await later(300);
    expect(engine.rank(0).end).toBeUndefined();
    expect(engine.reader.cause()).toMatchObject({ id: 'engine.exception', rank: 1 });
  });

  test.each([
    ['kv-cache', 0],
    ['rendezvous', 1],
    ['load', 1],
  ])('silent: the boot stands still in %s on rank %i', async (phase, rank) => {
    await using engine = await standin({ told: `silent:${phase}:${rank}` });
    const limits = { otherMs: 800, byPhaseMs: {} };
    await engine.until(() => phaseOf(engine, rank) === phase, 'reaches the phase');
    await engine.until(
      () => engine.reader.noProgressVerdict(Date.now(), limits) !== undefined,
      'stands still',
    );
    expect(engine.reader.noProgressVerdict(Date.now(), limits)).toMatchObject({ rank, phase: { id: phase } });
    expect([0, 1].map((each) => engine.rank(each).end)).toEqual([undefined, undefined]);
  });

  test('slow-prefill: the first token takes its time, the others do not', async () => {
    await using engine = await (await standin({ told: 'slow-prefill:1.5' })).serving();
    const begun = performance.now();
    let first = 0;
    for await (const chunk of chatStream(endpoint(engine), ask('hello', 8), patience)) {
      if (chunk.text !== '' && first === 0) first = performance.now() - begun;
    }
    expect(first).toBeGreaterThan(1400);
    expect(performance.now() - begun - first).toBeLessThan(1500);
  });

  test('SIGTERM: an idle head is gone at once, its worker stays and says nothing', async () => {
    await using engine = await (await standin()).serving();
    const said = engine.rank(1).lines.length;
    const begun = performance.now();
    engine.rank(0).signal('SIGTERM');
    expect(await codeOf(engine.rank(0))).toBe(0);
    expect(performance.now() - begun).toBeLessThan(2000);
    await later(500);
    expect(engine.rank(1).end).toBeUndefined();
    expect(engine.rank(1).lines.length).toBe(said);
  });

  test('SIGTERM: with a stream open the head hangs until the client leaves', async () => {
    await using engine = await (await standin()).serving();
    const client = new AbortController();
    const reading = (async () => {
      const request = chatStream(endpoint(engine), ask('a long story', 1500), {
        ...patience,
        signal: client.signal,
      });
      let pieces = 0;
      for await (const _ of request) {
        pieces += 1;
        if (pieces === 5) engine.rank(0).signal('SIGTERM');
      }
    })();
    reading.catch(() => {});
    await engine.until(() => engine.rank(0).text.includes('Waiting for connections to close.'), 'hangs');
    await later(500);
    expect(engine.rank(0).end).toBeUndefined();
    await expect(models(endpoint(engine), patience)).rejects.toMatchObject({ kind: 'refused' });
    client.abort();
    await expect(reading).rejects.toMatchObject({ kind: 'cancelled' });
    expect(await codeOf(engine.rank(0))).toBe(0);
  });

  test('a port that is taken ends it with 1 and torch’s or Python’s own words', async () => {
    const port = await freePort();
    const holder = createServer().listen(port);
    try {
      await using master = await standin({ only: [0], ports: { api: await freePort(), master: port } });
      await using api = await standin({ only: [0], ports: { api: port, master: await freePort() } });
      expect(await Promise.all([codeOf(master.rank(0)), codeOf(api.rank(0))])).toEqual([1, 1]);
      expect(master.reader.cause()).toMatchObject({ id: 'boot.master-port-in-use', rank: 0 });
      expect(api.reader.cause()).toMatchObject({ id: 'boot.api-port-in-use', rank: 0 });
    } finally {
      holder.close();
    }
  });

  test('a word that vLLM does not know is refused as vLLM refuses it, and so is a failure nobody knows', async () => {
    await using word = await standin({ only: [0], words: ['--swa-block-size', '64'] });
    await using told = await standin({ only: [0], told: 'die:lunch:0' });
    await using net = await standin({ env: { GLOO_SOCKET_IFNAME: 'enp9s9' }, only: [0] });
    expect(await Promise.all([codeOf(word.rank(0)), codeOf(told.rank(0)), codeOf(net.rank(0))])).toEqual([
      2, 2, 1,
    ]);
    expect(word.reader.cause()).toMatchObject({ id: 'boot.unknown-argument' });
    expect(told.rank(0).text).toContain("'die:lunch:0' is no failure");
    expect(net.reader.cause()).toMatchObject({ id: 'boot.gloo-no-address' });
  });

  test('refuses as recorded: keys, models, sizes, broken bodies, unknown ways', async () => {
    await using engine = await (await standin()).serving();
    const open = await fetch(`${engine.base}/v1/models`);
    expect([open.status, await open.text()]).toEqual([401, recorded('single-models-noauth')]);
    expect(open.headers.get('server')).toBe('uvicorn');
    const messages = [{ role: 'user', content: 'Hi' }];
    const ways: [string, number, unknown][] = [
      ['single-bad-model', 404, { model: 'nope', messages }],
      ['single-bad-temp', 400, { model: MODEL, messages, temperature: -1 }],
      ['single-max-tokens-zero', 400, { model: MODEL, messages, max_tokens: 0 }],
      ['single-max-tokens-too-large', 400, { model: MODEL, messages, max_tokens: 999_999 }],
      ['single-no-messages', 400, { model: MODEL }],
      ['single-bad-json', 400, '{"model":"smol",}'],
      [
        'single-context-too-long',
        400,
        { model: MODEL, messages: [{ role: 'user', content: 'word '.repeat(3000) }] },
      ],
      [
        'single-tools',
        400,
        { model: MODEL, messages, tools: [{ type: 'function', function: { name: 'get_weather' } }] },
      ],
    ];
    for (const [name, status, body] of ways) {
      const answer = await post(engine, '/v1/chat/completions', body);
      expect([name, answer.status, answer.text.replaceAll(MODEL, 'smol')]).toEqual([
        name,
        status,
        recorded(name),
      ]);
    }
    expect(await (await fetch(`${engine.base}/nope`)).text()).toBe(recorded('single-notfound'));
    expect(await (await fetch(`${engine.base}/version`)).text()).toBe(recorded('single-version'));
    expect(await (await fetch(`${engine.base}/load`)).text()).toBe(recorded('single-load'));
    const wrongWay = await fetch(`${engine.base}/v1/chat/completions`, {
      headers: { authorization: `Bearer ${KEY}` },
    });
    expect([wrongWay.status, await wrongWay.text()]).toEqual([405, recorded('single-method')]);
  });

  test('answers have the members of the recorded ones; tools, images, plain completions and counts are there', async () => {
    const words = ['--enable-auto-tool-choice', '--tool-call-parser', 'hermes'];
    await using engine = await (await standin({ words })).serving();
    const members = (text: string): unknown =>
      JSON.parse(text, (_, value) => (typeof value === 'object' ? value : typeof value));
    const chatPath = '/v1/chat/completions';
    const question = [{ role: 'user', content: 'What is the capital of France?' }];
    const whole = await post(engine, chatPath, { model: MODEL, messages: question });
    expect(members(whole.text)).toEqual(members(recorded('tp2-chat')));
    expect(whole.text).toContain('stand-in engine');

    const tool = {
      name: 'get_weather',
      parameters: {
        type: 'object',
        properties: { city: { type: 'string' }, days: { type: 'integer' } },
        required: ['city', 'days'],
      },
    };
    const tools = [{ type: 'function', function: tool }];
    const called = JSON.parse(
      (await post(engine, chatPath, { model: MODEL, messages: question, tools })).text,
    );
    expect(called.choices[0].finish_reason).toBe('tool_calls');
    expect(JSON.parse(called.choices[0].message.tool_calls[0].function.arguments)).toEqual({
      city: 'stand-in',
      days: 1,
    });
    const stream = (await post(engine, chatPath, { model: MODEL, messages: question, tools, stream: true }))
      .text;
    const deltas = [...stream.matchAll(/"tool_calls":\[(\{.*?\}\})\]/g)].map(([, call]) =>
      JSON.parse(call ?? ''),
    );
    expect(deltas[0].function.name).toBe('get_weather');
    expect(JSON.parse(deltas.map((delta) => delta.function.arguments).join(''))).toEqual({
      city: 'stand-in',
      days: 1,
    });
    const after = [...question, { role: 'tool', tool_call_id: 'x', content: 'sunny' }];
    const answered = JSON.parse(
      (await post(engine, chatPath, { model: MODEL, messages: after, tools })).text,
    );
    expect(answered.choices[0].finish_reason).toBe('stop');

    const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
    const seen = await post(engine, chatPath, {
      model: MODEL,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'What is it?' }, picture] }],
    });
    expect(JSON.parse(seen.text).choices[0].message.content).toContain('1 image came');
    const schema = { type: 'json_schema', json_schema: { name: 'x', schema: tool.parameters } };
    const formed = JSON.parse(
      (await post(engine, chatPath, { model: MODEL, messages: question, response_format: schema })).text,
    );
    expect(JSON.parse(formed.choices[0].message.content)).toEqual({ city: 'stand-in', days: 1 });

    const plain = await post(engine, '/v1/completions', {
      model: MODEL,
      prompt: 'Once',
      max_tokens: 8,
      stream: true,
      stream_options: { include_usage: true },
    });
    const events = (text: string) =>
      text
        .split('\n\n')
        .filter((event) => event.startsWith('data: {'))
        .map((event) => members(event.slice(6)));
    expect(events(plain.text)).toEqual(events(recorded('tp2-completions-stream')));
    const each = { include_usage: true, continuous_usage_stats: true };
    const counted = await post(engine, chatPath, {
      model: MODEL,
      messages: question,
      stream: true,
      stream_options: each,
    });
    const [first, second] = events(counted.text);
    expect([first, second]).toEqual(events(recorded('tp2-chat-stream-cont')).slice(0, 2));
    expect(members((await post(engine, '/tokenize', { model: MODEL, prompt: 'a b' })).text)).toEqual(
      members(recorded('tp2-tokenize')),
    );

    const text = await (await fetch(`${engine.base}/metrics`)).text();
    const types = (of: string) => [...of.matchAll(/^# TYPE (vllm:\S+ \w+)$/gm)].map(([, type]) => type ?? '');
    const known = new Set(types(recorded('single-metrics')));
    expect(types(text).filter((type) => !known.has(type))).toEqual([]);
    expect(text).toMatch(
      /^vllm:request_success_total\{engine="0",finished_reason="length",model_name="stand-in"\} 1\.0$/m,
    );
  });
});
