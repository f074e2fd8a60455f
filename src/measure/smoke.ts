/** A smoke test: does the deployment answer, stream, count and refuse as it should. Changes nothing. */
import type { Duplex } from 'node:stream';
import { type Endpoint, EngineTrouble } from '../engine/client.ts';
import { cleanLine } from '../engine/line.ts';
import type { Bus } from '../event/bus.ts';
import { type Language, type Message, msg, say } from '../message/message.ts';
import type { Recipe } from '../recipe/types.ts';
import { EXIT, Failure } from '../text/failure.ts';
import {
  answers,
  concurrent,
  missingKeyRefused,
  type Seen,
  type SmokeCheck,
  type SmokeTarget,
  streams,
  usageAddsUp,
  wrongKeyRefused,
} from './smoke-checks.ts';

export interface SmokeResult extends Seen {
  id: string;
  title: Message;
  ok: boolean;
  seconds: number;
  /** Verbatim words of the server, bounded and without the key. */
  evidence?: string;
}

export interface SmokeReport {
  ok: boolean;
  seconds: number;
  checks: SmokeResult[];
}

export interface SmokeOptions {
  base: string;
  key?: string;
  servedName: string;
  plan: Recipe['smoke'];
  bus: Bus;
  signal?: AbortSignal;
  connect?: () => Duplex;
}

export function smokeChecks(plan: Recipe['smoke'], keyed: boolean): SmokeCheck[] {
  return [
    ...plan.questions.map(answers),
    streams,
    usageAddsUp,
    ...(plan.concurrency > 1 ? [concurrent(plan.concurrency)] : []),
    ...(keyed ? [wrongKeyRefused, missingKeyRefused] : []),
  ];
}

/**
 * Runs every check, one after the other; one that fails stops none of the others. Throws only when it was
 * cancelled. What is wrong is in the report and, as it happens, on the bus.
 */
export async function smoke(options: SmokeOptions): Promise<SmokeReport> {
  const { base, key, servedName, plan, bus, signal, connect } = options;
  const endpoint: Endpoint = { base, ...(key !== undefined && { key }), ...(connect && { connect }) };
  const deadlineMs = plan.timeoutSeconds * 1000;
  const target: SmokeTarget = { endpoint, servedName, deadlineMs, ...(signal && { signal }) };
  const begun = performance.now();
  const checks: SmokeResult[] = [];
  if (key === undefined) {
    bus.emit({ type: 'note', level: 'warn', message: msg('measure.smoke.keyless') });
  }
  for (const check of smokeChecks(plan, key !== undefined)) {
    const step = `smoke/${check.id}`;
    bus.emit({ type: 'step', step, title: check.title, status: 'start' });
    const result = await runCheck(check, target);
    checks.push(result);
    bus.emit({ type: 'step', step, title: check.title, status: result.ok ? 'done' : 'failed' });
    for (const said of notesOn(result)) bus.emit({ type: 'note', ...said });
  }
  return {
    ok: checks.every((check) => check.ok),
    seconds: secondsSince(begun),
    checks,
  };
}

const secondsSince = (begun: number) => Math.round(performance.now() - begun) / 1000;

async function runCheck(check: SmokeCheck, target: SmokeTarget): Promise<SmokeResult> {
  const begun = performance.now();
  const about = { id: check.id, title: check.title };
  try {
    const seen = await check.run(target);
    return { ...about, ...seen, ok: seen.why === undefined, seconds: secondsSince(begun) };
  } catch (error) {
    if (target.signal?.aborted === true) throw error;
    if (!(error instanceof EngineTrouble)) throw error;
    const { said: why, evidence } = error;
    return {
      ...about,
      ok: false,
      seconds: secondsSince(begun),
      why,
      ...(evidence !== undefined && { evidence }),
    };
  }
}

interface Note {
  level: 'info' | 'error';
  message: Message;
  evidence?: string;
}

function notesOn(result: SmokeResult): Note[] {
  const notes: Note[] = [];
  if (result.passed !== undefined && result.total !== undefined) {
    const { passed, total } = result;
    notes.push({
      level: result.ok ? 'info' : 'error',
      message: msg('measure.smoke.requests', { passed, total }),
    });
  }
  if (result.ok && result.text !== undefined) {
    notes.push({ level: 'info', message: msg('measure.smoke.said', { text: shown(result.text) }) });
  }
  if (result.why !== undefined) {
    const evidence = result.evidence ?? (result.text === undefined ? undefined : shown(result.text));
    notes.push({ level: 'error', message: result.why, ...(evidence && { evidence }) });
  }
  return notes;
}

const TEXT_LIMIT = 300;

/** What a model said, fit for one line of a terminal. */
function shown(text: string): string {
  const line = cleanLine(text.replace(/\s+/g, ' ').trim());
  return line.length > TEXT_LIMIT ? `${line.slice(0, TEXT_LIMIT)}…` : line;
}

/** One sentence over the whole test. */
export function smokeVerdict({ ok, checks }: SmokeReport): Message {
  const counts = { passed: checks.filter((check) => check.ok).length, total: checks.length };
  return ok ? msg('measure.smoke.passed', counts) : msg('measure.smoke.failed', counts);
}

/** For callers that end on a failed smoke test. */
export function smokeFailure(report: SmokeReport): Failure | undefined {
  if (report.ok) return undefined;
  return new Failure(smokeVerdict(report), EXIT.failed, report.checks.find((check) => !check.ok)?.evidence);
}

/** The document of `smoke --json`. */
export interface SmokeDocument {
  ok: boolean;
  seconds: number;
  checks: {
    id: string;
    title: string;
    ok: boolean;
    seconds: number;
    text?: string;
    tokens?: number;
    passed?: number;
    total?: number;
    why?: string;
    evidence?: string;
  }[];
}

export function smokeDocument(report: SmokeReport, language: Language): SmokeDocument {
  return {
    ok: report.ok,
    seconds: report.seconds,
    checks: report.checks.map(({ id, title, ok, seconds, text, tokens, passed, total, why, evidence }) => ({
      id,
      title: say(title, language),
      ok,
      seconds,
      ...(text !== undefined && { text: shown(text) }),
      ...(tokens !== undefined && { tokens }),
      ...(passed !== undefined && { passed }),
      ...(total !== undefined && { total }),
      ...(why !== undefined && { why: say(why, language) }),
      ...(evidence !== undefined && { evidence }),
    })),
  };
}
