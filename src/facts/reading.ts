import type { Reading } from '../change/types.ts';
import { withoutCredentials } from '../text/safe.ts';

/** Evidence is shown to people and kept in journals: long enough for a whole `ip -j addr`, never a whole disk. */
const EVIDENCE_MAX = 4_000;

/** A fact with what proves it. */
export function known<T>(value: T, evidence: string): Reading<T> {
  return { state: 'known', value, evidence: shown(evidence) };
}

/** The thing is not there, and that is sure. `code` is a short word for programs: `no-such-image`. */
export function absent(code: string, evidence = ''): Reading<never> {
  return { state: 'absent', evidence: coded(code, evidence) };
}

/** It could not be read, or what was read makes no sense. Never to be taken for fine. */
export function unknown(code: string, why = ''): Reading<never> {
  return { state: 'unknown', why: coded(code, why) };
}

/** The short word at the start of what `absent` and `unknown` say. */
export function codeOf(reading: Reading<unknown>): string | undefined {
  if (reading.state === 'known') return undefined;
  const text = reading.state === 'absent' ? reading.evidence : reading.why;
  return /^[a-z0-9-]+/.exec(text)?.[0];
}

/** What no parser can do better: the probe's deadline (timeout's 124, or 137 after -k) and a missing command. */
export function noAnswer(err: string, rc: number): Reading<never> | undefined {
  if (rc === 124 || rc === 137)
    return unknown('timeout', err || 'no answer before the deadline of the probe');
  if (rc === 127) return unknown('command-missing', err);
  return undefined;
}

function coded(code: string, text: string): string {
  const detail = shown(text).trim();
  return detail === '' ? code : `${code}: ${detail}`;
}

/** Bounded, without control characters but tab and newline, and without the credentials of a URL. */
export function shown(text: string): string {
  const cut = text.length > EVIDENCE_MAX ? `${text.slice(0, EVIDENCE_MAX)}…` : text;
  return withoutCredentials(withoutControls(cut));
}

function withoutControls(text: string): string {
  return text.replace(/\p{Cc}/gu, (c) => (c === '\n' || c === '\t' ? c : ''));
}
