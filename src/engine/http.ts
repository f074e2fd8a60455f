/** One HTTP exchange with an engine: bounded, with a deadline, over a connection that may be someone else's. */
import { type IncomingMessage, request as overTcp } from 'node:http';
import { request as overTls } from 'node:https';
import type { Duplex } from 'node:stream';
import { type About, EngineTrouble, kindOf, serverError } from './trouble.ts';

/** Where an engine is. */
export interface Endpoint {
  /** http://127.0.0.1:8000; a trailing /v1 is understood. */
  base: string;
  key?: string;
  /** Gives the connection (ssh -W to the head's loopback) instead of TCP from here. One call, one connection. */
  connect?: () => Duplex;
}

export interface Patience {
  /** From the first byte sent to the last received, streams included. */
  deadlineMs: number;
  signal?: AbortSignal;
}

export interface Exchange {
  status: number;
  type: string; // content type, lower case
  bytes: AsyncIterable<Uint8Array>;
  about: About;
  /** Turns whatever broke while reading into a trouble; `whole` when the answer should have had an end. */
  broken(error: unknown, kind: 'cut' | 'stream-cut'): EngineTrouble;
  close(): void;
}

/** scheme://host:port of a base, without user, path or query: what may be printed. */
export function originOf(base: string): URL {
  const url = new URL(base);
  return new URL(url.origin);
}

export async function exchange(
  endpoint: Endpoint,
  what: { method: 'GET' | 'POST'; path: string; body?: unknown },
  { deadlineMs, signal }: Patience,
): Promise<Exchange> {
  const origin = originOf(endpoint.base);
  const about: About = { url: new URL(what.path, origin).href, key: endpoint.key, deadlineMs };
  if (endpoint.key !== undefined && !/^[\x21-\x7e]+$/.test(endpoint.key))
    throw new EngineTrouble('bad-key', about);
  const deadline = AbortSignal.timeout(deadlineMs);
  const both = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);

  const broken = (error: unknown, kind: 'cut' | 'stream-cut') => {
    if (error instanceof EngineTrouble) return error;
    if (signal?.aborted === true) return new EngineTrouble('cancelled', about);
    if (deadline.aborted) return new EngineTrouble('deadline', about);
    return fromSystem(error, about, kind);
  };

  const payload = what.body === undefined ? undefined : Buffer.from(JSON.stringify(what.body));
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const { connect } = endpoint;
    const over = origin.protocol === 'https:' ? overTls : overTcp;
    const sent = over(about.url, {
      method: what.method,
      signal: both,
      // No pool: a run ends when its work ends. With createConnection Node must be given no agent at all.
      ...(connect === undefined ? { agent: false } : { createConnection: () => connect() }),
      headers: {
        accept: 'application/json, text/event-stream',
        ...(payload && { 'content-type': 'application/json', 'content-length': payload.length }),
        ...(endpoint.key !== undefined && { authorization: `Bearer ${endpoint.key}` }),
      },
    });
    sent.on('response', resolve);
    // Stays for the whole exchange: an aborted request emits its error after the response too.
    sent.on('error', reject);
    sent.end(payload);
  }).catch((error: unknown) => {
    throw broken(error, 'cut');
  });
  // Without a listener an abort between two reads would be an uncaught error.
  response.on('error', () => {});

  return {
    status: response.statusCode ?? 0,
    type: (response.headers['content-type'] ?? '').toLowerCase(),
    bytes: response,
    about,
    broken,
    close: () => response.destroy(),
  };
}

function fromSystem(error: unknown, about: About, kind: 'cut' | 'stream-cut'): EngineTrouble {
  const { code = '', message = String(error) } = (error ?? {}) as { code?: string; message?: string };
  if (code === 'ECONNREFUSED') return new EngineTrouble('refused', about, message);
  if (/^(?:ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EHOSTDOWN)$/.test(code))
    return new EngineTrouble('unreachable', about, message);
  if (code.startsWith('HPE_')) return new EngineTrouble('unexpected', about, message);
  return new EngineTrouble(kind, about, message);
}

/** The whole body as text; more than `limitBytes` is a trouble of its own. */
export async function bodyOf(reply: Exchange, limitBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of reply.bytes) {
      size += part.length;
      if (size > limitBytes) throw new EngineTrouble('too-large', reply.about);
      parts.push(part);
    }
  } catch (error) {
    throw reply.broken(error, 'cut');
  } finally {
    reply.close();
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}

const ERROR_LIMIT = 65_536;

/** The trouble of an answer that is no 200, from its body; a huge error page is only a trouble with less detail. */
export async function troubleOf(reply: Exchange): Promise<EngineTrouble> {
  let body: string;
  try {
    body = await bodyOf(reply, ERROR_LIMIT);
  } catch (error) {
    if (!(error instanceof EngineTrouble) || error.kind !== 'too-large') throw error;
    body = '';
  }
  const said = serverError(body);
  return new EngineTrouble(kindOf(reply.status, said), reply.about, said.message, reply.status);
}
