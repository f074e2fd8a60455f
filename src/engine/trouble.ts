/** What can go wrong between us and an OpenAI-compatible endpoint; each has its own next step. Never holds a key. */
import type { Message } from '../message/message.ts';
import { msg } from '../message/message.ts';
import { EXIT, type ExitCode, Failure } from '../text/failure.ts';
import { cleanLine } from './line.ts';

export type TroubleKind =
  | 'unauthorized' // 401: the key is wrong or missing, which says nothing about the model
  | 'no-such-model'
  | 'context-too-long'
  | 'bad-request'
  | 'not-found' // no such route: something else listens there
  | 'busy' // 429
  | 'engine-dead' // 503, or a body that says so
  | 'server-error'
  | 'refused'
  | 'unreachable'
  | 'cut' // the connection ended before the answer did
  | 'deadline'
  | 'cancelled'
  | 'stream-error' // an error event in a stream; vLLM ends such a stream with [DONE] like a good one
  | 'stream-cut' // a stream without [DONE]
  | 'unexpected' // not what the protocol says
  | 'too-large'
  | 'bad-key'; // cannot stand in a header

export class EngineTrouble extends Failure {
  readonly kind: TroubleKind;
  readonly status: number | undefined;

  constructor(kind: TroubleKind, about: About, detail = '', status?: number) {
    super(sentence(kind, about, status), exitOf(kind), shown(detail, about.key) || undefined);
    this.name = 'EngineTrouble';
    this.kind = kind;
    this.status = status;
  }
}

/** What was asked. The key is here only so that an answer which repeats it can be cleaned. */
export interface About {
  url: string;
  key: string | undefined;
  deadlineMs: number;
}

const DETAIL_LIMIT = 600;

/** A server's words: one line, bounded, no control characters, and our key replaced where a server repeats it. */
function shown(detail: string, key: string | undefined): string {
  const hidden = key === undefined || key === '' ? detail : detail.replaceAll(key, '***');
  return cleanLine(hidden.slice(0, DETAIL_LIMIT * 4).replace(/\s+/g, ' '))
    .trim()
    .slice(0, DETAIL_LIMIT);
}

function exitOf(kind: TroubleKind): ExitCode {
  if (kind === 'deadline') return EXIT.timedOut;
  return kind === 'cancelled' ? EXIT.interrupted : EXIT.failed;
}

function sentence(kind: TroubleKind, { url, deadlineMs }: About, status: number | undefined): Message {
  switch (kind) {
    case 'unauthorized':
      return msg('engine.trouble.unauthorized', { url });
    case 'no-such-model':
      return msg('engine.trouble.no-such-model', { url });
    case 'context-too-long':
      return msg('engine.trouble.context-too-long', { url });
    case 'bad-request':
      return msg('engine.trouble.bad-request', { url, status: status ?? 400 });
    case 'not-found':
      return msg('engine.trouble.not-found', { url });
    case 'busy':
      return msg('engine.trouble.busy', { url });
    case 'engine-dead':
      return msg('engine.trouble.engine-dead', { url });
    case 'server-error':
      return msg('engine.trouble.server-error', { url, status: status ?? 500 });
    case 'refused':
      return msg('engine.trouble.refused', { url });
    case 'unreachable':
      return msg('engine.trouble.unreachable', { url });
    case 'cut':
      return msg('engine.trouble.cut', { url });
    case 'deadline':
      return msg('engine.trouble.deadline', { url, seconds: Math.round(deadlineMs / 100) / 10 });
    case 'cancelled':
      return msg('engine.trouble.cancelled', { url });
    case 'stream-error':
      return msg('engine.trouble.stream-error', { url });
    case 'stream-cut':
      return msg('engine.trouble.stream-cut', { url });
    case 'unexpected':
      return msg('engine.trouble.unexpected', { url });
    case 'too-large':
      return msg('engine.trouble.too-large', { url });
    case 'bad-key':
      return msg('engine.trouble.bad-key');
  }
}

/** The error object of a body: vLLM gives `{"error": "Unauthorized"}`, `{"error": {...}}` or `{"detail": …}`. */
export interface ServerError {
  message: string;
  type: string;
  param: string;
}

export function serverError(body: string): ServerError {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return { message: body, type: '', param: '' };
  }
  return errorFrom(parsed) ?? { message: body, type: '', param: '' };
}

/** The error in a parsed body or stream event; undefined when it holds none. */
export function errorFrom(parsed: unknown): ServerError | undefined {
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  const { error, detail } = parsed as { error?: unknown; detail?: unknown };
  if (typeof error === 'string') return { message: error, type: '', param: '' };
  if (typeof error === 'object' && error !== null) {
    const { message, type, param } = error as Record<string, unknown>;
    const text = (value: unknown) => (typeof value === 'string' ? value : '');
    return { message: text(message), type: text(type), param: text(param) };
  }
  return detail === undefined ? undefined : { message: String(detail), type: '', param: '' };
}

/** Which trouble an answer with a status other than 200 is. */
export function kindOf(status: number, error: ServerError): TroubleKind {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 404) return error.param === 'model' ? 'no-such-model' : 'not-found';
  if (status === 429) return 'busy';
  if (status === 503 || /EngineCore encountered an issue|EngineDeadError/.test(error.message))
    return 'engine-dead';
  if (status >= 500) return 'server-error';
  const length = error.param === 'input_tokens' || /maximum context length|max_model_len/.test(error.message);
  return length ? 'context-too-long' : 'bad-request';
}
