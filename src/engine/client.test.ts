import { connect } from 'node:net';
import { Duplex } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { engineServer, likeRecorded, recorded, send } from '../../test/support/engine-server.ts';
import { say } from '../message/message.ts';
import { chat, chatStream, EngineTrouble, health, models } from './client.ts';

const KEY = 'canary-0123456789-abcdefghijklmnopqrstuvwxyz';
const patience = { deadlineMs: 5_000 };
const messages = [{ role: 'user' as const, content: 'What is the capital of France?' }];

async function trouble(call: Promise<unknown>): Promise<EngineTrouble> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof EngineTrouble)) throw new Error(`no EngineTrouble: ${String(error)}`);
  return error;
}

async function drain(stream: AsyncIterable<{ text: string }>): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += chunk.text;
  return text;
}

describe('against the recorded engine', () => {
  test('health, models, a whole answer and a streamed one', async () => {
    await using server = await engineServer(likeRecorded(KEY));
    const endpoint = { base: `${server.base}/v1/`, key: KEY };
    expect(await health(endpoint, patience)).toBe(200);
    expect(await models(endpoint, patience)).toEqual([{ id: 'smol', maxModelLen: 2048 }]);
    expect(
      await chat(endpoint, { model: 'smol', messages, maxTokens: 16, temperature: 0 }, patience),
    ).toEqual({
      text: 'The capital of France is Paris.',
      reasoning: '',
      finish: 'stop',
      usage: { promptTokens: 37, completionTokens: 8, totalTokens: 45 },
    });
    expect(await drain(chatStream(endpoint, { model: 'smol', messages }, patience))).toBe(
      'The capital of France is Paris.',
    );
    const [first, , whole, streamed] = server.asked;
    expect(first?.authorization).toBeUndefined();
    expect(whole?.body).toEqual({ model: 'smol', messages, max_tokens: 16, temperature: 0 });
    expect(streamed?.body).toEqual({
      model: 'smol',
      messages,
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  test('the connection may be given: a laptop reaches the head`s loopback through ssh -W', async () => {
    await using server = await engineServer(likeRecorded(KEY));
    const dialled: Duplex[] = [];
    const endpoint = {
      base: 'http://127.0.0.1:8000',
      key: KEY,
      // A stream that is no socket, as a child process gives one.
      connect: () => {
        const socket = connect(server.port, '127.0.0.1');
        const stream = Duplex.from({ readable: socket, writable: socket });
        dialled.push(stream);
        return stream;
      },
    };
    expect(await models(endpoint, patience)).toHaveLength(1);
    const text = await drain(chatStream(endpoint, { model: 'smol', messages }, patience));
    expect(text).toContain('Paris');
    for await (const _ of chatStream(endpoint, { model: 'smol', messages }, patience)) break;
    expect(dialled.map(({ destroyed }) => destroyed)).toEqual([true, true, true]);
  });

  test('leaving a stream early closes its connection', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    await using server = await engineServer((_, response) => {
      closed = new Promise((resolve) => response.on('close', resolve));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"choices":[{"delta":{"content":"a"}}]}\n\n');
    });
    for await (const chunk of chatStream({ base: server.base }, { model: 'smol', messages }, patience)) {
      expect(chunk.text).toBe('a');
      break;
    }
    await closed;
  });
});

describe('what goes wrong has a name', () => {
  test('a given connection that fails is told like any other', async () => {
    const failing = () => {
      const stream = new Duplex({ read() {}, write: (_, __, done) => done() });
      queueMicrotask(() =>
        stream.destroy(new Error('ssh: connect to host spark-a port 22: No route to host')),
      );
      return stream;
    };
    const error = await trouble(models({ base: 'http://127.0.0.1:8000', connect: failing }, patience));
    expect(error.kind).toBe('cut');
    expect(error.evidence).toContain('No route to host');
  });

  test.each([
    ['single-models-badkey', 'unauthorized', 'Unauthorized'],
    ['single-bad-model', 'no-such-model', 'Valid aliases: smol'],
    ['single-notfound', 'not-found', 'Not Found'],
    ['single-context-too-long', 'context-too-long', 'maximum context length is 2048'],
    ['single-max-tokens-too-large', 'context-too-long', 'max_tokens=999999'],
    ['single-bad-json', 'bad-request', 'JSON decode error'],
    ['single-bad-temp', 'bad-request', 'temperature must be non-negative'],
    ['single-tools', 'bad-request', '--enable-auto-tool-choice'],
  ])('%s', async (name, kind, evidence) => {
    await using server = await engineServer((_, response) => send(response, recorded(name)));
    const error = await trouble(chat({ base: server.base, key: KEY }, { model: 'smol', messages }, patience));
    expect(error).toMatchObject({ kind, status: recorded(name).status });
    expect(error.evidence).toContain(evidence);
  });

  test('A7.4 a 401 says that the key is wrong, not that the model failed', async () => {
    await using server = await engineServer(likeRecorded(KEY));
    const error = await trouble(models({ base: server.base, key: 'other' }, patience));
    expect(say(error.said, 'en')).toContain('the key is wrong or missing');
    expect(say(error.said, 'zh')).toContain('密钥错误或缺失');
  });

  test('A9.2 the key is in no error, not even when the server repeats it', async () => {
    await using server = await engineServer((asked, response) => {
      const message = `bad ${asked.authorization} ${KEY} of http://u:${KEY}@x`;
      send(response, {
        status: 400,
        type: 'application/json',
        body: Buffer.from(JSON.stringify({ error: { message } })),
      });
    });
    const error = await trouble(chat({ base: server.base, key: KEY }, { model: 'smol', messages }, patience));
    expect(JSON.stringify([error, error.stack, say(error.said, 'en'), error.evidence])).not.toContain(KEY);
    const unfit = await trouble(models({ base: server.base, key: `${KEY}\n` }, patience));
    expect(unfit.kind).toBe('bad-key');
    expect(JSON.stringify([unfit, unfit.stack])).not.toContain(KEY);
  });

  test('control characters and endless bodies of a server do not get through', async () => {
    await using server = await engineServer((_, response) =>
      send(response, {
        status: 500,
        type: 'text/plain',
        body: Buffer.from(`\u001b[2Jboom\u0007${'x'.repeat(60_000)}`),
      }),
    );
    const error = await trouble(models({ base: server.base }, patience));
    expect(error.kind).toBe('server-error');
    expect(error.evidence).toMatch(/^boomx+$/);
    expect(error.evidence?.length).toBeLessThanOrEqual(600);
  });

  test('an answer that is too large is not read to its end', async () => {
    await using server = await engineServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(Buffer.alloc(6_000_000, 0x20));
    });
    expect((await trouble(models({ base: server.base }, patience))).kind).toBe('too-large');
  });

  test('an error page without end keeps its status', async () => {
    await using server = await engineServer((_, response) => {
      response.writeHead(401, { 'content-type': 'text/html' });
      response.end(Buffer.alloc(600_000, 0x20));
    });
    expect((await trouble(models({ base: server.base }, patience))).kind).toBe('unauthorized');
  });

  test('a dead engine: 503 with nothing, 500 that says so', async () => {
    await using server = await engineServer((asked, response) => {
      const body = JSON.stringify({ error: { message: 'EngineCore encountered an issue. See stack trace' } });
      const status = asked.path === '/v1/models' ? 503 : 500;
      send(response, { status, type: 'application/json', body: Buffer.from(status === 503 ? '' : body) });
    });
    expect((await trouble(models({ base: server.base }, patience))).kind).toBe('engine-dead');
    const asked = chat({ base: server.base }, { model: 'smol', messages }, patience);
    expect((await trouble(asked)).kind).toBe('engine-dead');
  });

  test.each(['<html>hello</html>', '{"choices": []}', '{}', '[]'])('%s is not an answer', async (body) => {
    await using server = await engineServer((_, response) =>
      send(response, { status: 200, type: 'application/json', body: Buffer.from(body) }),
    );
    const error = await trouble(chat({ base: server.base }, { model: 'smol', messages }, patience));
    expect(error.kind).toBe('unexpected');
  });

  test('nothing listens: refused', async () => {
    const server = await engineServer(likeRecorded(KEY));
    await server[Symbol.asyncDispose]();
    const error = await trouble(health({ base: server.base }, patience));
    expect(error.kind).toBe('refused');
    expect(say(error.said, 'en')).toContain(`${server.base}/health`);
  });

  test('a server that says nothing: the deadline', async () => {
    await using server = await engineServer(() => {});
    const error = await trouble(models({ base: server.base }, { deadlineMs: 80 }));
    expect(error).toMatchObject({ kind: 'deadline', exit: 6 });
  });

  test('a stream that stops in the middle: the deadline; one that is hung up on: cut', async () => {
    await using server = await engineServer((asked, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"choices":[{"delta":{"content":"a"}}]}\n\n', () => {
        if (asked.body.model === 'cut') response.destroy();
      });
    });
    const ask = (model: string, deadlineMs: number) =>
      trouble(drain(chatStream({ base: server.base }, { model, messages }, { deadlineMs })));
    expect((await ask('silent', 100)).kind).toBe('deadline');
    expect((await ask('cut', 5_000)).kind).toBe('stream-cut');
  });

  test('a cancel ends the wait at once', async () => {
    const cancel = new AbortController();
    await using server = await engineServer(() => cancel.abort());
    const error = await trouble(models({ base: server.base }, { deadlineMs: 60_000, signal: cancel.signal }));
    expect(error).toMatchObject({ kind: 'cancelled', exit: 130 });
  });
});
