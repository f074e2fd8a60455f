/** What is known of one rank while its log is read. */
import type { BootFacts } from './bootfacts.ts';

export interface BootProgress {
  done: number;
  total: number;
  unit: 'items' | 'percent';
}

/** A line of one rank's log. */
export interface SaidLine {
  line: number; // 1-based
  text: string;
}

export interface LeftPhase {
  phase: string;
  spentMs: number;
}

export interface RankReading {
  place: number;
  startedMs: number | undefined; // of this life, by the node's clock
  begunMs: number | undefined; // of the phase, by the node's clock
  left: LeftPhase[];
  progress: BootProgress | undefined;
  facts: BootFacts;
  lines: number;
  lives: number;
  shownMs: number | undefined; // when the last line that shows life came, by the reader's clock
  /** A worker was told ready with the head; its own late lines are still read, but announce nothing. */
  ready: boolean;
  /** The last line that had a text. */
  last: SaidLine | undefined;
  /** The first line of a shutdown that no failure of this rank led to: somebody stopped it. */
  stopped: SaidLine | undefined;
}

export const freshReading = (lives: number): RankReading => ({
  place: -1,
  startedMs: undefined,
  begunMs: undefined,
  left: [],
  progress: undefined,
  facts: {},
  lines: 0,
  lives,
  shownMs: undefined,
  ready: false,
  last: undefined,
  stopped: undefined,
});

/** Said again and again by a rank that waits: no sign of progress. */
const CHATTER = [
  /^No available shared memory broadcast block found in /,
  /\bTCP client failed to connect\/validate to host /,
  /\bclient socket has failed to connect to /,
  /^Avg prompt throughput: |^Engine \d+: Avg prompt throughput: /,
  /"(?:GET|POST|HEAD) \S+ HTTP\/[\d.]+" \d{3}/,
];

export function isChatter(text: string): boolean {
  return CHATTER.some((one) => one.test(text));
}
