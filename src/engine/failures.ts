/** What ends a boot or a served engine: the rows of `failures/`, found in lines, and the one closest to the root. */
import type { Message, Values } from '../message/message.ts';
import { MEMORY } from './failures/memory.ts';
import { MODEL } from './failures/model.ts';
import { NETWORK } from './failures/network.ts';
import { RANKS } from './failures/ranks.ts';
import type { Closeness, FailureRow } from './failures/row.ts';
import { START } from './failures/start.ts';
import type { LogLine } from './line.ts';

export interface EngineFailure {
  id: string;
  closeness: Closeness;
  rank: number;
  line: number; // 1-based, in the log of that rank
  text: string; // the line itself, without its prefix
  means: Message;
  next: Message[];
  /** The phase in which the rank was, where a boot was read. */
  phase?: string;
  /** Healthy boots say it too: alone it is no failure. */
  hint?: true;
}

/** The first row that fits wins, so the narrower stands above the wider. */
export const FAILURES: readonly FailureRow[] = [...START, ...MEMORY, ...NETWORK, ...MODEL, ...RANKS];

/** The last line of a Python traceback: it starts at the first column and names an error. */
const EXCEPTION = /^(?<kind>(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Exit|Interrupt))(?:: |$)/;

/** Optional imports that fail, waiting for a port, clean-up at the end and refused requests of a serving engine are no failures. */
function mayFail(line: LogLine, serving: boolean): boolean {
  if (line.level === 'debug' || line.level === 'info' || line.level === 'warning') return false;
  // A wait that ended says what it waited for in the next error.
  if (/^(?:\w+\.)*TimeoutError$/.test(line.text)) return false;
  return !(serving && (line.process === 'APIServer' || line.process === undefined));
}

/**
 * What a line says about a failure, or undefined. `serving` is whether this rank's boot has ended: from then on
 * the API server prints an exception for every bad request, which is no failure of the engine.
 */
export function failureIn(
  line: LogLine,
  where: { rank: number; line: number; serving: boolean },
): EngineFailure | undefined {
  const row = FAILURES.find((one) => one.patterns.some((pattern) => pattern.test(line.text)));
  if (row !== undefined) {
    if (line.level === 'info' || line.level === 'debug') return undefined;
    const groups: Record<string, string | undefined> = {};
    for (const pattern of row.patterns) {
      for (const name of pattern.source.matchAll(/\(\?<(\w+)>/g)) groups[name[1] ?? ''] ??= undefined;
    }
    const fits = row.patterns.find((pattern) => pattern.test(line.text));
    Object.assign(groups, fits?.exec(line.text)?.groups);
    const values: Values = { rank: where.rank, ...row.derive?.(groups) };
    for (const [name, value] of Object.entries(groups)) values[name] = value || '?';
    return {
      id: row.id,
      closeness: row.closeness,
      rank: where.rank,
      line: where.line,
      text: line.text,
      means: { key: row.means, values },
      next: row.next.map((key) => ({ key, values })),
      ...(row.hint && { hint: row.hint }),
    };
  }
  const exception = mayFail(line, where.serving) ? EXCEPTION.exec(line.text) : null;
  if (exception === null) return undefined;
  const kind = exception.groups?.kind ?? '';
  return {
    id: 'engine.exception',
    closeness: 'exception',
    rank: where.rank,
    line: where.line,
    text: line.text,
    means: { key: 'engine.cause.exception', values: { rank: where.rank, kind } },
    next: [{ key: 'engine.next.logs', values: {} }],
  };
}

const ORDER: Closeness[] = ['cause', 'exception', 'echo', 'wrapper'];

/**
 * The failure closest to the root over all ranks; among equals the one that was said first. Input in time order.
 * Hints alone are none.
 */
export function rootCause(failures: readonly EngineFailure[]): EngineFailure | undefined {
  if (failures.every((one) => one.hint)) return undefined;
  for (const closeness of ORDER) {
    const found = failures.find((one) => one.closeness === closeness);
    if (found !== undefined) return found;
  }
  return undefined;
}
