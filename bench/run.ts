/** Programs that a bench starts: the built sparkwright and others. Nothing starts once the bench was told to stop. */
import { spawn } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';

const dist = join(import.meta.dirname, '../dist');
let program = join(dist, 'app/sparkwright.js');

/** Copies what was built, so that another build meanwhile is not measured, nor stands in the way of cleaning up. */
export async function keepBuilt(scratch: string): Promise<void> {
  await cp(join(dist, 'app'), join(scratch, 'app'), { recursive: true });
  const ours = (path: string) => path.endsWith('portable') || path.includes(`linux-${process.arch}.`);
  await cp(join(dist, 'portable'), join(scratch, 'portable'), { recursive: true, filter: ours });
  // Its version names the portable build that it takes.
  await cp(join(dist, '../package.json'), join(scratch, 'package.json'));
  program = join(scratch, 'app/sparkwright.js');
}

/** Aborted by Ctrl+C or a kill: what runs is let end, what comes next is left out. */
export const stop = new AbortController();

export interface Done {
  code: number;
  out: string;
  err: string;
}

export interface Started {
  pid: number;
  done: Promise<Done>;
}

export function start(argv: readonly string[], input = '', onErrorLine?: (line: string) => void): Started {
  stop.signal.throwIfAborted();
  return startAnyway(argv, input, onErrorLine);
}

/** For what cleans up: also after a stop. */
export function startAnyway(
  argv: readonly string[],
  input = '',
  onErrorLine?: (line: string) => void,
): Started {
  const [command = '', ...words] = argv;
  const child = spawn(command, words, { stdio: 'pipe' });
  let out = '';
  let err = '';
  let begun = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
    if (onErrorLine === undefined) return;
    const lines = (begun + chunk.toString()).split('\n');
    begun = lines.pop() ?? '';
    for (const line of lines) onErrorLine(line);
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const done = new Promise<Done>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? -1, out, err }));
  });
  return { pid: child.pid ?? 0, done };
}

/** Runs to the end; anything but exit 0 stops the bench. */
export async function run(argv: readonly string[], input = ''): Promise<string> {
  return outOf(argv, await start(argv, input).done);
}

export function outOf(argv: readonly string[], { code, out, err }: Done): string {
  if (code === 0) return out;
  throw new Error(`${argv.join(' ').slice(0, 200)}: exit ${code}\n${err}${out}`);
}

export function sparkwright(...words: string[]): string[] {
  return [process.execPath, program, ...words];
}
