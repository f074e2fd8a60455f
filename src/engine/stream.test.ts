import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recorded } from '../../test/support/engine-server.ts';
import { type ChatChunk, chunksOf } from './stream.ts';

const about = { url: 'http://127.0.0.1:1/v1/chat/completions', key: undefined, deadlineMs: 1000 };
const logs = new URL('../../test/fixtures/vllm-logs/', import.meta.url);

async function* pieces(bytes: Buffer, cuts: number[]): AsyncGenerator<Uint8Array> {
  let from = 0;
  for (const to of [...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]) {
    yield bytes.subarray(from, to);
    from = to;
  }
}

async function collect(bytes: Buffer, cuts: number[] = []): Promise<ChatChunk[]> {
  const chunks: ChatChunk[] = [];
  for await (const chunk of chunksOf(pieces(bytes, cuts), about)) chunks.push(chunk);
  return chunks;
}

const textOf = (chunks: ChatChunk[]) => chunks.map(({ text }) => text).join('');
const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const delta = (content: string) =>
  event({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });

describe('recorded streams', () => {
  const { body } = recorded('single-chat-stream');

  test('text, finish reason and usage, which comes in a chunk without choices', async () => {
    const chunks = await collect(body);
    expect(textOf(chunks)).toBe('The capital of France is Paris.');
    expect(chunks.at(-2)).toMatchObject({ finish: 'stop', text: '' });
    expect(chunks.at(-1)?.usage).toEqual({ promptTokens: 37, completionTokens: 8, totalTokens: 45 });
  });

  test('read the same wherever the bytes are cut', async () => {
    const whole = await collect(body);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(body.length), { maxLength: 40 }), async (cuts) => {
        expect(await collect(body, cuts)).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });

  test('byte by byte, characters of several bytes stay whole', async () => {
    const bytes = Buffer.from(`${delta('两台 DGX Spark 🚀')}${delta(' ok')}data: [DONE]\n\n`);
    expect(textOf(await collect(bytes, [...bytes.keys()]))).toBe('两台 DGX Spark 🚀 ok');
  });

  test('an engine that dies sends an error event and [DONE] with status 200: that is an error', async () => {
    const bytes = readFileSync(new URL('ns-term1/stream-rank1-term.raw', logs));
    expect(bytes.toString().trimEnd().endsWith('data: [DONE]')).toBe(true);
    await expect(collect(bytes.subarray(bytes.indexOf('data:')))).rejects.toMatchObject({
      kind: 'stream-error',
      evidence: expect.stringContaining('EngineCore encountered an issue'),
    });
  });

  test('an API server that was killed leaves a stream without [DONE]: that is cut, not done', async () => {
    const bytes = readFileSync(new URL('ns-plain/stream-killed-rank0.raw', logs));
    await expect(collect(bytes.subarray(bytes.indexOf('data:')))).rejects.toMatchObject({
      kind: 'stream-cut',
    });
  });

  test('any recorded stream cut short anywhere before [DONE] is cut', async () => {
    const end = body.indexOf('[DONE]');
    await fc.assert(
      fc.asyncProperty(fc.nat(end), async (to) => {
        await expect(collect(body.subarray(0, to))).rejects.toMatchObject({ kind: 'stream-cut' });
      }),
      { numRuns: 40 },
    );
  });
});

test('comments, CRLF and named events are understood', async () => {
  const bytes = Buffer.from(
    `: keep-alive\r\n\r\nevent: message\r\n${delta('pong').replaceAll('\n', '\r\n')}event: message\r\ndata: [DONE]\r\n\r\n`,
  );
  expect(textOf(await collect(bytes))).toBe('pong');
});

test('reasoning under its old and its new name is one text', async () => {
  const both = (reasoning: string) =>
    event({ choices: [{ delta: { reasoning, reasoning_content: reasoning, content: null } }] });
  const old = event({ choices: [{ delta: { reasoning_content: '!' } }] });
  const chunks = await collect(Buffer.from(`${both('abc')}${both('def')}${old}data: [DONE]\n\n`));
  expect(chunks.map(({ reasoning }) => reasoning).join('')).toBe('abcdef!');
});

test.each(['data: {"choices": 1}\n\n', 'data: not json\n\n', 'data: []\n\n'])(
  '%j is not the protocol',
  async (text) => {
    await expect(collect(Buffer.from(text))).rejects.toMatchObject({ kind: 'unexpected' });
  },
);

test('an event without end is stopped', async () => {
  const endless = Buffer.from(`data: ${'x'.repeat(3_000_000)}`);
  await expect(collect(endless, [1_500_000])).rejects.toMatchObject({ kind: 'too-large' });
});
