/** Follows a run on the head by its events: shows them, carries answers and Ctrl+C there, survives a broken connection. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Event } from '../event/types.ts';
import type { Outcome } from '../host/types.ts';
import type { Ended } from '../life/wish.ts';
import { msg } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';
import type { Conductor } from './conduct.ts';
import { answerScript, followScript, interruptScript, lastWordsScript } from './runs.ts';

/** Longest event of which nothing may be lost: a result holds whole documents, logs among them. */
export const EVENT_BYTES = 16 * 1024 * 1024;
/** For so long a broken connection is made again: a laptop that changes its network comes back. */
const MEND_MS = 300_000;
const DAY_MS = 24 * 3_600_000;
/** A replayed question is followed at once by its answer; only one that stays open is asked. */
const SETTLE_MS = 400;

/**
 * Shows a run's events from the first to the last and returns its result. `mayAnswer`: whether its questions are ours
 * to answer; one who only looks and has no person there leaves them to whoever can.
 */
export async function followRun(id: string, conductor: Conductor, mayAnswer: boolean): Promise<Ended> {
  const { head, detach } = conductor;
  const run = { run: id, node: head.name };
  const questions = new Questions(id, conductor, mayAnswer);
  let seen = 0;
  let result: Ended | undefined;
  conductor.onInterrupt(() => {
    conductor.note(msg('remote.stopping', { run: id }));
    void told(conductor, interruptScript(conductor.cluster, id)).then((ok) => {
      if (!ok && result === undefined) conductor.note(msg('remote.not-stopped', run));
    });
  });
  const follow = () =>
    head.follow(followScript(conductor.cluster, id), {
      deadlineMs: DAY_MS,
      signal: detach,
      lineBytes: EVENT_BYTES,
      onLine(line, stream) {
        const event = stream === 'stdout' ? eventFrom(line) : undefined;
        if (event === undefined || event.seq <= seen) return;
        seen = event.seq;
        if (event.type === 'result') result = endedFrom(event);
        questions.see(event);
        conductor.show(event);
      },
    });
  try {
    let brokenAt: number | undefined;
    for (let ends = 0; ends < 2; ) {
      const before = seen;
      const outcome = await follow();
      if (result !== undefined) return result;
      if (detach.aborted || outcome.kind === 'cancelled') {
        throw new Failure(msg('remote.detached', run), EXIT.interrupted);
      }
      if (outcome.kind === 'exit') {
        // Once more: what was written between the last look and the end is there now.
        ends += 1;
        continue;
      }
      if (seen > before) brokenAt = undefined;
      if (brokenAt === undefined) conductor.note(msg('remote.mending', run));
      brokenAt ??= performance.now();
      if (!comesBack(outcome) || performance.now() - brokenAt > MEND_MS) {
        throw new Failure(msg('remote.lost', run), EXIT.failed, evidenceOf(outcome));
      }
      await pause(2_000, undefined, { signal: detach }).catch(() => undefined);
    }
    const words = await head.run(lastWordsScript(conductor.cluster, id), { deadlineMs: 20_000 });
    const evidence = words.kind === 'exit' ? words.stdout : '';
    throw new Failure(msg('remote.vanished', run), EXIT.failed, evidence || undefined);
  } finally {
    questions.close();
  }
}

/** What a run asks while we watch. */
class Questions {
  readonly #run: string;
  readonly #conductor: Conductor;
  readonly #mayAnswer: boolean;
  readonly #open = new Map<string, AbortController>();

  constructor(run: string, conductor: Conductor, mayAnswer: boolean) {
    this.#run = run;
    this.#conductor = conductor;
    this.#mayAnswer = mayAnswer;
  }

  see(event: Event): void {
    if (event.type === 'answered') this.#settle(event.id);
    if (event.type === 'result') this.close();
    if (event.type === 'question' && this.#mayAnswer) void this.#ask(event);
  }

  close(): void {
    for (const id of [...this.#open.keys()]) this.#settle(id);
  }

  #settle(id: string): void {
    this.#open.get(id)?.abort();
    this.#open.delete(id);
  }

  async #ask(event: Extract<Event, { type: 'question' }>): Promise<void> {
    const settled = new AbortController();
    this.#open.set(event.id, settled);
    try {
      await pause(SETTLE_MS, undefined, { signal: settled.signal });
      const yes = await this.#conductor.ask(event.message, settled.signal);
      const { cluster, head } = this.#conductor;
      const script = answerScript(cluster, this.#run, event.id, yes);
      for (let tries = 0; tries < 5 && !settled.signal.aborted; tries += 1) {
        if (await told(this.#conductor, script)) return;
        await pause(2_000, undefined, { signal: settled.signal });
      }
      if (!settled.signal.aborted) this.#conductor.note(msg('remote.not-answered', { node: head.name }));
    } catch {
      // Settled elsewhere, or Ctrl+C at the prompt, which has asked the run to stop.
    }
  }
}

async function told({ head }: Conductor, script: string): Promise<boolean> {
  const outcome = await head.run(script, { deadlineMs: 20_000 }).catch(() => undefined);
  return outcome?.kind === 'exit' && outcome.rc === 0;
}

/** A cable or a wireless network that comes back; a refused key or a changed host key does not mend itself. */
function comesBack(outcome: Outcome): boolean {
  if (outcome.kind !== 'unreachable') return outcome.kind === 'deadline';
  return ['lost', 'timeout', 'refused', 'no-route', 'name'].includes(outcome.why);
}

function evidenceOf(outcome: Outcome): string | undefined {
  return outcome.kind === 'unreachable' ? outcome.evidence : undefined;
}

export function endedFrom(event: Extract<Event, { type: 'result' }>): Ended {
  const { exit, message, document } = event;
  const code = Object.values(EXIT).find((known) => known === exit) ?? EXIT.failed;
  return { exit: code, ...(message && { message }), ...(document !== undefined && { document }) };
}

/** Reads one event line; a banner or a torn line is passed over. */
export function eventFrom(line: string): Event | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    const event = value as Partial<Event>;
    return typeof event.seq === 'number' && typeof event.type === 'string' ? (value as Event) : undefined;
  } catch {
    return undefined;
  }
}
