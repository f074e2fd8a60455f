/**
 * What the lab made on the machine, one JSON object a line, written and synced before the thing is made:
 * `lab down` needs nothing else, whatever killed `lab up`.
 */
import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Identity } from './process.ts';

export type Made =
  /** A named network namespace. */
  | { kind: 'netns'; name: string }
  /** A cgroup folder; every process in it is ours. */
  | { kind: 'cgroup'; path: string }
  /** A process by number, start time (field 22 of /proc/PID/stat) and boot, so that a reused number is no match. */
  | ({ kind: 'process'; what: string } & Identity)
  /** A mount in the machine's own mount namespace. */
  | { kind: 'mount'; path: string }
  /** A folder that was not there before; removed when it is empty. */
  | { kind: 'folder'; path: string }
  /** A folder removed with all it holds: a half-built base, half a disk. */
  | { kind: 'tree'; path: string }
  /** A host's disk; kept unless asked. */
  | { kind: 'disk'; host: string; path: string };

/** Appends entries and syncs: only then may the things be made. */
export async function record(file: string, ...entries: Made[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(file, 'a+', 0o600);
  try {
    // A run that was killed in mid-write leaves a torn line: end it, so that ours stands alone.
    const { size } = await handle.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await handle.read(last, 0, 1, size - 1);
    const lead = size > 0 && last.toString() !== '\n' ? '\n' : '';
    await handle.appendFile(lead + entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** What a ledger's text lists, oldest first, each thing once. Torn lines are passed over: their things were never made. */
export function readLedger(text: string): Made[] {
  const seen = new Map<string, Made>();
  for (const line of text.split('\n')) {
    const entry = parse(line);
    if (entry !== undefined) seen.set(JSON.stringify(entry), entry);
  }
  return [...seen.values()];
}

export async function loadLedger(file: string): Promise<Made[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return readLedger(text);
}

const FIELDS: Record<Made['kind'], string[]> = {
  netns: ['name'],
  cgroup: ['path'],
  process: ['pid', 'startTicks', 'what'],
  mount: ['path'],
  folder: ['path'],
  tree: ['path'],
  disk: ['host', 'path'],
};

function parse(line: string): Made | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || !('kind' in value)) return undefined;
  const entry = value as Made;
  const fields = Object.hasOwn(FIELDS, entry.kind) ? FIELDS[entry.kind] : undefined;
  const typed = (field: string) =>
    typeof (value as Record<string, unknown>)[field] === (field === 'pid' ? 'number' : 'string');
  return fields?.every(typed) ? entry : undefined;
}
