import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { engineServer, likeRecorded, recorded, send } from '../../test/support/engine-server.ts';
import { loadRecipe } from '../recipe/load.ts';
import { probeReady } from './ready.ts';

const FIXTURES = join(import.meta.dirname, '../../test/fixtures');
const probe = { prompt: 'Reply with OK.', maxTokens: 1, temperature: 0, body: {} };
const KEY = 'canary-0123456789-abcdefghijklmnopqrstuvwxyz';

test('B17.6 ready is one real completion, asked with the right body and key', async () => {
  await using server = await engineServer(likeRecorded(KEY));
  const seen = await probeReady({ endpoint: { base: server.base, key: KEY }, servedName: 'smol', probe });
  expect(seen).toMatchObject({
    ready: true,
    health: 200,
    listed: true,
    models: ['smol'],
    completion: { text: 'The capital of France is Paris.', tokens: 8 },
    why: undefined,
  });
  expect(server.asked.map(({ path, authorization }) => [path, authorization])).toEqual([
    ['/health', undefined],
    ['/v1/models', `Bearer ${KEY}`],
    ['/v1/chat/completions', `Bearer ${KEY}`],
  ]);
  expect(server.asked[2]?.body).toEqual({
    model: 'smol',
    messages: [{ role: 'user', content: 'Reply with OK.' }],
    max_tokens: 1,
    temperature: 0,
  });
});

test("B17.6 a recipe's own probe is asked exactly as it was published", async () => {
  const published = JSON.parse(readFileSync(join(FIXTURES, 'golden/dspark-smoke.json'), 'utf8')).startupProbe
    .stock;
  const { recipe } = await loadRecipe(join(FIXTURES, '../../recipes/deepseek-v4-flash-0731-dspark'));
  await using server = await engineServer(likeRecorded(KEY));
  const endpoint = { base: server.base, key: KEY };
  await probeReady({ endpoint, servedName: 'smol', probe: recipe.boot.probe });
  expect(server.asked[2]?.body).toEqual({ ...published, model: 'smol' });
});

test('health 200 and a listed model prove nothing while no completion comes', async () => {
  await using server = await engineServer((asked, response) => {
    if (asked.path !== '/v1/chat/completions') likeRecorded(KEY)(asked, response);
  });
  const seen = await probeReady({
    endpoint: { base: server.base, key: KEY },
    servedName: 'smol',
    probe,
    completionMs: 80,
  });
  expect(seen).toMatchObject({ ready: false, health: 200, listed: true, why: { kind: 'deadline' } });
});

test('a model under another name is not ready, and the names are told', async () => {
  await using server = await engineServer(likeRecorded(KEY));
  const seen = await probeReady({ endpoint: { base: server.base, key: KEY }, servedName: 'other', probe });
  expect(seen).toMatchObject({
    ready: false,
    listed: false,
    models: ['smol'],
    why: { kind: 'no-such-model' },
  });
  expect(server.asked).toHaveLength(2);
});

test('a dead engine says 503', async () => {
  await using server = await engineServer((_, response) =>
    send(response, { status: 503, type: '', body: Buffer.of() }),
  );
  const seen = await probeReady({ endpoint: { base: server.base }, servedName: 'smol', probe });
  expect(seen).toMatchObject({ ready: false, health: 503, listed: undefined, why: { kind: 'engine-dead' } });
});

test('before the API listens the connection is refused', async () => {
  const server = await engineServer(likeRecorded(KEY));
  await server[Symbol.asyncDispose]();
  const seen = await probeReady({ endpoint: { base: server.base }, servedName: 'smol', probe });
  expect(seen).toMatchObject({ ready: false, health: undefined, why: { kind: 'refused' } });
});

test('a completion without a single token is none', async () => {
  await using server = await engineServer((asked, response) => {
    if (asked.path !== '/v1/chat/completions') {
      likeRecorded(KEY)(asked, response);
      return;
    }
    const body = JSON.parse(recorded('single-chat').body.toString());
    body.choices[0].message.content = null;
    body.usage = { prompt_tokens: 37, completion_tokens: 0, total_tokens: 37 };
    send(response, { status: 200, type: 'application/json', body: Buffer.from(JSON.stringify(body)) });
  });
  const seen = await probeReady({ endpoint: { base: server.base, key: KEY }, servedName: 'smol', probe });
  expect(seen.ready).toBe(false);
});

test('a cancel is thrown, not reported as not ready', async () => {
  const cancel = new AbortController();
  await using server = await engineServer(() => cancel.abort());
  const asked = probeReady({
    endpoint: { base: server.base },
    servedName: 'smol',
    probe,
    signal: cancel.signal,
  });
  await expect(asked).rejects.toMatchObject({ kind: 'cancelled' });
});
