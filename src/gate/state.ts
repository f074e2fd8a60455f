/** The state folder of a cluster on the head: what lies where, and the small files that say what was asked and done. */
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Receipt } from '../deployment/types.ts';
import { msg } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { replaceFile } from './atomic.ts';

export interface StateFolder {
  folder: string;
  lock: string;
  owner: string; // who holds the lock, for the refusal
  journal: string;
  receipts: string;
  intent: string;
  boots: string; // one boot a line, for estimates
  runs: string;
  jobs: string;
}

/** What the owner last asked for; `down` writes it before it stops anything. */
export interface Intent {
  want: 'up' | 'down';
  at: string; // ISO time
  run: string;
  recipe?: string;
}

/** `$XDG_STATE_HOME/sparkwright/<cluster>`; an empty or relative variable counts as unset, as XDG says. */
export function stateFolder(
  cluster: string,
  env: Record<string, string | undefined> = process.env,
  home: string = homedir(),
): StateFolder {
  checkName(cluster);
  const base = env.XDG_STATE_HOME?.startsWith('/') ? env.XDG_STATE_HOME : join(home, '.local/state');
  const folder = join(base, 'sparkwright', cluster);
  return {
    folder,
    lock: join(folder, 'lock'),
    owner: join(folder, 'owner.json'),
    journal: join(folder, 'journal.jsonl'),
    receipts: join(folder, 'receipts'),
    intent: join(folder, 'intent.json'),
    boots: join(folder, 'boots.jsonl'),
    runs: join(folder, 'runs'),
    jobs: join(folder, 'jobs'),
  };
}

/** Names of clusters, runs and jobs become names of files: no slash, no leading dot, no blank. */
export function isName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(name);
}

function checkName(name: string): void {
  if (!isName(name)) throw new Failure(msg('gate.bad-name', { name: JSON.stringify(name) }), EXIT.usage);
}

/** Makes the folders, this user's alone. */
export async function prepareState(state: StateFolder): Promise<void> {
  for (const folder of [state.folder, state.receipts, state.runs, state.jobs]) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  }
}

/** The intent; undefined when nothing was ever asked. A file that cannot be read as one is an error, not "down". */
export async function readIntent(state: StateFolder): Promise<Intent | undefined> {
  const text = await readText(state.intent);
  if (text === undefined) return undefined;
  const intent = parsed(text) as Partial<Intent> | undefined;
  if (intent === undefined || (intent.want !== 'up' && intent.want !== 'down')) {
    throw new Failure(msg('gate.unreadable', { file: state.intent }), EXIT.failed, text.slice(0, 400));
  }
  return intent as Intent;
}

export function writeIntent(state: StateFolder, intent: Intent): Promise<void> {
  return replaceFile(state.intent, `${JSON.stringify(intent)}\n`);
}

/** Keeps a receipt under its time; returns the file. */
export async function writeReceipt(state: StateFolder, receipt: Receipt): Promise<string> {
  const file = join(state.receipts, `${receipt.at.replaceAll(/[^0-9TZ]/g, '')}.json`);
  await replaceFile(file, `${JSON.stringify(receipt, null, 2)}\n`);
  return file;
}

/** The receipts, newest first. One that cannot be read is left out: a newer tool may have written it. */
export async function readReceipts(state: StateFolder): Promise<Receipt[]> {
  const names = await readdir(state.receipts).catch(() => [] as string[]);
  const files = names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse();
  const receipts = await Promise.all(files.map((name) => readText(join(state.receipts, name))));
  return receipts
    .map((text) => (text === undefined ? undefined : parsed(text)) as Partial<Receipt> | undefined)
    .filter((receipt): receipt is Receipt => receipt?.version === 1);
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
