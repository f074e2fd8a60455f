/** A streamed chat answer: bytes of server-sent events to typed chunks. Knows no network. */
import { createParser } from 'eventsource-parser';
import { z } from 'zod';
import { type About, EngineTrouble, errorFrom } from './trouble.ts';

/** Tokens of one request, as the engine counts them. */
export interface Usage {
  promptTokens: number;
  completionTokens: number;
  totalTokens: number;
}

export interface ChatChunk {
  /** '' in the role chunk, in the finish chunk and in the usage chunk. */
  text: string;
  reasoning: string;
  finish?: string;
  usage?: Usage;
}

const count = z.number().int().nonnegative();

export const usageShape = z
  .object({ prompt_tokens: count, completion_tokens: count.optional(), total_tokens: count })
  .transform(
    (usage): Usage => ({
      promptTokens: usage.prompt_tokens,
      completionTokens: usage.completion_tokens ?? 0,
      totalTokens: usage.total_tokens,
    }),
  );

/** Engines before 0.20 call it `reasoning_content`; some send both with the same text, which is one text. */
const said = z.object({
  content: z.string().nullish(),
  reasoning: z.string().nullish(),
  reasoning_content: z.string().nullish(),
});

export const messageShape = said.transform((one) => ({
  text: one.content ?? '',
  reasoning: one.reasoning ?? one.reasoning_content ?? '',
}));

const chunkShape = z.object({
  choices: z.array(z.object({ delta: messageShape.nullish(), finish_reason: z.string().nullish() })),
  usage: usageShape.nullish(),
});

/** One event may hold several tokens, never this many characters. */
const EVENT_LIMIT = 1_048_576;

/**
 * Chunks until `[DONE]`. Throws `stream-error` at an error event (vLLM sends one with status 200 and then
 * [DONE] when a rank dies), `stream-cut` when the bytes end without [DONE], `unexpected` on anything else
 * than JSON events, `too-large` on an endless one. Errors of the source itself pass through.
 */
export async function* chunksOf(
  bytes: AsyncIterable<Uint8Array>,
  about: About,
): AsyncGenerator<ChatChunk, void> {
  const events: string[] = [];
  let tooLarge = false;
  const parser = createParser({
    onEvent: (event) => events.push(event.data),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') tooLarge = true;
    },
    maxBufferSize: EVENT_LIMIT,
  });
  // Multi-byte characters are split between reads; the decoder keeps the halves.
  const decoder = new TextDecoder();
  for await (const part of bytes) {
    parser.feed(decoder.decode(part, { stream: true }));
    for (const data of events.splice(0)) {
      if (data === '[DONE]') return;
      yield chunkFrom(data, about);
    }
    if (tooLarge) throw new EngineTrouble('too-large', about);
  }
  throw new EngineTrouble('stream-cut', about);
}

function chunkFrom(data: string, about: About): ChatChunk {
  let parsed: unknown;
  try {
    parsed = JSON.parse(data);
  } catch {
    throw new EngineTrouble('unexpected', about, data);
  }
  const error = errorFrom(parsed);
  if (error !== undefined) throw new EngineTrouble('stream-error', about, error.message);
  const shape = chunkShape.safeParse(parsed);
  if (!shape.success) throw new EngineTrouble('unexpected', about, data);
  const choice = shape.data.choices[0];
  return {
    text: choice?.delta?.text ?? '',
    reasoning: choice?.delta?.reasoning ?? '',
    ...(choice?.finish_reason != null && { finish: choice.finish_reason }),
    ...(shape.data.usage != null && { usage: shape.data.usage }),
  };
}
