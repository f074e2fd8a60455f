/** Reads the logs of all ranks of one boot, line by line, and says where it stands. Holds no clock. */
import type { Message } from '../message/message.ts';
import { type BootFacts, type FactName, factsIn, mergeFacts } from './bootfacts.ts';
import type { BootRecord } from './estimate.ts';
import { type EngineFailure, failureIn, rootCause } from './failures.ts';
import { barIn, type LogLine, parseLine, segments, showsKey } from './line.ts';
import { type BootPhase, bootPhases } from './phases.ts';
import {
  type BootProgress,
  freshReading,
  isChatter,
  type LeftPhase,
  type RankReading,
  type SaidLine,
} from './rankreading.ts';
import { type Stall, type StallLimits, stallIn } from './stall.ts';
import { type BootWarning, warningsIn } from './warnings.ts';

/** What one line changed. `atMs` is the node's time of the line where its log has one. */
export type BootUpdate =
  | { type: 'phase'; rank: number; phase: string; title: Message; atMs: number; left?: LeftPhase }
  | { type: 'progress'; rank: number; phase: string; progress: BootProgress }
  | { type: 'fact'; rank: number; name: FactName; value: string | number }
  | { type: 'warning'; rank: number; warning: BootWarning }
  /** A reason, not yet an end: whether a rank is dead its process says, and some errors are survived. */
  | { type: 'failure'; rank: number; failure: EngineFailure }
  /** The container started anew within the same log; everything read of this rank before is forgotten. */
  | { type: 'restarted'; rank: number; lives: number };

export interface RankBoot {
  rank: number;
  phase: string;
  title: Message;
  spentMs: number;
  progress: BootProgress | undefined;
  lives: number;
}

/** What a phase, a fact or a failure is recognised by stands well within this; patterns meet no longer text. */
const MATCH_LIMIT = 4096;

export class BootReader {
  readonly phases: BootPhase[];
  #ranks = new Map<number, RankReading>();
  #failures: EngineFailure[] = [];
  #warnings = new Map<string, BootWarning>();
  #readyMs: number | undefined;

  /** `phases` from bootPhases(); `ranks` how many there are, so that one that says nothing is seen too. */
  constructor(options: { ranks: number; phases?: BootPhase[] }) {
    this.phases = options.phases ?? bootPhases();
    for (let rank = 0; rank < options.ranks; rank += 1) this.#ranks.set(rank, freshReading(1));
  }

  /** A rank's container has been started: its silence counts from here. */
  started(rank: number, atMs: number): BootUpdate[] {
    return this.#move(rank, 0, atMs, atMs);
  }

  /** One line of a rank's log as it came, with the time at which it came; colours and bars may be in it. */
  feed(rank: number, raw: string, atMs: number): BootUpdate[] {
    const updates: BootUpdate[] = [];
    const reading = this.#rank(rank);
    reading.lines += 1;
    if (showsKey(raw)) this.#warn({ id: 'key-in-log', rank, name: '', text: '' }, updates);
    for (const piece of segments(raw)) {
      const line = parseLine(piece);
      this.#read(rank, { ...line, text: line.text.slice(0, MATCH_LIMIT) }, atMs, updates);
    }
    return updates;
  }

  #read(rank: number, line: LogLine, atMs: number, updates: BootUpdate[]): void {
    const whenMs = line.atMs ?? atMs;
    if (this.#isNewLife(rank, line)) {
      const lives = this.#rank(rank).lives + 1;
      this.#ranks.set(rank, { ...freshReading(lives), lines: this.#rank(rank).lines });
      if (rank === 0) {
        this.#readyMs = undefined;
        for (const other of this.#ranks.values()) other.ready = false;
      }
      updates.push({ type: 'restarted', rank, lives });
    }
    if (this.#rank(rank).place < 0) updates.push(...this.#move(rank, 0, whenMs, atMs));
    const reading = this.#rank(rank);
    if (line.text !== '') reading.last = { line: reading.lines, text: line.text };
    if (line.text !== '' && !isChatter(line.text)) reading.shownMs = atMs;

    const place = this.#placeOf(rank, line.text);
    if (place > reading.place) updates.push(...this.#move(rank, place, whenMs, atMs));

    const bar = barIn(line.text);
    if (bar !== undefined && bar.total > 0) {
      const progress: BootProgress = { done: bar.done, total: bar.total, unit: 'items' };
      if (progress.done !== reading.progress?.done || progress.total !== reading.progress.total) {
        reading.progress = progress;
        updates.push({ type: 'progress', rank, phase: this.#phase(reading.place).id, progress });
      }
    }

    const facts = factsIn(line.text, reading.facts);
    for (const [name, value] of Object.entries(facts)) {
      if (reading.facts[name as FactName] === value) continue;
      updates.push({ type: 'fact', rank, name: name as FactName, value });
    }
    Object.assign(reading.facts, facts);

    for (const warning of warningsIn(line.text, rank)) this.#warn(warning, updates);

    if (line.text.startsWith('[shutdown] ') && !this.#failures.some((one) => one.rank === rank && !one.hint))
      reading.stopped ??= { line: reading.lines, text: line.text };
    const found = failureIn(line, { rank, line: reading.lines, serving: this.#readyMs !== undefined });
    if (found === undefined || this.#failures.some((one) => one.rank === rank && one.id === found.id)) return;
    const failure = { ...found, phase: this.#phase(reading.place).id };
    this.#failures.push(failure);
    updates.push({ type: 'failure', rank, failure });
  }

  /**
   * `docker logs` of a restarted container goes on in the same log. The head prints its arguments once a life; a
   * worker does not, but resolves its model before it is an engine (twice where there is a draft model).
   */
  #isNewLife(rank: number, line: LogLine): boolean {
    const { place } = this.#rank(rank);
    if (line.process === 'APIServer') return place > 0 && /^non-default args: /.test(line.text);
    const engine = this.phases.findIndex((phase) => phase.id === 'engine');
    return line.process === 'MainProcess' && place > engine && /^Resolved architecture: /.test(line.text);
  }

  #move(rank: number, place: number, whenMs: number, atMs: number): BootUpdate[] {
    const reading = this.#rank(rank);
    if (place <= reading.place) return [];
    this.#forgetSurvived(rank, place);
    const old = this.phases[reading.place];
    const left =
      old === undefined
        ? undefined
        : { phase: old.id, spentMs: Math.max(0, whenMs - (reading.begunMs ?? whenMs)) };
    if (left !== undefined) reading.left.push(left);
    reading.place = place;
    reading.begunMs = whenMs;
    reading.shownMs = atMs;
    reading.progress = undefined;
    reading.startedMs ??= whenMs;
    if (reading.ready) return [];
    const phase = this.#phase(place);
    const told = (who: number): BootUpdate => ({
      type: 'phase',
      rank: who,
      phase: phase.id,
      title: phase.title,
      atMs: whenMs,
      ...(who === rank && left && { left }),
    });
    if (rank !== 0 || place < this.phases.length - 1) return [told(rank)];
    this.#readyMs = whenMs;
    this.#failures = []; // survived
    // A worker never says that it is ready; it is when the head is.
    const workers = [...this.#ranks].filter(([other]) => other !== 0);
    for (const [, worker] of workers) worker.ready = true;
    return [told(0), ...workers.map(([other]) => told(other))];
  }

  /** A rank that gets further than where it said so has survived it: an optional import, a name that fell back. */
  #forgetSurvived(rank: number, place: number): void {
    this.#failures = this.#failures.filter((one) => {
      const said = this.phases.findIndex((phase) => phase.id === one.phase);
      return one.rank !== rank || place <= said;
    });
  }

  /** The furthest phase that this text begins, for a rank that may say it; -1 when it begins none. */
  #placeOf(rank: number, text: string): number {
    return this.phases.findLastIndex(
      (phase) => (phase.saidBy === 'all' || rank === 0) && phase.begins.some((one) => one.test(text)),
    );
  }

  #warn(warning: BootWarning, updates: BootUpdate[]): void {
    const key = `${warning.id} ${warning.name} ${warning.rank}`;
    if (this.#warnings.has(key)) return;
    this.#warnings.set(key, warning);
    updates.push({ type: 'warning', rank: warning.rank, warning });
  }

  #rank(rank: number): RankReading {
    let reading = this.#ranks.get(rank);
    if (reading === undefined) {
      reading = freshReading(1);
      this.#ranks.set(rank, reading);
    }
    return reading;
  }

  #phase(place: number): BootPhase {
    const phase = this.phases[Math.max(0, place)];
    if (phase === undefined) throw new RangeError(`no phase ${place}`);
    return phase;
  }

  /** Where a rank is and how long it has been there; `nowMs` by the node's clock or near it. */
  at(rank: number, nowMs: number): RankBoot {
    const reading = this.#rank(rank);
    const phase = this.#phase(reading.ready ? this.phases.length - 1 : reading.place);
    const spentMs = reading.begunMs === undefined ? 0 : Math.max(0, nowMs - reading.begunMs);
    return {
      rank,
      phase: phase.id,
      title: phase.title,
      spentMs,
      progress: reading.progress,
      lives: reading.lives,
    };
  }

  /** The API is up by the head's own word. Whether it answers, `probeReady` finds out. */
  get serving(): boolean {
    return this.#readyMs !== undefined;
  }

  facts(): BootFacts {
    return mergeFacts([...this.#ranks].sort(([a], [b]) => a - b).map(([, reading]) => reading.facts));
  }

  warnings(): BootWarning[] {
    return [...this.#warnings.values()];
  }

  /** The failure closest to the root, over all ranks. */
  cause(): EngineFailure | undefined {
    return rootCause(this.#failures);
  }

  /** All that speaks of a failure and was not survived, in the order in which it was read. */
  failures(): readonly EngineFailure[] {
    return this.#failures;
  }

  /** The ranks of which anything is known, in order. */
  ranks(): number[] {
    return [...this.#ranks.keys()].sort((a, b) => a - b);
  }

  /** What one rank says of itself. */
  factsOf(rank: number): BootFacts {
    return this.#rank(rank).facts;
  }

  /** The last line of a rank that has a text. */
  lastLine(rank: number): SaidLine | undefined {
    return this.#rank(rank).last;
  }

  /** Where a rank says that it is being stopped, without a failure of its own before. */
  stoppedAt(rank: number): SaidLine | undefined {
    return this.#rank(rank).stopped;
  }

  /** When a rank last showed life, by the clock that `feed` was given. */
  shownMs(rank: number): number | undefined {
    return this.#rank(rank).shownMs;
  }

  /** A standstill, by the time at which lines came, so that a node's wrong clock cannot feign one. */
  noProgressVerdict(nowMs: number, limits: StallLimits): Stall | undefined {
    if (this.serving) return undefined;
    const positions = [...this.#ranks].map(([rank, reading]) => ({
      rank,
      place: Math.max(0, reading.place),
      silentMs: Math.max(0, nowMs - (reading.shownMs ?? nowMs)),
    }));
    return stallIn(positions, this.phases, limits);
  }

  /** What to keep of a boot that became ready at `readyMs` (the log's word when not given). */
  record(readyMs: number | undefined = this.#readyMs): BootRecord {
    const starts = [...this.#ranks.values()].flatMap(({ startedMs }) =>
      startedMs === undefined ? [] : [startedMs],
    );
    const begun = Math.min(...starts, readyMs ?? Number.POSITIVE_INFINITY);
    const end = readyMs ?? begun;
    const facts = this.facts();
    return {
      seconds: Number.isFinite(begun) ? (end - begun) / 1000 : 0,
      phases: [...this.#ranks].flatMap(([rank, reading]) => {
        const left = [...reading.left];
        // The last phase of a worker ends when the head is ready; the head's is being ready.
        if (reading.ready && reading.begunMs !== undefined)
          left.push({ phase: this.#phase(reading.place).id, spentMs: Math.max(0, end - reading.begunMs) });
        return left.map(({ phase, spentMs }) => ({ rank, phase, seconds: spentMs / 1000 }));
      }),
      ...(facts.kvTokens !== undefined && { kvTokens: facts.kvTokens }),
      ...(facts.maxConcurrency !== undefined && { maxConcurrency: facts.maxConcurrency }),
      ...(facts.kvGiB !== undefined && { kvGiB: facts.kvGiB }),
    };
  }
}
