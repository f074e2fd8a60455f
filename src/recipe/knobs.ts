/** Knobs: values from text or YAML, their types and ranges. */
import { type Message, msg } from '../message/message.ts';
import { hintFor } from '../text/schema.ts';
import {
  formatBytes,
  formatSeconds,
  parseBytes,
  parseInteger,
  parseNumber,
  parseSeconds,
} from '../text/units.ts';
import { placeText } from './places.ts';
import type { Knob, KnobValue } from './types.ts';

/** A value that fits its knob, or what is wrong with it. */
export type KnobRead = { ok: true; value: KnobValue } | { ok: false; why: Message; hint?: Message };

/** The part of a knob that says which values are of its type. */
export type KnobKind = Pick<Knob, 'type' | 'choices'>;

const longestText = 4096;
const boolWords: Record<string, boolean> = {
  true: true,
  yes: true,
  on: true,
  1: true,
  false: false,
  no: false,
  off: false,
  0: false,
};

/** Reads a value of a knob's type, without its range. Text comes from a flag or a variable, the rest from YAML. */
export function readKnobValue(knob: string, kind: KnobKind, raw: KnobValue): KnobRead {
  const value = String(raw);
  switch (kind.type) {
    case 'int': {
      if (typeof raw === 'boolean') return { ok: false, why: msg('recipe.knob.int', { knob, value }) };
      const read = parseInteger(value);
      return read.ok ? read : { ok: false, why: msg('recipe.knob.int', { knob, value }) };
    }
    case 'float': {
      if (typeof raw === 'number' && Number.isFinite(raw)) return { ok: true, value: raw };
      const read = parseNumber(value);
      return read.ok ? read : { ok: false, why: msg('recipe.knob.float', { knob, value }) };
    }
    case 'bytes': {
      const read = parseBytes(value);
      return read.ok ? read : { ok: false, why: msg('recipe.knob.bytes', { knob, value }) };
    }
    case 'seconds': {
      const read = parseSeconds(value);
      return read.ok ? read : { ok: false, why: msg('recipe.knob.seconds', { knob, value }) };
    }
    case 'bool': {
      const read = boolWords[value.trim().toLowerCase()];
      return read === undefined
        ? { ok: false, why: msg('recipe.knob.bool', { knob, value }) }
        : { ok: true, value: read };
    }
    case 'choice': {
      const choices = kind.choices ?? [];
      if (choices.includes(value)) return { ok: true, value };
      const hint = hintFor(value, choices);
      return {
        ok: false,
        why: msg('recipe.knob.choice', { knob, value }),
        ...(hint === undefined ? {} : { hint }),
      };
    }
    case 'path':
      return typeof raw === 'string' && isHostPath(raw)
        ? { ok: true, value: raw }
        : { ok: false, why: msg('recipe.knob.path', { knob, value }) };
    case 'text':
      return typeof raw === 'string' ? readText(knob, raw) : quoteIt(knob, value);
  }
}

function readText(knob: string, value: string): KnobRead {
  if (value.length > longestText)
    return { ok: false, why: msg('recipe.knob.long', { knob, most: longestText }) };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\x00-\x1f\x7f]/.test(value)) return { ok: false, why: msg('recipe.knob.control', { knob }) };
  return { ok: true, value };
}

function quoteIt(knob: string, value: string): KnobRead {
  return {
    ok: false,
    why: msg('recipe.knob.text', { knob, value }),
    hint: msg('text.schema.quote', { quoted: `'${value}'` }),
  };
}

/** Absolute or under the home of a node; no `..`, and no colon, which Docker reads as the end of a path. */
function isHostPath(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return /^(~|~\/.*|\/.*)$/.test(path) && !/[\x00-\x1f\x7f:]/.test(path) && !path.split('/').includes('..');
}

/** Reads a value and holds it against the knob's range. */
export function readKnob(knob: string, type: Knob, raw: KnobValue): KnobRead {
  const read = readKnobValue(knob, type, raw);
  if (!read.ok || typeof read.value !== 'number') return read;
  const why = outOfRange(knob, type, read.value);
  return why === undefined ? read : { ok: false, why };
}

/** What is wrong with a number's size; undefined when it fits. */
export function outOfRange(knob: string, type: Knob, value: number): Message | undefined {
  const shown = { knob, value: knobText(type, value), range: rangeText(type) };
  if (type.min !== undefined && value < type.min) return msg('recipe.knob.range', shown);
  if (type.max !== undefined && value > type.max) return msg('recipe.knob.range', shown);
  if (type.multipleOf !== undefined && !isMultiple(value, type.multipleOf)) {
    return msg('recipe.knob.multiple', { knob, value: shown.value, step: type.multipleOf });
  }
  return undefined;
}

function isMultiple(value: number, step: number): boolean {
  const times = value / step;
  return Math.abs(times - Math.round(times)) < 1e-9;
}

/** `1 to 64 sequences`, `at least 1`, as people read it; empty without a range. */
export function rangeText(type: Knob): string {
  const unit = type.unit === undefined ? '' : ` ${type.unit}`;
  const text = (limit: number) => knobText(type, limit);
  if (type.min !== undefined && type.max !== undefined) return `${text(type.min)} … ${text(type.max)}${unit}`;
  if (type.min !== undefined) return `≥ ${text(type.min)}${unit}`;
  return type.max === undefined ? '' : `≤ ${text(type.max)}${unit}`;
}

/** A value as people read it: bytes and seconds with units where that loses nothing, else as a place shows it. */
export function knobText(type: KnobKind, value: KnobValue): string {
  if (typeof value === 'boolean') return String(value);
  const plain = placeText(value);
  if (typeof value !== 'number') return plain;
  if (type.type === 'bytes') {
    const short = formatBytes(value);
    const back = parseBytes(short);
    return back.ok && back.value === value ? short : plain;
  }
  return type.type === 'seconds' && Number.isInteger(value) ? formatSeconds(value) : plain;
}
