/** The built program as a user runs it, and a look into the lab's hosts beside it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Done {
  code: number;
  out: string;
  err: string;
}

export const program = join(import.meta.dirname, '../../dist/app/sparkwright.js');

/** Everything any call printed: where a secret must never stand. */
export const printed: string[] = [];

/** `quiet` calls look beside the program: what they read is no output of it. */
export function start(words: string[], quiet = false): { child: ChildProcess; done: Promise<Done> } {
  const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const done = new Promise<Done>((resolve) => {
    child.on('close', (code, signal) => {
      if (!quiet) printed.push(out, err);
      resolve({ code: code ?? (signal === null ? -1 : 137), out, err });
    });
  });
  return { child, done };
}

export function sparkwright(...words: string[]): Promise<Done> {
  return start(words).done;
}

/** A command on a node, over the lab's own SSH, beside the program. */
export async function onNode(node: string, script: string): Promise<string> {
  const { code, out, err } = await start(['lab', 'shell', node, '--', 'bash', '-c', script], true).done;
  if (code !== 0) throw new Error(`${node}: exit ${code}: ${err}${out}`);
  return out.trim();
}

/** Waits for a condition that a running thing brings about; at most so long. */
export async function until<T>(
  what: string,
  limitMs: number,
  look: () => Promise<T | undefined>,
): Promise<T> {
  const end = Date.now() + limitMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (Date.now() > end) throw new Error(`not within ${limitMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

export function readJson<T = Record<string, unknown>>(text: string): T {
  return JSON.parse(text.trim().split('\n').at(-1) ?? '');
}

export function fixture(path: string): string {
  return readFileSync(join(import.meta.dirname, '../fixtures', path), 'utf8');
}
