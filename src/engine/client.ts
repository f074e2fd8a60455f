/** A small client of an OpenAI-compatible engine: what readiness, smoke and bench ask. */
import { z } from 'zod';
import { bodyOf, type Endpoint, exchange, type Patience, troubleOf } from './http.ts';
import { type ChatChunk, chunksOf, messageShape, type Usage, usageShape } from './stream.ts';
import { EngineTrouble } from './trouble.ts';

export type { Endpoint, Patience } from './http.ts';
export type { ChatChunk, Usage } from './stream.ts';
export { EngineTrouble, type TroubleKind } from './trouble.ts';

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export interface ChatRequest {
  model: string;
  messages: ChatMessage[];
  /** Left out when undefined: some recipes must not cap their answers. */
  maxTokens?: number;
  temperature?: number;
  /** Members of the body that only one engine knows: chat_template_kwargs, tools, thinking budgets. */
  extra?: Record<string, unknown>;
}

export interface ChatAnswer {
  text: string;
  reasoning: string;
  finish: string | undefined;
  usage: Usage | undefined;
}

export interface ListedModel {
  id: string;
  maxModelLen: number | undefined; // tokens
}

const JSON_LIMIT = 4 * 1_048_576;

/** The status of /health, which needs no key. 503 is a dead engine; 200 alone proves nothing. */
export async function health(endpoint: Endpoint, patience: Patience): Promise<number> {
  const { key: _, ...open } = endpoint;
  const reply = await exchange(open, { method: 'GET', path: '/health' }, patience);
  reply.close();
  return reply.status;
}

const modelsShape = z.object({
  data: z.array(z.object({ id: z.string(), max_model_len: z.number().nullish() })),
});

export async function models(endpoint: Endpoint, patience: Patience): Promise<ListedModel[]> {
  const parsed = await json(endpoint, { method: 'GET', path: '/v1/models' }, patience, modelsShape);
  return parsed.data.map(({ id, max_model_len }) => ({ id, maxModelLen: max_model_len ?? undefined }));
}

const answerShape = z.object({
  choices: z.array(z.object({ message: messageShape, finish_reason: z.string().nullish() })).min(1),
  usage: usageShape.nullish(),
});

/** One whole answer. An answer without `choices` is `unexpected`. */
export async function chat(
  endpoint: Endpoint,
  request: ChatRequest,
  patience: Patience,
): Promise<ChatAnswer> {
  const call = { method: 'POST', path: '/v1/chat/completions', body: bodyFor(request) } as const;
  const parsed = await json(endpoint, call, patience, answerShape);
  const choice = parsed.choices[0];
  return {
    text: choice?.message.text ?? '',
    reasoning: choice?.message.reasoning ?? '',
    finish: choice?.finish_reason ?? undefined,
    usage: parsed.usage ?? undefined,
  };
}

/** The same, streamed, with usage in its last chunk. Leaving the loop early closes the connection. */
export async function* chatStream(
  endpoint: Endpoint,
  request: ChatRequest,
  patience: Patience,
): AsyncGenerator<ChatChunk, void> {
  const body = { ...bodyFor(request), stream: true, stream_options: { include_usage: true } };
  const reply = await exchange(endpoint, { method: 'POST', path: '/v1/chat/completions', body }, patience);
  if (reply.status !== 200) throw await troubleOf(reply);
  try {
    if (!reply.type.startsWith('text/event-stream')) {
      throw new EngineTrouble('unexpected', reply.about, `content-type ${reply.type}`);
    }
    yield* chunksOf(reply.bytes, reply.about);
  } catch (error) {
    throw reply.broken(error, 'stream-cut');
  } finally {
    reply.close();
  }
}

function bodyFor({ model, messages, maxTokens, temperature, extra }: ChatRequest): Record<string, unknown> {
  return {
    model,
    messages,
    ...(maxTokens !== undefined && { max_tokens: maxTokens }),
    ...(temperature !== undefined && { temperature }),
    ...extra,
  };
}

async function json<T>(
  endpoint: Endpoint,
  call: { method: 'GET' | 'POST'; path: string; body?: unknown },
  patience: Patience,
  shape: z.ZodType<T>,
): Promise<T> {
  const reply = await exchange(endpoint, call, patience);
  if (reply.status !== 200) throw await troubleOf(reply);
  const text = await bodyOf(reply, JSON_LIMIT);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new EngineTrouble('unexpected', reply.about, text);
  }
  const checked = shape.safeParse(parsed);
  if (!checked.success) throw new EngineTrouble('unexpected', reply.about, text);
  return checked.data;
}
