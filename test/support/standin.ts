/** Ranks of the stand-in engine as processes on loopback, with what they say and how they end. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as later } from 'node:timers/promises';
import { BootReader } from '../../src/engine/boot.ts';

const program = join(import.meta.dirname, '../../recipes/lab-standin/standin');
export const KEY = 'canary-0123456789-abcdefghijklmnopqrstuvwxyz';
/** Debian 12's, as in the lab's image. */
const PYTHON = 'python3.11';
/** As the engine calls its model. */
export const MODEL = 'stand-in';

/** Why there is no Python to run it with; undefined when there is. */
export function noPython(): string | undefined {
  try {
    execFileSync(PYTHON, ['-c', 'import ctypes, asyncio'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'python3.11 is not here';
  }
}

export interface StandinOptions {
  ranks?: number;
  /** SPARKWRIGHT_STANDIN of every rank. */
  told?: string;
  env?: Record<string, string>;
  words?: string[];
  /** Only these ranks are started. */
  only?: number[];
  ports?: { api: number; master: number };
}

export interface End {
  code: number | null;
  signal: NodeJS.Signals | null;
  afterMs: number; // since its start
}

export class Rank {
  readonly lines: string[] = [];
  readonly ended: Promise<End>;
  end: End | undefined;
  readonly #process: ChildProcess;

  constructor(
    rank: number,
    options: StandinOptions & { ports: { api: number; master: number } },
    hear: (line: string) => void,
  ) {
    const count = String(options.ranks ?? 2);
    const words = ['/model', '--served-model-name', MODEL, '--max-model-len', '2048', '--max-num-seqs', '8'];
    const shared = ['--tensor-parallel-size', count, '--nnodes', count, '--node-rank', String(rank)];
    const meeting = ['--master-addr', '127.0.0.1', '--master-port', String(options.ports.master)];
    const own = rank === 0 ? ['--host', '127.0.0.1', '--port', String(options.ports.api)] : ['--headless'];
    const begun = performance.now();
    // A group of its own, so that whatever it leaves behind is ended with it.
    this.#process = spawn(
      PYTHON,
      ['-B', program, 'serve', ...words, ...shared, ...meeting, ...own, ...(options.words ?? [])],
      {
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          PATH: process.env.PATH ?? '',
          SPARKWRIGHT_STANDIN: options.told ?? '',
          VLLM_API_KEY: KEY,
          ...options.env,
        },
      },
    );
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        this.lines.push(line);
        hear(line);
      });
    }
    this.ended = new Promise((resolve) => {
      // The processes it leaves hold its output open, so its own end counts and not that of its output.
      this.#process.on('exit', (code, signal) => {
        this.end = { code, signal, afterMs: performance.now() - begun };
        resolve(this.end);
      });
    });
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** The whole log so far. */
  get text(): string {
    return this.lines.join('\n');
  }

  signal(name: NodeJS.Signals): void {
    process.kill(this.pid, name);
  }

  endAll(): void {
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch {
      // nothing of it is left
    }
  }
}

/** A deployment of stand-ins; `await using` ends all its processes. */
export class Standin implements AsyncDisposable {
  readonly ranks = new Map<number, Rank>();
  readonly reader: BootReader;
  readonly base: string;

  constructor(options: StandinOptions, ports: { api: number; master: number }) {
    const count = options.ranks ?? 2;
    this.reader = new BootReader({ ranks: count });
    this.base = `http://127.0.0.1:${ports.api}`;
    for (const rank of options.only ?? Array.from({ length: count }, (_, each) => each)) {
      const hear = (line: string) => void this.reader.feed(rank, line, Date.now());
      this.ranks.set(rank, new Rank(rank, { ...options, ports }, hear));
    }
  }

  rank(number: number): Rank {
    const rank = this.ranks.get(number);
    if (rank === undefined) throw new RangeError(`rank ${number} was not started`);
    return rank;
  }

  /** Until its log says that it serves. Throws with all logs where that does not happen. */
  async serving(): Promise<this> {
    await this.until(() => this.reader.serving, 'serves');
    return this;
  }

  async until(holds: () => boolean, what: string, limitMs = 20_000): Promise<void> {
    const ends = performance.now() + limitMs;
    while (!holds()) {
      if (performance.now() > ends) {
        const logs = [...this.ranks].map(
          ([rank, { text, end }]) => `rank ${rank} (${JSON.stringify(end)})\n${text}`,
        );
        throw new Error(`not within ${limitMs} ms: ${what}\n${logs.join('\n')}`);
      }
      await later(20);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const rank of this.ranks.values()) rank.endAll();
    await Promise.all([...this.ranks.values()].map((rank) => rank.ended));
  }
}

export async function standin(options: StandinOptions = {}): Promise<Standin> {
  return new Standin(options, options.ports ?? { api: await freePort(), master: await freePort() });
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new TypeError('no port');
  return address.port;
}
