/** Work of minutes: a named job on its node that outlives us and is found again. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Work } from '../../change/types.ts';
import type { Host, Outcome } from '../../host/types.ts';
import { msg } from '../../message/message.ts';
import { isName } from '../state.ts';
import { bounded, endOf, failed, type WorkEnd } from './end.ts';
import { CONSUME_JOB, FOLLOW_JOB, STOP_JOB, TAKE_JOB } from './job-scripts.ts';

export type JobWork = Extract<Work, { kind: 'job' }>;

/** Where jobs lie on a node and who runs them. */
export interface JobPlace {
  host: Host;
  cluster: string;
  /** The node's state folder where the cluster file names one. */
  statePath: string | undefined;
  asRoot: boolean;
}

export interface JobOptions {
  signal: AbortSignal;
  /** Each line of its output, from its first, also when we attach late. */
  onLine(line: string): void;
  /** It was there already: it runs, or it ended while nobody watched. */
  onAttached(): void;
  /** The connection is gone while it runs; it is tried again until the job's deadline. */
  onLost(why: WorkEnd & { end: 'failed' }): void;
}

export interface JobProgress {
  done: number;
  total?: number;
  unit: 'bytes' | 'items' | 'percent';
}

/** One round trip; a node short of memory answers slowly. */
const STEP_MS = 60_000;
const RETRY_MS = 2_000;
const LAST_LINES = 40;

/** What a job prints to show how far it is: `%%progress DONE TOTAL UNIT`, with `-` for a total nobody knows. */
export function progressOf(line: string): JobProgress | undefined {
  const found = /^%%progress (\d{1,15}) (\d{1,15}|-) (bytes|items|percent)$/.exec(line);
  if (found === null) return undefined;
  const unit = found[3] as JobProgress['unit'];
  const total = found[2] === '-' ? {} : { total: Number(found[2]) };
  return { done: Number(found[1]), ...total, unit };
}

/** A job's folder; a slash of an action's name becomes a dot. */
export function jobFolderName(name: string): string {
  const plain = name.replaceAll('/', '.').replaceAll(/[^A-Za-z0-9._-]/g, '-');
  if (!isName(plain)) throw new RangeError(`not a name for a job: ${name}`);
  return plain;
}

/** By content, so that an earlier job of the same name that did something else is never taken for this one. */
export function jobId(work: JobWork): string {
  return createHash('sha256').update(work.script).digest('hex').slice(0, 16);
}

/** Starts the job or attaches to it, follows it to its end. A cancel only stops the following: see `stopJob`. */
export async function runJob(place: JobPlace, work: JobWork, options: JobOptions): Promise<WorkEnd> {
  const { host } = place;
  const seconds = String(Math.ceil(work.deadlineMs / 1000));
  const common = { asRoot: place.asRoot, signal: options.signal };
  const args = [...jobArgs(place, work), jobId(work), seconds];
  const taken = await host.run(TAKE_JOB, { ...common, deadlineMs: STEP_MS, args, stdin: work.script });
  if (taken.kind !== 'exit' || taken.rc !== 0) return endOf(host, taken);
  if (taken.stdout.trim() !== 'started') options.onAttached();
  return followJob(place, work, options);
}

async function followJob(place: JobPlace, work: JobWork, options: JobOptions): Promise<WorkEnd> {
  const until = performance.now() + work.deadlineMs + STEP_MS;
  const last: string[] = [];
  let line = 1;
  while (true) {
    let end = '';
    const outcome = await place.host.follow(FOLLOW_JOB, {
      asRoot: place.asRoot,
      signal: options.signal,
      deadlineMs: Math.max(1, until - performance.now()),
      args: [...jobArgs(place, work), String(line)],
      onLine: (text, stream) => {
        if (stream === 'stderr') {
          end = /^end (\w+)$/.exec(text)?.[1] ?? end;
          return;
        }
        line += 1;
        last.push(text);
        if (last.length > LAST_LINES) last.shift();
        options.onLine(text);
      },
    });
    if (end !== '') return jobEnd(place.host, work, end, last);
    if (!isTransient(outcome) || performance.now() > until) return endOf(place.host, outcome);
    const lost = endOf(place.host, outcome);
    if (lost.end === 'failed') options.onLost(lost);
    await sleep(RETRY_MS, undefined, { signal: options.signal }).catch(() => undefined);
  }
}

/** A node that reboots or a cable that is moved comes back; a refused key does not. */
function isTransient(outcome: Outcome): boolean {
  return outcome.kind === 'unreachable' && ['lost', 'timeout', 'refused', 'no-route'].includes(outcome.why);
}

function jobEnd(host: Host, work: JobWork, end: string, last: string[]): WorkEnd {
  if (end === 'vanished') return { end: 'vanished' };
  if (end === '0') return { end: 'done' };
  const evidence = bounded(last.join('\n'));
  if (end === '124') {
    const seconds = Math.round(work.deadlineMs / 1000);
    return failed(msg('gate.deadline', { node: host.name, seconds }), evidence);
  }
  return failed(msg('gate.exit', { node: host.name, rc: end }), evidence);
}

/** Ends the job on its node. */
export async function stopJob(place: JobPlace, work: JobWork): Promise<WorkEnd> {
  const run = { asRoot: place.asRoot, deadlineMs: STEP_MS, args: jobArgs(place, work) };
  return endOf(place.host, await place.host.run(STOP_JOB, run));
}

/** Forgets its result once that is in the journal. */
export async function consumeJob(place: JobPlace, work: JobWork): Promise<void> {
  const run = { asRoot: place.asRoot, deadlineMs: STEP_MS, args: jobArgs(place, work) };
  await place.host.run(CONSUME_JOB, run);
}

function jobArgs(place: JobPlace, work: JobWork): string[] {
  return [place.statePath ?? '', place.cluster, jobFolderName(work.name)];
}
