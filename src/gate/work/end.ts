/** How the work of an action ended, before its proof is judged. */
import type { Host, Outcome } from '../../host/types.ts';
import { describeUnreachable } from '../../host/unreachable.ts';
import { type Message, msg } from '../../message/message.ts';

export type WorkEnd =
  | { end: 'done' }
  /** A job that is gone without a result, as after a reboot: only its proof can tell. */
  | { end: 'vanished' }
  | { end: 'failed'; why: Message; evidence: string }
  | { end: 'cancelled' };

const EVIDENCE_CHARS = 4_000;

export function bounded(text: string): string {
  return text.trim().slice(-EVIDENCE_CHARS);
}

export function failed(why: Message, evidence: string): WorkEnd & { end: 'failed' } {
  return { end: 'failed', why, evidence: bounded(evidence) };
}

/** Reads what a run on a node came to; only an exit with 0 is done. */
export function endOf(host: Host, outcome: Outcome): WorkEnd {
  switch (outcome.kind) {
    case 'exit': {
      if (outcome.rc === 0) return { end: 'done' };
      const why = msg('gate.exit', { node: host.name, rc: outcome.rc });
      return failed(why, outcome.stderr.trim() === '' ? outcome.stdout : outcome.stderr);
    }
    case 'unreachable':
      return failed(describeUnreachable(host.name, host.target ?? host.name, outcome), outcome.evidence);
    case 'deadline': {
      const why = msg('gate.deadline', { node: host.name, seconds: Math.round(outcome.afterMs / 1000) });
      return failed(why, outcome.stderr.trim() === '' ? outcome.stdout : outcome.stderr);
    }
    case 'cancelled':
      return { end: 'cancelled' };
  }
}
