/** How long the rest of a boot takes, by this cluster's own boots. */

/** What is kept of a boot that became ready; the receipt holds it. */
export interface BootRecord {
  seconds: number; // from the first start to ready
  phases: { rank: number; phase: string; seconds: number }[];
  kvTokens?: number;
  maxConcurrency?: number;
  kvGiB?: number;
}

export interface BootPosition {
  phases: string[]; // ids in order, bootPhases() of the recipe
  phase: string; // where the head is
  spentMs: number; // in this phase
  totalMs: number; // since the start
  /** The recipe's own figure, used until the cluster has booted once. */
  estimateSeconds: number;
}

export interface Estimate {
  restMs: number;
  from: 'history' | 'recipe';
}

const NEWEST = 9;

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const high = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? 0) + high) / 2;
}

/**
 * The rest: what is left of the current phase and the median of every later one, over the newest nine boots
 * (oldest first in `history`). A boot that skipped a phase counts as zero seconds there. Undefined when the
 * phase is already longer than it ever was, or the recipe's figure is used up: then nobody knows.
 */
export function estimateRest(history: BootRecord[], position: BootPosition): Estimate | undefined {
  const place = position.phases.indexOf(position.phase);
  const boots = history.slice(-NEWEST);
  if (boots.length === 0 || place < 0) {
    const restMs = position.estimateSeconds * 1000 - position.totalMs;
    return restMs > 0 ? { restMs, from: 'recipe' } : undefined;
  }
  const secondsOf = (boot: BootRecord, phase: string) =>
    boot.phases.find((one) => one.rank === 0 && one.phase === phase)?.seconds ?? 0;
  const here = boots.map((boot) => secondsOf(boot, position.phase) * 1000);
  if (position.spentMs > Math.max(...here)) return undefined;
  const later = position.phases.slice(place + 1);
  const laterMs = later.reduce(
    (sum, phase) => sum + median(boots.map((boot) => secondsOf(boot, phase))) * 1000,
    0,
  );
  return { restMs: Math.max(0, median(here) - position.spentMs) + laterMs, from: 'history' };
}
