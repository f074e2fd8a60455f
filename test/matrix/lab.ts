/** A lab and a built program of the matrix's own: nobody else's lab is touched, nobody else's build changes this one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Done {
  code: number;
  out: string;
  err: string;
}

export interface Started {
  child: ChildProcess;
  done: Promise<Done>;
}

export const CLUSTER = 'matrix';
export const NODES = ['spark-a', 'spark-b'] as const;
export type NodeName = (typeof NODES)[number];

export class MatrixLab {
  readonly folder = mkdtempSync('/var/tmp/sparkwright-matrix-');
  readonly labFolder = join(this.folder, 'lab');
  readonly file = join(this.folder, 'cluster/sparkwright.yaml');
  readonly #program = join(this.folder, 'program/dist/app/sparkwright.js');
  readonly #live = new Set<ChildProcess>();

  constructor(checkout: string) {
    // The version is read from the package.json two folders above the program.
    cpSync(join(checkout, 'dist'), join(this.folder, 'program/dist'), { recursive: true });
    cpSync(join(checkout, 'package.json'), join(this.folder, 'program/package.json'));
  }

  get environment(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      SPARKWRIGHT_LAB_DIR: this.labFolder,
      SPARKWRIGHT_PORTABLE_DIR: join(this.folder, 'program/dist/portable'),
    };
  }

  /** Brings the lab up and writes a cluster file beside it, with the stand-in engine. */
  async open(): Promise<void> {
    const up = await this.sparkwright('lab', 'up', '--yes', '--json');
    if (up.code !== 0) throw new Error(`lab up: exit ${up.code}: ${up.out}${up.err}`);
    const text = readFileSync(join(this.labFolder, 'sparkwright.yaml'), 'utf8')
      .replace(/^recipe: .*$/m, 'recipe: lab-standin')
      .replace(/^name: .*$/m, `name: ${CLUSTER}`);
    mkdirSync(join(this.folder, 'cluster'), { recursive: true });
    writeFileSync(this.file, text);
  }

  /** Ends what still runs, takes the lab down whole and forgets the folder; says what went wrong, if anything. */
  async close(): Promise<string | undefined> {
    for (const child of this.#live) child.kill('SIGKILL');
    const down = await this.sparkwright('lab', 'down', '--purge');
    if (down.code !== 0)
      return `lab down: exit ${down.code}: ${down.out}${down.err} (${this.folder} is kept)`;
    rmSync(this.folder, { recursive: true, force: true });
    return undefined;
  }

  /** The built program; `onLine` sees each line of its standard error as it comes. */
  start(words: readonly string[], onLine?: (line: string, child: ChildProcess) => void): Started {
    return this.#spawn(process.execPath, [this.#program, ...words], undefined, onLine);
  }

  sparkwright(...words: string[]): Promise<Done> {
    return this.start(words).done;
  }

  /** A verb on the matrix's cluster, with its events on standard error. */
  verb(words: readonly string[], onLine?: (line: string, child: ChildProcess) => void): Started {
    return this.start([...words, '--yes', '--json', '--events', '-c', this.file], onLine);
  }

  /** A script on a node, over the lab's own SSH, beside the program. */
  async on(node: string, script: string): Promise<string> {
    const { code, out, err } = await this.watch(node, script).done;
    if (code !== 0) throw new Error(`${node}: exit ${code}: ${err}${out}`);
    return out.trim();
  }

  watch(node: string, script: string, onLine?: (line: string) => void): Started {
    const config = join(this.labFolder, 'ssh_config');
    // The script is an argument there, so that its commands do not read what is left of it.
    return this.#spawn('ssh', ['-F', config, '-T', node, 'bash -c "$(cat)"'], script, undefined, onLine);
  }

  #spawn(
    command: string,
    words: readonly string[],
    stdin?: string,
    onErrorLine?: (line: string, child: ChildProcess) => void,
    onLine?: (line: string) => void,
  ): Started {
    const child = spawn(command, words, { stdio: ['pipe', 'pipe', 'pipe'], env: this.environment });
    this.#live.add(child);
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin ?? '');
    const said = { out: '', err: '' };
    child.stdout.on(
      'data',
      lines(
        (line) => onLine?.(line),
        (text) => (said.out += text),
      ),
    );
    child.stderr.on(
      'data',
      lines(
        (line) => onErrorLine?.(line, child),
        (text) => (said.err += text),
      ),
    );
    const done = new Promise<Done>((resolve) => {
      child.on('close', (code, signal) => {
        this.#live.delete(child);
        // As a shell says it: a second Ctrl+C may come after the last word, when nobody minds it any more.
        resolve({ code: code ?? (signal === 'SIGINT' ? 130 : 137), ...said });
      });
    });
    return { child, done };
  }
}

function lines(each: (line: string) => void, all: (text: string) => void): (chunk: Buffer) => void {
  let rest = '';
  return (chunk) => {
    const text = chunk.toString();
    all(text);
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) each(line);
  };
}
