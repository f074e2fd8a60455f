/** When something of a recipe applies: `head`, `not keyed`, `maxSeqs`, `not thinking = off`. */
import type { Condition, KnobValue } from './types.ts';

export interface ParsedCondition {
  not: boolean;
  name: string; // head, worker, keyed or a knob
  equals?: string;
}

/** Names a condition may use beside the recipe's knobs. */
export const conditionNames = ['head', 'worker', 'keyed'] as const;

/** What a condition is judged on. */
export interface Circumstances {
  role: 'head' | 'worker';
  keyed: boolean;
  knobs: Record<string, KnobValue>;
}

/** Reads a condition; undefined when it is none. */
export function parseCondition(text: Condition): ParsedCondition | undefined {
  const found = /^\s*(not\s+)?([A-Za-z]\w*)\s*(?:=\s*(\S(?:.*\S)?))?\s*$/.exec(text);
  const name = found?.[2];
  if (name === undefined || name === 'not') return undefined;
  const equals = found?.[3];
  return { not: found?.[1] !== undefined, name, ...(equals === undefined ? {} : { equals }) };
}

/**
 * Judges a condition of a recipe that was loaded, so that its names are known. A knob alone holds when it
 * is true, not zero and not empty; `knob = value` compares with the value as a place would show it.
 */
export function holds(condition: Condition, given: Circumstances): boolean {
  const parsed = parseCondition(condition);
  if (parsed === undefined) throw new RangeError(`not a condition: ${condition}`);
  return parsed.not !== holdsPlainly(parsed, given);
}

function holdsPlainly({ name, equals }: ParsedCondition, given: Circumstances): boolean {
  if (name === 'head' || name === 'worker') return given.role === name;
  if (name === 'keyed') return given.keyed;
  const value = given.knobs[name];
  if (value === undefined) throw new RangeError(`a condition names an unknown knob: ${name}`);
  if (equals === undefined) return value !== '' && Boolean(value);
  if (typeof value === 'boolean') return value === (equals === 'true' || equals === '1');
  if (typeof value === 'number') return value === Number(equals);
  return value === equals;
}
