/** Places of a recipe: `{{name}}` or `{{function name…}}` in a text. There is no general template language. */
import { msg } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { type Circumstances, holds } from './condition.ts';
import { placeFunctions } from './functions/all.ts';
import type { EnvValue, Knob, KnobValue, Words } from './types.ts';

/**
 * What a place may name beside the recipe's own knobs; the deployment gives each a value, per node.
 * `node.*` is the node the container runs on and `head.address` the head's fabric address;
 * `node.rdmaDevices` is joined by commas, `node.gidIndex` has no value when no index is common;
 * `home`, `state` and `model` are absolute paths on that node; `tensorParallel` is the size for `nodes`.
 */
export const placeNames = [
  'rank',
  'nodes',
  'tensorParallel',
  'cluster',
  'home',
  'state',
  'model',
  'image',
  'servedName',
  'rendezvousPort',
  'api.host',
  'api.port',
  'head.address',
  'node.name',
  'node.address',
  'node.netdev',
  'node.rdmaDevices',
  'node.gidIndex',
] as const;

/** Values by place name or knob; null and undefined: known, but without a value on this node. */
export type PlaceValues = Readonly<Record<string, KnobValue | null | undefined>>;

export interface Place {
  name: string; // a place, a knob or a function
  args: string[]; // empty for a plain name
  text: string; // as written, braces included
}

export interface ParsedText {
  parts: (string | Place)[];
  /** What follows a `{{` that opens no place. */
  broken?: string;
}

const placePattern = /\{\{\s*([A-Za-z][\w.]*)((?:\s+[A-Za-z][\w.]*)*)\s*\}\}/y;

/** Parts a text into words and places. */
export function parsePlaces(text: string): ParsedText {
  const parts: (string | Place)[] = [];
  let at = 0;
  for (;;) {
    const open = text.indexOf('{{', at);
    if (open > at || (open === -1 && at < text.length))
      parts.push(text.slice(at, open === -1 ? undefined : open));
    if (open === -1) return { parts };
    placePattern.lastIndex = open;
    const found = placePattern.exec(text);
    if (found === null) return { parts, broken: text.slice(open, open + 40) };
    const args = (found[2] ?? '').trim();
    parts.push({ name: found[1] ?? '', args: args === '' ? [] : args.split(/\s+/), text: found[0] });
    at = placePattern.lastIndex;
  }
}

/** A value as a place shows it: a bool is 1 or 0 (`{{json flag}}` is true or false), a number in plain digits. */
export function placeText(value: KnobValue): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'number' ? plainDigits(value) : value;
}

/** JavaScript writes 1e21 and 1e-7; an engine's command line does not. */
function plainDigits(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  return Number.isInteger(value) ? BigInt(value).toString() : value.toFixed(20).replace(/0+$/, '');
}

/** The text with its places filled; undefined when one of them has no value here. */
export function fill(text: string, values: PlaceValues): string | undefined {
  let filled = '';
  for (const part of partsOf(text)) {
    const piece = typeof part === 'string' ? part : pieceOf(part, values);
    if (piece === undefined) return undefined;
    filled += Array.isArray(piece) ? piece.join(' ') : piece;
  }
  return filled;
}

/** A text for people, before any node is known: knobs at their defaults, other places as they are written. */
export function withDefaults(text: string, knobs: Readonly<Record<string, Pick<Knob, 'default'>>>): string {
  const shown = parsePlaces(text).parts.map((part) => {
    if (typeof part === 'string') return part;
    const knob = Object.hasOwn(knobs, part.name) ? knobs[part.name] : undefined;
    return knob === undefined || part.args.length > 0 ? part.text : placeText(knob.default);
  });
  return shown.join('');
}

/** As `fill`, for what can't do without its value; throws a Failure that names the place. */
export function fillOrFail(text: string, values: PlaceValues): string {
  const filled = fill(text, values);
  if (filled !== undefined) return filled;
  throw new Failure(msg('recipe.place.noValue', { place: firstWithout(text, values), text }), EXIT.usage);
}

/** The command's words with conditions judged and places filled. A place without a value is a Failure. */
export function fillCommand(words: readonly Words[], given: Circumstances, values: PlaceValues): string[] {
  return words.flatMap((word) => {
    if (typeof word !== 'string') {
      return fillCommand(holds(word.when, given) ? word.use : (word.otherwise ?? []), given, values);
    }
    const [first, ...more] = partsOf(word);
    if (first !== undefined && typeof first !== 'string' && more.length === 0) {
      const piece = pieceOf(first, values);
      if (Array.isArray(piece)) return piece;
    }
    return [fillOrFail(word, values)];
  });
}

/** A variable's value with conditions judged and places filled; undefined when it is absent. */
export function fillEnv(value: EnvValue, given: Circumstances, values: PlaceValues): string | undefined {
  if (value === null) return undefined;
  if (typeof value === 'string') return fill(value, values);
  return fillEnv(holds(value.when, given) ? value.use : (value.otherwise ?? null), given, values);
}

function partsOf(text: string): (string | Place)[] {
  const { parts, broken } = parsePlaces(text);
  if (broken !== undefined) throw new RangeError(`a place is not closed: ${broken}`);
  return parts;
}

function pieceOf(place: Place, values: PlaceValues): string | string[] | undefined {
  if (place.args.length === 0) {
    const value = values[place.name];
    return value === undefined || value === null ? undefined : placeText(value);
  }
  const known: KnobValue[] = [];
  for (const name of place.args) {
    const value = values[name];
    if (value === undefined || value === null) return undefined;
    known.push(value);
  }
  return placeFunctions[place.name]?.gives(known);
}

function firstWithout(text: string, values: PlaceValues): string {
  const place = partsOf(text).find((part) => typeof part !== 'string' && pieceOf(part, values) === undefined);
  return place === undefined || typeof place === 'string' ? text : place.text;
}
