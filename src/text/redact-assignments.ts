/**
 * Finds the values of names that name a secret, in whatever form they are written: JSON (also inside JSON), shell and
 * env files, YAML, INI, headers, command lines as words or as lists, Python's own printing. Pure.
 */
import { endOfString, QuoteWalk } from './quotes.ts';
import { type NameKind, secretKind } from './secret-names.ts';

/** A piece of the text that goes; `as` where more than the marker is needed to keep the form. */
export interface Span {
  from: number;
  to: number;
  as?: string;
}

/** A value longer than this is no value: a quote was not closed. */
const VALUE_MAX = 32_768;
const LIST_MAX = 1_000;
const BLOCK_MAX_LINES = 200;

interface Place {
  text: string;
  kind: NameKind;
  name: string;
  start: number; // of the name
  at: number; // after the name and its closing quote
  /** The quote directly before the name, with its backslashes: the whole string is the name, or begins with it. */
  open: { carried: number; quote: string } | undefined;
  whole: boolean; // the string is the name and nothing else
  flag: boolean;
  /** Text before the name on its line, and whether that line began with a written-out \n. */
  lead: string;
  writtenLine: boolean;
  inside: number | undefined; // of which string, at `at`
}

export function secretValues(text: string): Span[] {
  const spans: Span[] = [];
  const names = /[A-Za-z0-9_][\w.-]*/g;
  const walk = new QuoteWalk(text);
  for (let match = names.exec(text); match !== null; match = names.exec(text)) {
    const { name, start } = unescaped(text, match.index, match[0]);
    const kind = secretKind(name);
    if (kind === undefined) continue;
    const found = valuesAfter(placeOf(text, kind, name, start, walk));
    for (const span of found) if (span.to > span.from) spans.push(span);
    const last = found.at(-1);
    if (last !== undefined && last.to > names.lastIndex) names.lastIndex = last.to;
  }
  return spans;
}

/** A name after a written-out \n or \t has its letter in front. */
function unescaped(text: string, index: number, word: string): { name: string; start: number } {
  const skip =
    text[index - 1] !== '\\' ? 0 : /^u[0-9a-fA-F]{4}/.test(word) ? 5 : /^[nrtbf]/.test(word) ? 1 : 0;
  const name = word.slice(skip).replace(/^[.-]+/, '');
  return { name: name.replace(/[.-]+$/, ''), start: index + word.length - name.length };
}

function placeOf(text: string, kind: NameKind, name: string, start: number, walk: QuoteWalk): Place {
  const before = text.slice(Math.max(0, start - 24), start);
  const quoted = /(\\*)(["'`])-{0,2}$/.exec(before);
  const open = quoted === null ? undefined : { carried: quoted[1]?.length ?? 0, quote: quoted[2] ?? '"' };
  const end = start + name.length;
  const close = open === undefined ? '' : '\\'.repeat(open.carried) + open.quote;
  const whole = open !== undefined && text.startsWith(close, end);
  const at = whole ? end + close.length : end;
  // a name that leads its line has little before it
  const near = text.slice(Math.max(0, start - 400), start);
  const real = near.slice(near.lastIndexOf('\n') + 1);
  const written = /^[\s\S]*\\[nr]/.exec(real)?.[0].length;
  return {
    text,
    kind,
    name,
    start,
    at,
    open,
    whole,
    flag: /(?:^|[\s"'`=,[({\0])--?$/.test(before),
    lead: real.slice(written ?? 0),
    writtenLine: written !== undefined,
    inside: walk.inside(at),
  };
}

function valuesAfter(place: Place): Span[] {
  const from = valueStart(place);
  if (from === undefined) return [];
  const { text } = place;
  // a path that holds the word is a path
  if (text[place.start - 1] === '/' && /^(?:[/~.]|r[ow]\b|[zZ]\b)/.test(text.slice(from, from + 3)))
    return [];
  if (COMPLAINT.test(text.slice(from, from + 24))) return [];
  if (text[from] === '[' || (text[from] === '(' && text[from - 1] === '=')) return listed(place, from + 1);
  if (text[from] === '{' || text[from] === '(') return text.startsWith('{{', from) ? one(place, from) : [];
  const block = blockBelow(place, from);
  if (block !== undefined) return block;
  return text[from] === '\n' ? [] : one(place, from);
}

/** `cat: …/api_key: Permission denied` says what is wrong with a file. */
const COMPLAINT = /^(?:Permission denied|No such file|Is a directory|Not a directory|not found)/;

const ASSIGNS = /[ \t]*\]?[ \t]*(?::=|=>|[:=])[ \t]*/y;
const ASSIGNS_QUOTED = /\s*\]?\s*(?::=|=>|[:=])(?:[ \t]*\n(?=\s*\\*["'[\d])\s*|[ \t]*)/y;
const AFTER_FLAG = /[ \t]*\n[ \t]*-[ \t]+|(?:[ \t\0]|\\\n[ \t]*)+|=/y;
const AFTER_FLAG_QUOTED = /\s*,\s*(?=\\*["'`])|[ \t]*\n[ \t]*-[ \t]+|[ \t]+(?=["'`]?[^-\s])/y;

/** Where the value begins; undefined when the name is followed by none. */
function valueStart(place: Place): number | undefined {
  const { text, at, whole, flag } = place;
  const assigned = after(whole ? ASSIGNS_QUOTED : ASSIGNS, text, at);
  if (assigned !== undefined) return assigned;
  if (text[at] === '\t' && place.lead.startsWith('/')) return at + 1;
  if (text[at] === '>' && text[place.start - 1] === '<') return at + 1;
  if (!flag) return undefined;
  const next = after(whole ? AFTER_FLAG_QUOTED : AFTER_FLAG, text, at);
  return next !== undefined && /^["'`]?--?[a-z]/.test(text.slice(next, next + 4)) ? undefined : next;
}

function after(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** One value; after `--api-key`, which takes several, each of them. */
function one(place: Place, from: number): Span[] {
  const first = single(place, from);
  if (first === undefined || !place.flag || !/api-?keys?$/i.test(place.name))
    return first === undefined ? [] : [first];
  const spans = [first];
  for (let last = first; spans.length < LIST_MAX; ) {
    const between = place.whole
      ? /\\*["'`]\s*,\s*(?=\\*["'`](?!-))/y
      : /["'`]?[ \t\0]+(?=["'`]?[^-\s\\|&;<>"])/y;
    const next = after(between, place.text, last.to);
    const more = next === undefined ? undefined : single(place, next);
    if (more === undefined) break;
    spans.push(more);
    last = more;
  }
  return spans;
}

function single(place: Place, from: number): Span | undefined {
  const { text, inside } = place;
  const quoted = /(\\*)(["'`])/y;
  quoted.lastIndex = from;
  const match = quoted.exec(text);
  const carried = match?.[1]?.length ?? 0;
  const closesOuter = inside !== undefined && match?.[2] === '"' && carried <= inside;
  if (closesOuter) return undefined;
  if (match !== null) {
    const begin = quoted.lastIndex;
    const end = endOfString(text, begin, match[2] ?? '"', carried, VALUE_MAX);
    // a single quote that never closes inside a string is a letter of the value
    if (end !== undefined && !(match[2] === "'" && inside !== undefined && end > stringEnd(place, from))) {
      const value = text.slice(begin, end);
      if (harmless(value, place)) return undefined;
      if (place.open !== undefined || inside !== undefined || closedLine(text, end + carried + 1)) {
        return { from: begin, to: end };
      }
      if (!lineLeads(place)) return { from: begin, to: end };
    }
  }
  return bare(place, from);
}

/** Nothing of the value comes after the closing quote: blank, a comma, a bracket or a comment. */
function closedLine(text: string, at: number): boolean {
  return /^[ \t]*(?:[,;)\]}].*|#.*|\/\/.*|\r)?(?:\n|$)/.test(
    text.slice(at, at + 400).split('\n', 1)[0] ?? '',
  );
}

/** A value without quotes of its own, to where its form ends. */
function bare(place: Place, from: number): Span | undefined {
  const { text, open, whole } = place;
  if (whole) {
    const literal = /-?\d[\d.eE+-]*(?=\s*(?:[,}\])]|$|\\n|\n))|(?:null|true|false|None|True|False)\b/y;
    const end = after(literal, text, from);
    if (end !== undefined && open !== undefined) {
      const quote = '\\'.repeat(open.carried) + open.quote;
      const span = { from, to: end, as: `${quote}${MARK}${quote}` };
      return harmless(text.slice(from, end), place) ? undefined : span;
    }
  }
  const to = Math.min(bareEnd(place, from), tagEnd(place, from));
  const value = text.slice(from, to).trimEnd();
  return value === '' || harmless(value, place) ? undefined : { from, to: from + value.length };
}

function bareEnd(place: Place, from: number): number {
  const { text, open, whole, kind, inside } = place;
  if (open !== undefined && !whole)
    return Math.min(stringEnd(place, from), closingOf(place, from) ?? Infinity);
  if (lineLeads(place) || kind === 'phrase' || kind === 'header' || kind === 'serial') {
    const to = stringEnd(place, from);
    const written = place.writtenLine || inside !== undefined ? text.slice(from, to).search(/\\+[nr]/) : -1;
    return written === -1 ? to : from + written;
  }
  // in a URL's query a value ends at the next parameter
  const word = after(text[place.start - 1]?.match(/[?&]/) ? /[^\s&#]+/y : /\S+/y, text, from) ?? from;
  return inside === undefined ? word : Math.min(word, stringEnd(place, from));
}

function tagEnd({ text, at }: Place, from: number): number {
  const end = text[at] === '>' ? text.indexOf('<', from) : -1;
  return end === -1 ? Infinity : end;
}

/** The end of the enclosing string, or of the line. */
function stringEnd({ text, inside }: Place, from: number): number {
  const newline = text.slice(from, from + VALUE_MAX).indexOf('\n');
  const line = newline === -1 ? Math.min(text.length, from + VALUE_MAX) : from + newline;
  if (inside === undefined) return line;
  const end = endOfString(text, from, '"', inside, line - from);
  if (end === undefined) return line;
  // a quote of deeper strings ends a bare value too: what follows is not ours to judge
  const deeper = text.slice(from, end).search(/\\*"/);
  return deeper === -1 ? end : from + deeper;
}

function closingOf({ text, open }: Place, from: number): number | undefined {
  if (open === undefined) return undefined;
  const newline = text.slice(from, from + VALUE_MAX).indexOf('\n');
  return endOfString(text, from, open.quote, open.carried, newline === -1 ? VALUE_MAX : newline);
}

/** Whether the name is the first word of its line: then the whole rest of the line is its value. */
function lineLeads({ lead, whole, open }: Place): boolean {
  return (
    (open === undefined || whole) &&
    /^[\s\d|]*(?:[-#;*]+\s*|export\s+|set\s+|declare\s+-\w+\s+|\w+\s*\|\s*)*["']?$/.test(lead)
  );
}

function listed(place: Place, from: number): Span[] {
  const { text } = place;
  const spans: Span[] = [];
  for (let at = from; spans.length < LIST_MAX; ) {
    at = after(/[\s,]*/y, text, at) ?? at;
    const quoted = /(\\*)(["'`])/y;
    quoted.lastIndex = at;
    const match = quoted.exec(text);
    if (match !== null) {
      const carried = match[1]?.length ?? 0;
      const begin = quoted.lastIndex;
      const end = endOfString(text, begin, match[2] ?? '"', carried, VALUE_MAX);
      if (end === undefined) break;
      if (!harmless(text.slice(begin, end), place)) spans.push({ from: begin, to: end });
      at = end + carried + 1;
      continue;
    }
    const end = after(/[^\s,\])[({}"'`\\]+/y, text, at);
    if (end === undefined) break;
    const value = text.slice(at, end);
    const quote = place.whole && place.open ? '\\'.repeat(place.open.carried) + place.open.quote : '';
    if (!harmless(value, place)) spans.push({ from: at, to: end, as: `${quote}${MARK}${quote}` });
    at = end;
  }
  return spans;
}

/** YAML's values that stand on the lines below: `|` and `>` texts, lists of words, a long plain text. */
function blockBelow(place: Place, from: number): Span[] | undefined {
  const { text, lead } = place;
  const head = /(?:[|>][-+\d]*)?[ \t]*(?:#[^\n]*)?\r?\n/y;
  head.lastIndex = from;
  const match = head.exec(text);
  if (match === null || !lineLeads(place) || text.slice(place.at, from).includes('=')) return undefined;
  const block = /^[|>]/.test(match[0]);
  const indent = lead.search(/[^ ]|$/);
  const spans: Span[] = [];
  let at = head.lastIndex;
  for (let count = 0; count < BLOCK_MAX_LINES && at < text.length; count += 1) {
    const newline = text.indexOf('\n', at);
    const end = newline === -1 ? text.length : newline;
    const row = text.slice(at, end);
    const deep = row.search(/\S/);
    const item = /^[ \t]*-[ \t]+/.exec(row);
    if (deep !== -1) {
      if (deep < indent || (deep === indent && item === null)) break;
      if (!block && /^[ \t]*(?:-[ \t]+)?["']?[\w.-]+["']?[ \t]*:(?:\s|$)/.test(row)) break;
      const begin = at + (item === null || block ? deep : item[0].length);
      if (!harmless(text.slice(begin, end), place)) spans.push({ from: begin, to: end });
    }
    at = end + 1;
  }
  return spans;
}

export const MARK = 'REDACTED';

/** Where a value lies, what says that there is none, and what was taken out before. */
function harmless(value: string, { kind, name }: Place): boolean {
  const text = value.trim().replace(/[,;]$/, '');
  if (
    /^(?:|null|none|nil|true|false|yes|no|undefined|unset|n\/a|\[n\/a\]|~|\*+|x{5,}|redacted|<redacted>)$/i.test(
      text,
    )
  )
    return true;
  if (/^\$\(cat [\w./-]+\)$|^\$\{[A-Z_]+\}$|^\{\{\s*[\w.]+\s*\}\}$/.test(text)) return true;
  // a bare "pass" is a verdict more often than a word to enter with
  if (/^[Pp]ass$/.test(name) && /\s/.test(text)) return true;
  // a tokenizer's words, and a count or a time of tokens
  if (/token/i.test(name) && /^(?:<[|/]?\w+[|]?>|\d{1,5}|\d+\.\d+\w{0,3}|\d+ ?(?:ms|s|%))$/.test(text))
    return true;
  if (kind !== 'secret' || /pass|secret/i.test(name)) return false;
  return /^(?:~|\/(?:home|root|etc|run|var|usr|opt|srv|mnt))\/[\w./@-]+$/.test(text);
}
