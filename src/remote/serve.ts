/** The head's side: does the verb of a request and says each event, into the run's folder or on standard output. */
import { randomBytes } from 'node:crypto';
import { existsSync, openSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Bus } from '../event/bus.ts';
import type { Request } from '../life/wish.ts';
import { type Language, type Message, msg } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { IssuesFailure, issueLines } from '../text/located.ts';
import { perform } from './perform.ts';
import { writeWhole } from './write.ts';

/** `where` is a run's folder, or `-` for a request on standard input and events on standard output. */
export async function serve(where: string): Promise<number> {
  const stop = new AbortController();
  process.on('SIGINT', () => stop.abort());
  process.on('SIGTERM', () => stop.abort());
  process.on('SIGHUP', () => (where === '-' ? stop.abort() : undefined));
  const bus = new Bus();
  bus.listen(sinkFor(where));
  const ask =
    where === '-' ? async () => false : (message: Message) => askThrough(where, bus, message, stop.signal);
  let exit: number;
  let language: Language = 'en';
  try {
    const raw =
      where === '-' ? await text(process.stdin) : await readFile(join(where, 'request.json'), 'utf8');
    const request = JSON.parse(raw) as Request;
    language = request.language;
    const ended = await perform(request, { run: runName(where), bus, ask, signal: stop.signal });
    exit = ended.exit;
    bus.emit({ type: 'result', ...ended });
  } catch (error) {
    const failure = error instanceof Failure ? error : internal(error, stop.signal);
    exit = failure.exit;
    const evidence = evidenceOf(failure, language);
    if (evidence !== undefined) bus.emit({ type: 'note', level: 'error', message: failure.said, evidence });
    bus.emit({ type: 'result', exit, message: failure.said });
  }
  return exit;
}

/** Every complaint about a file or a setting with its place; else what the failure itself brought. */
function evidenceOf(failure: Failure, language: Language): string | undefined {
  if (!(failure instanceof IssuesFailure)) return failure.evidence;
  const rows = failure.issues.flatMap((issue) => issueLines(issue, language));
  return rows.filter((row) => row.trim() !== '^').join('\n');
}

/** A run is named by its folder; a call only needs a name of its own. */
function runName(where: string): string {
  return where === '-' ? `call-${randomBytes(4).toString('hex')}` : basename(where);
}

function internal(error: unknown, signal: AbortSignal): Failure {
  if (signal.aborted) return new Failure(msg('remote.interrupted'), EXIT.interrupted);
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new Failure(msg('remote.internal'), EXIT.failed, stack);
}

function sinkFor(where: string): (event: unknown) => void {
  const file = where === '-' ? 1 : openSync(join(where, 'events.jsonl'), 'a', 0o600);
  let torn = false;
  return (event) => {
    try {
      // After a full disk the next event starts a line of its own.
      writeWhole(file, `${torn ? '\n' : ''}${JSON.stringify(event)}\n`);
      torn = false;
    } catch (error) {
      torn = true;
      // Whoever listened has gone: a call ends with its asker, a run goes on without.
      if (where === '-' && (error as NodeJS.ErrnoException).code === 'EPIPE') process.exit(EXIT.interrupted);
    }
  };
}

/** Says a question and waits for an answer that the asker leaves in the run's folder; at most ten minutes. */
async function askThrough(folder: string, bus: Bus, message: Message, signal: AbortSignal): Promise<boolean> {
  asked += 1;
  const id = `q${asked}`;
  bus.emit({ type: 'question', id, message });
  const file = join(folder, 'answers', id);
  for (let waitedMs = 0; waitedMs < 600_000 && !signal.aborted; waitedMs += 200) {
    if (existsSync(file)) {
      const answer = readFileSync(file, 'utf8').trim() === 'yes';
      bus.emit({ type: 'answered', id, answer });
      return answer;
    }
    await pause(200, undefined, { signal }).catch(() => undefined);
  }
  bus.emit({ type: 'answered', id, answer: false });
  return false;
}

let asked = 0;
