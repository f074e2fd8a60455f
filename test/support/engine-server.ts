/** A local server that plays back recorded answers of a real vLLM 0.32.0 (test/fixtures/vllm-logs/http). */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const samples = new URL('../fixtures/vllm-logs/http/', import.meta.url);

export interface Recorded {
  status: number;
  type: string;
  body: Buffer;
}

/** One recorded answer by its name: single-chat, single-models-badkey … */
export function recorded(name: string): Recorded {
  const [first = '', ...headers] = readFileSync(new URL(`${name}.headers`, samples), 'utf8').split(/\r?\n/);
  const type = headers.find((header) => /^content-type:/i.test(header))?.replace(/^[^:]*: */, '') ?? '';
  return {
    status: Number(first.split(' ')[1]),
    type,
    body: readFileSync(new URL(`${name}.body`, samples)),
  };
}

export function send(response: ServerResponse, { status, type, body }: Recorded): void {
  response.writeHead(status, type === '' ? {} : { 'content-type': type });
  response.end(body);
}

export interface Asked {
  method: string;
  path: string;
  authorization: string | undefined;
  body: Record<string, unknown>;
}

export interface EngineServer extends AsyncDisposable {
  base: string;
  port: number;
  asked: Asked[];
}

/** Listens on a free port of the loopback; `answer` gets the parsed request. */
export async function engineServer(
  answer: (asked: Asked, response: ServerResponse) => void,
): Promise<EngineServer> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const one = await read(request);
    asked.push(one);
    answer(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}`,
    port,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function read(request: IncomingMessage): Promise<Asked> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const text = Buffer.concat(parts).toString();
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    authorization: request.headers.authorization,
    body: text === '' ? {} : JSON.parse(text),
  };
}

/** The recorded engine as it was: open health, a key on /v1, chat whole or streamed. */
export function likeRecorded(key: string): (asked: Asked, response: ServerResponse) => void {
  const sampleFor = (asked: Asked) => {
    if (asked.path === '/health') return 'single-health';
    if (asked.authorization !== `Bearer ${key}`) return 'single-models-badkey';
    if (asked.path === '/v1/models') return 'single-models';
    if (asked.path !== '/v1/chat/completions') return 'single-notfound';
    if (asked.body.model !== 'smol') return 'single-bad-model';
    return asked.body.stream === true ? 'single-chat-stream' : 'single-chat';
  };
  return (asked, response) => send(response, recorded(sampleFor(asked)));
}
