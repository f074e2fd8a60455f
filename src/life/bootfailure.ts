/** What a person reads when a boot did not become ready: the cause on whichever rank it lies, and what to do. */
import type { Unit } from '../deployment/types.ts';
import { cleanLine } from '../engine/line.ts';
import type { Bus } from '../event/bus.ts';
import { msg } from '../message/message.ts';
import { EXIT } from '../text/failure.ts';
import type { BootEnd } from './boot.ts';
import type { Ended } from './wish.ts';

type Place = Pick<Unit, 'rank' | 'node'>;

export function bootFailure(
  bus: Bus,
  units: readonly Place[],
  end: Exclude<BootEnd, { kind: 'ready' }>,
): Ended {
  switch (end.kind) {
    case 'sockets': {
      const { phase, seconds } = end.reached;
      return { exit: EXIT.failed, message: msg('life.not-roce'), document: { ok: false, phase, seconds } };
    }
    case 'interrupted':
      return { exit: EXIT.interrupted, message: msg('life.interrupted') };
    case 'died':
      return died(bus, units, end);
    case 'stalled': {
      const { stall, reached } = end;
      const values = {
        phase: stall.phase.title,
        rank: stall.rank,
        seconds: Math.round(stall.silentMs / 1000),
        limit: Math.round(stall.limitMs / 1000),
      };
      const document = { ok: false, phase: reached.phase, stalledRank: stall.rank };
      return { exit: EXIT.timedOut, message: msg('life.boot-stalled', values), document };
    }
    case 'timeout': {
      if (end.why !== undefined) bus.emit({ type: 'note', level: 'warn', message: end.why });
      const { phase, title, seconds } = end.reached;
      const message = msg('life.boot-timeout', { phase: title, seconds });
      return { exit: EXIT.timedOut, message, document: { ok: false, phase, seconds } };
    }
  }
}

/** Names the rank, shows the end of both logs, the cause, and which rank still holds memory (A5.7, A5.11). */
function died(bus: Bus, units: readonly Place[], end: Extract<BootEnd, { kind: 'died' }>): Ended {
  const { rank, node, exit } = end.end;
  const message = msg('life.rank-died', { rank, node, exit });
  bus.emit({ type: 'note', level: 'error', message });
  for (const unit of units) {
    for (const line of end.tails.get(unit.rank) ?? []) {
      bus.emit({ type: 'log', rank: unit.rank, node: unit.node, line: cleanLine(line) });
    }
  }
  if (end.cause !== undefined) {
    const { cause } = end;
    bus.emit({
      type: 'note',
      level: 'error',
      message: cause.means,
      evidence: `r${cause.rank}| ${cause.text}`,
    });
    for (const next of cause.next) bus.emit({ type: 'note', level: 'info', message: next });
  }
  const ended = [end.end, ...end.others].map((each) => each.rank);
  for (const unit of units.filter((other) => !ended.includes(other.rank))) {
    const left = msg('life.rank-left', { rank: unit.rank, node: unit.node });
    bus.emit({ type: 'note', level: 'warn', message: left });
  }
  const { phase, title, seconds } = end.reached;
  return {
    exit: EXIT.failed,
    message: msg('life.boot-failed', { phase: title, seconds }),
    document: {
      ok: false,
      phase,
      rank,
      node,
      exit,
      cause: end.cause && { id: end.cause.id, rank: end.cause.rank, text: end.cause.text },
    },
  };
}
