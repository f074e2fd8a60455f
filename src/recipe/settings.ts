/** Effective knobs: recipe < cluster file < environment < flag, each with its origin and what it hides. */
import { msg } from '../message/message.ts';
import { IssuesFailure, type LocatedIssue } from '../text/located.ts';
import { hintFor } from '../text/schema.ts';
import { readKnob } from './knobs.ts';
import type { Knob, KnobValue, Recipe, Setting } from './types.ts';

/** A knob as the cluster file gives it. */
export interface FileKnob {
  knob: string;
  value: KnobValue;
  file: string;
  line: number; // 1-based
  column: number; // 1-based
  excerpt: string; // the line itself
}

export interface SettingSources {
  file: FileKnob[];
  /** Any environment; only the recipe's aliases are read. Empty counts as not given, but for text. */
  env: Record<string, string | undefined>;
  /** Values of `--set`. */
  set: Record<string, string>;
}

interface Candidate {
  value: KnobValue;
  origin: string;
}

/**
 * Every knob of the recipe with its effective value, in the recipe's order. Throws an IssuesFailure (exit 2)
 * with all that is wrong: unknown knobs with the nearest, wrong types, values out of range, each with its origin.
 */
export function resolveSettings(recipe: Pick<Recipe, 'name' | 'knobs'>, sources: SettingSources): Setting[] {
  const issues: LocatedIssue[] = [...unknownKnobs(recipe, sources)];
  const settings = Object.entries(recipe.knobs).map(([knob, type]): Setting => {
    const candidates = candidatesOf(knob, type, sources, issues);
    const fallback: Candidate = { value: type.default, origin: 'recipe' };
    const [effective = fallback, ...shadowed] = [...candidates, fallback];
    return { knob, ...effective, shadowed };
  });
  if (issues.length > 0)
    throw new IssuesFailure(msg('recipe.settings.issues', { count: issues.length }), issues);
  return settings;
}

/** The variables of an environment that are aliases of the recipe's knobs; nothing else of it may travel. */
export function aliasesIn(
  recipe: Pick<Recipe, 'knobs'>,
  env: Record<string, string | undefined>,
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of Object.values(recipe.knobs).flatMap(({ aliases }) => aliases)) {
    const value = env[name];
    if (value !== undefined) found[name] = value;
  }
  return found;
}

/** Values by knob, for places and conditions. */
export function knobValues(settings: readonly Setting[]): Record<string, KnobValue> {
  return Object.fromEntries(settings.map(({ knob, value }) => [knob, value]));
}

/** `KNOB=VALUE` of one `--set`, and the last of several for one knob. */
export function parseSets(words: readonly string[]): Record<string, string> {
  const set: Record<string, string> = {};
  const issues: LocatedIssue[] = [];
  for (const word of words) {
    const equals = word.indexOf('=');
    if (equals > 0) set[word.slice(0, equals).trim()] = word.slice(equals + 1);
    else issues.push({ file: `--set ${word}`, line: 0, column: 0, message: msg('recipe.set.form') });
  }
  if (issues.length > 0)
    throw new IssuesFailure(msg('recipe.settings.issues', { count: issues.length }), issues);
  return set;
}

/** From the strongest to the weakest; what can't be read is an issue. */
function candidatesOf(
  knob: string,
  type: Knob,
  sources: SettingSources,
  issues: LocatedIssue[],
): Candidate[] {
  const candidates: Candidate[] = [];
  const take = (raw: KnobValue, origin: string, where: Omit<LocatedIssue, 'message' | 'hint'>) => {
    const read = readKnob(knob, type, raw);
    if (read.ok) candidates.push({ value: read.value, origin });
    else
      issues.push({ ...where, message: read.why, ...(read.hint === undefined ? {} : { hint: read.hint }) });
  };
  const flag = Object.hasOwn(sources.set, knob) ? sources.set[knob] : undefined;
  if (flag !== undefined) take(flag, 'flag', { file: `--set ${knob}`, line: 0, column: 0 });
  const mayBeEmpty = type.type === 'text';
  for (const alias of type.aliases) {
    const value = sources.env[alias];
    if (value === undefined || (value === '' && !mayBeEmpty)) continue;
    take(value, `env:${alias}`, { file: `env:${alias}`, line: 0, column: 0 });
  }
  for (const given of sources.file.filter((other) => other.knob === knob)) {
    const { file, line, column, excerpt } = given;
    take(given.value, `${file}:${line}`, { file, line, column, excerpt });
  }
  return candidates;
}

function unknownKnobs(recipe: Pick<Recipe, 'name' | 'knobs'>, { file, set }: SettingSources): LocatedIssue[] {
  const known = Object.keys(recipe.knobs);
  const unknown = (knob: string, where: Omit<LocatedIssue, 'message'>): LocatedIssue => {
    const hint = hintForKnob(recipe, knob);
    return {
      ...where,
      message: msg('recipe.knob.unknown', { knob, recipe: recipe.name }),
      ...(hint === undefined ? {} : { hint }),
    };
  };
  return [
    ...Object.keys(set)
      .filter((knob) => !known.includes(knob))
      .map((knob) => unknown(knob, { file: `--set ${knob}`, line: 0, column: 0 })),
    ...file
      .filter(({ knob }) => !known.includes(knob))
      .map(({ knob, file: name, line, column, excerpt }) =>
        unknown(knob, { file: name, line, column, excerpt }),
      ),
  ];
}

/** The nearest knob; for a name that another tool uses, the knob it is an alias of. */
function hintForKnob(recipe: Pick<Recipe, 'knobs'>, written: string) {
  const byAlias = Object.entries(recipe.knobs).find(([, { aliases }]) =>
    aliases.some((alias) => plain(alias) === plain(written)),
  );
  if (byAlias !== undefined) return msg('text.didYouMean', { word: byAlias[0] });
  return hintFor(written, Object.keys(recipe.knobs));
}

/** MAX_LEN, max-len and maxLen are one name to a person. */
function plain(name: string): string {
  return name.replace(/[-_]/g, '').toLowerCase();
}
