/**
 * What was done, one JSON object a line, appended and synced before and after each action. For undo, evidence and
 * finding jobs; never replayed forward. Holds no secret: works are printed redacted, secret files without digest.
 */
import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Risk } from '../change/types.ts';
import type { Message } from '../message/message.ts';

/** What it takes to put back what an action changed. */
export type UndoRecord =
  | { kind: 'shell'; script: string; deadlineMs: number; asRoot: boolean }
  | { kind: 'file'; path: string; asRoot: boolean; before: FileBefore }
  | { kind: 'none'; why: Message };

/** A file as it stood: `backup` is its copy on the same node. No digest of a secret. */
export type FileBefore =
  | { existed: false }
  | { existed: true; backup: string; mode: string; owner: string; sha256?: string };

export type JournalBody =
  | { kind: 'run-start'; run: string; verb: string; tool: string; host: string; user: string; pid: number }
  | { kind: 'run-end'; run: string; exit: number }
  | {
      kind: 'before';
      run: string;
      action: string;
      nodes: string[];
      title: Message;
      risk: Risk;
      work: string;
      undo: UndoRecord;
      /** What stood where it writes a file. */
      replaces?: FileBefore;
      /** Of the text it is about to write: after a crash it tells our file from an edited one. No digest of a secret. */
      writes?: string;
      /** The file it writes is a secret: later looks at it make no digest either. */
      secret?: true;
    }
  | {
      kind: 'after';
      run: string;
      action: string;
      status: 'done' | 'failed' | 'cancelled' | 'undone';
      seconds: number;
      why?: Message;
      evidence?: string;
      /** Of the file it wrote, so that an undo can tell whether somebody edited it since. */
      sha256?: string;
      /** Instead of a digest, of a secret: bytes and time of change; `absent` where it left no file. */
      stamp?: string;
    }
  /** An undo begins: which run it puts back, and the one action of it where only that was wanted. */
  | { kind: 'undo-start'; run: string; of: string; only?: string }
  /** `of`, `action` and `began` (the time of its line `before`) name what is put back. */
  | { kind: 'undo-before'; run: string; of: string; action: string; began: string; replaces?: FileBefore }
  | {
      kind: 'undo-after';
      run: string;
      of: string;
      action: string;
      began: string;
      status: 'done' | 'failed';
      seconds: number;
      why?: Message;
      evidence?: string;
    };

export type JournalEntry = JournalBody & { at: string };

export interface Journal {
  append(body: JournalBody): Promise<void>;
  close(): Promise<void>;
}

/** Opens for appending, 0600. A last line that a crash tore is closed off, so that it spoils no other. */
export async function openJournal(path: string, now: () => Date = () => new Date()): Promise<Journal> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'a+', 0o600);
  await file.chmod(0o600);
  if (!(await endsInNewline(file))) await file.appendFile('\n');
  let last: Promise<void> = Promise.resolve();
  return {
    append: (body) => {
      const line = `${JSON.stringify({ ...body, at: now().toISOString() })}\n`;
      const written = last.then(async () => {
        await file.appendFile(line);
        await file.datasync();
      });
      // A failure is its caller's; the next entry is tried all the same.
      last = written.catch(() => undefined);
      return written;
    },
    close: async () => {
      await last;
      await file.close();
    },
  };
}

async function endsInNewline(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return true;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === 10;
}

/** Reads the entries of a journal's text; a torn line is counted, never guessed at. */
export function parseJournal(text: string): { entries: JournalEntry[]; torn: number } {
  const lines = text.split('\n').filter((line) => line !== '');
  const entries = lines.map(entryOf).filter((entry) => entry !== undefined);
  return { entries, torn: lines.length - entries.length };
}

function entryOf(line: string): JournalEntry | undefined {
  try {
    const value = JSON.parse(line) as Partial<JournalEntry> | null;
    return typeof value?.kind === 'string' && typeof value.at === 'string'
      ? (value as JournalEntry)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The journal on disk; empty when there is none. */
export async function readJournal(path: string): Promise<{ entries: JournalEntry[]; torn: number }> {
  try {
    return parseJournal(await readFile(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { entries: [], torn: 0 };
    throw error;
  }
}
