/** Whether a boot stands still: decided from where each rank is and how long it has been silent. */
import type { RecipeBoot } from '../recipe/types.ts';
import type { BootPhase } from './phases.ts';

export interface RankPosition {
  rank: number;
  place: number; // index in the phases
  /** Since the last line that shows life; by the clock of whoever asks. */
  silentMs: number;
}

export interface Stall {
  rank: number;
  phase: BootPhase;
  silentMs: number;
  limitMs: number;
}

export interface StallLimits {
  /** Silence in a phase that is not named. */
  otherMs: number;
  byPhaseMs: Record<string, number>;
}

/** The recipe's limits; a phase it does not name may take as long as the whole boot. */
export function limitsOf(boot: RecipeBoot): StallLimits {
  const byPhaseMs: Record<string, number> = {};
  for (const own of boot.phases) byPhaseMs[own.id] = own.limitSeconds * 1000;
  for (const [phase, seconds] of Object.entries(boot.phaseLimitSeconds)) byPhaseMs[phase] = seconds * 1000;
  return { otherMs: boot.limitSeconds * 1000, byPhaseMs };
}

/**
 * The rank that holds the boot up, when it has been silent past its limit. A head at a barrier waits for the
 * ranks behind it, so they are judged; past the barrier a worker behind the head has nothing left to say (it
 * serves no API), so only the head is. Where only the head draws a bar, a worker beside it is judged when the bar
 * stands still too, and the one that has been silent longest is named.
 */
export function stallIn(ranks: RankPosition[], phases: BootPhase[], limits: StallLimits): Stall | undefined {
  const head = ranks.find((one) => one.rank === 0);
  const last = Math.min(...ranks.map((one) => one.place));
  const late = ranks.flatMap((one): Stall[] => {
    const phase = phases[one.place];
    if (phase === undefined || one.place === phases.length - 1) return [];
    if (phase.barrier && one.place > last) return [];
    const limitMs = limits.byPhaseMs[phase.id] ?? limits.otherMs;
    if (one.silentMs <= limitMs) return [];
    if (head !== undefined && one.rank !== 0) {
      if (one.place < head.place && phases[head.place]?.barrier !== true) return [];
      if (one.place === head.place && phase.bar && head.silentMs <= limitMs) return [];
    }
    return [{ rank: one.rank, phase, silentMs: one.silentMs, limitMs }];
  });
  const [first] = late;
  if (first?.phase.bar !== true) return first;
  return late
    .filter((one) => one.phase === first.phase)
    .reduce((most, one) => (one.silentMs > most.silentMs ? one : most));
}
