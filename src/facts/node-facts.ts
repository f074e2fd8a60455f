import type { Reading } from '../change/types.ts';
import { unknown } from './reading.ts';
import type { NodeFacts, Probe, RawOutput } from './types.ts';

/**
 * The facts of one node over raw outputs; each probe is parsed when it is first read. `missing` is why a probe
 * without output has none: `no-answer`, `not-in-bundle`.
 */
export function nodeFacts(
  node: string,
  reachable: NodeFacts['reachable'],
  raw: ReadonlyMap<string, RawOutput>,
  missing: { code: string; why: string },
): NodeFacts {
  // by probe and not by its id: two may read one output for two questions
  const parsed = new Map<Probe<unknown>, Reading<unknown>>();
  return {
    node,
    reachable,
    raw,
    read<T>(probe: Probe<T>): Reading<T> {
      const before = parsed.get(probe);
      if (before !== undefined) return before as Reading<T>;
      const reading = parse(probe, reachable, raw.get(probe.id), missing);
      parsed.set(probe, reading);
      return reading;
    },
  };
}

function parse<T>(
  probe: Probe<T>,
  reachable: NodeFacts['reachable'],
  raw: RawOutput | undefined,
  missing: { code: string; why: string },
): Reading<T> {
  if (!reachable.ok) return unknown('unreachable', `${reachable.why}: ${reachable.evidence}`);
  if (raw === undefined) return unknown(missing.code, missing.why);
  try {
    return probe.parse(raw.out, raw.err, raw.rc);
  } catch (error) {
    // no parser throws on purpose; one that does must not cost the other facts
    return unknown('unreadable', error instanceof Error ? error.message : String(error));
  }
}
