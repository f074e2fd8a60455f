/** What a schema can't say: everything a recipe names exists, nothing is said twice, nothing gives a secret away. */
import { msg } from '../message/message.ts';
import type { LocatedIssue } from '../text/located.ts';
import { hintFor, issueAt } from '../text/schema.ts';
import type { YamlFile } from '../text/yaml.ts';
import { checkPlaces } from './check-places.ts';
import { conditionNames } from './condition.ts';
import { placeFunctions } from './functions/all.ts';
import { placeNames } from './places.ts';
import type { EnvValue, Recipe, Words } from './types.ts';

export interface CheckedAgainst {
  /** Files of the recipe's folder, relative. */
  files: readonly string[];
  /** Ids of the engine's own boot phases; without them phase names are not checked. */
  phases?: readonly string[];
}

/** Every issue of a recipe whose shape is right, in the order of the file. */
export function checkRecipe(recipe: Recipe, yaml: YamlFile, against: CheckedAgainst): LocatedIssue[] {
  const issues = [
    ...checkPlaces(recipe, yaml),
    ...checkKnobNames(recipe, yaml),
    ...checkNodes(recipe, yaml),
    ...checkMounts(recipe, yaml, against.files),
    ...checkKey(recipe, yaml),
    ...checkPhases(recipe, yaml, against.phases),
  ];
  return issues.sort((a, b) => a.line - b.line || a.column - b.column);
}

/** Variables that hold secrets or that every shell has: a recipe that read them could carry them away. */
const notAliases = /(TOKEN|SECRET|PASSW(OR)?D|CREDENTIALS?|KEYS?)$|^(HOME|PATH|PWD|USER|SHELL|LANG|TERM)$/;

function checkKnobNames(recipe: Recipe, yaml: YamlFile): LocatedIssue[] {
  const taken = new Set<string>([
    ...placeNames.flatMap((name) => name.split('.').slice(0, 1)),
    ...conditionNames,
    ...Object.keys(placeFunctions),
    'not',
  ]);
  const owner = new Map<string, string>();
  const issues: LocatedIssue[] = [];
  for (const [name, knob] of Object.entries(recipe.knobs)) {
    if (taken.has(name)) {
      issues.push(
        issueAt(yaml, ['knobs', name], msg('recipe.knob.reserved', { knob: name }), { onKey: true }),
      );
    }
    for (const [index, alias] of knob.aliases.entries()) {
      const path = ['knobs', name, 'aliases', index];
      const other = owner.get(alias);
      if (other !== undefined)
        issues.push(issueAt(yaml, path, msg('recipe.alias.twice', { alias, knob: other })));
      if (notAliases.test(alias)) issues.push(issueAt(yaml, path, msg('recipe.alias.secret', { alias })));
      owner.set(alias, name);
    }
  }
  return issues;
}

function checkNodes(recipe: Recipe, yaml: YamlFile): LocatedIssue[] {
  const { min, max } = recipe.nodes;
  if (min > max) return [issueAt(yaml, ['nodes'], msg('recipe.nodes.range', { min, max }))];
  const outside = Object.keys(recipe.tensorParallel).filter(
    (count) => Number(count) < min || Number(count) > max,
  );
  return outside.map((count) =>
    issueAt(yaml, ['tensorParallel', count], msg('recipe.nodes.outside', { count, min, max }), {
      onKey: true,
    }),
  );
}

function checkMounts(recipe: Recipe, yaml: YamlFile, files: readonly string[]): LocatedIssue[] {
  const known = new Set<string>();
  for (const file of files) {
    const steps = file.split('/');
    for (let depth = 1; depth <= steps.length; depth += 1) known.add(steps.slice(0, depth).join('/'));
  }
  const targets = new Set<string>();
  return recipe.container.mounts.flatMap(({ source, target, create, when }, index) => {
    const path = ['container', 'mounts', index];
    const issues: LocatedIssue[] = [];
    if (source === '.' || source.startsWith('./')) {
      const relative = source.replace(/^\.\/?/, '').replace(/\/$/, '');
      if (relative !== '' && !known.has(relative)) {
        const hint = hintFor(relative, [...known]);
        issues.push(issueAt(yaml, [...path, 'source'], msg('recipe.mount.noFile', { source }), { hint }));
      }
      if (create === true)
        issues.push(issueAt(yaml, [...path, 'create'], msg('recipe.mount.createOwn', { source })));
    }
    if (when === undefined && targets.has(target)) {
      issues.push(issueAt(yaml, [...path, 'target'], msg('recipe.mount.twice', { target })));
    }
    if (when === undefined) targets.add(target);
    return issues;
  });
}

/** The key reaches the engine by a file; in the command or as a value it would show in ps and docker inspect. */
function checkKey(recipe: Recipe, yaml: YamlFile): LocatedIssue[] {
  const issues: LocatedIssue[] = [];
  const { keyEnv } = recipe.api;
  const given = recipe.container.env[keyEnv];
  if (given !== undefined && values(given).some((value) => value !== '')) {
    issues.push(
      issueAt(yaml, ['container', 'env', keyEnv], msg('recipe.key.inEnv', { name: keyEnv }), { onKey: true }),
    );
  }
  if (flat(recipe.container.command).some((word) => /^--api-key(=|$)/.test(word))) {
    issues.push(issueAt(yaml, ['container', 'command'], msg('recipe.key.inCommand'), { onKey: true }));
  }
  return issues;
}

function values(value: EnvValue): string[] {
  if (value === null) return [];
  return typeof value === 'string' ? [value] : [...values(value.use), ...values(value.otherwise ?? null)];
}

function flat(words: readonly Words[]): string[] {
  return words.flatMap((word) =>
    typeof word === 'string' ? [word] : flat([...word.use, ...(word.otherwise ?? [])]),
  );
}

function checkPhases(recipe: Recipe, yaml: YamlFile, known: readonly string[] | undefined): LocatedIssue[] {
  const issues: LocatedIssue[] = [];
  const own = recipe.boot.phases.map(({ id }) => id);
  for (const [index, phase] of recipe.boot.phases.entries()) {
    const path = ['boot', 'phases', index];
    if (own.indexOf(phase.id) < index || known?.includes(phase.id) === true) {
      issues.push(issueAt(yaml, [...path, 'id'], msg('recipe.phase.twice', { id: phase.id })));
    }
    const why = badPattern(phase.pattern);
    if (why !== undefined) issues.push(issueAt(yaml, [...path, 'pattern'], why));
    if (known !== undefined && !known.includes(phase.after)) {
      const hint = hintFor(phase.after, known);
      issues.push(
        issueAt(yaml, [...path, 'after'], msg('recipe.phase.unknown', { id: phase.after }), { hint }),
      );
    }
  }
  for (const id of known === undefined ? [] : Object.keys(recipe.boot.phaseLimitSeconds)) {
    const valid = [...(known ?? []), ...own];
    if (valid.includes(id)) continue;
    const path = ['boot', 'phaseLimitSeconds', id];
    issues.push(
      issueAt(yaml, path, msg('recipe.phase.unknown', { id }), { hint: hintFor(id, valid), onKey: true }),
    );
  }
  return issues;
}

/** A pattern meets every line of a log: it must be valid, and not of the kind that takes forever on some line. */
function badPattern(pattern: string) {
  try {
    new RegExp(pattern);
  } catch {
    return msg('recipe.phase.pattern', { pattern });
  }
  const plain = pattern.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x');
  const nested = /\([^()]*([*+]|\{\d+,\d*\})[^()]*\)([*+]|\{)/.test(plain) || /\\[1-9]/.test(pattern);
  return nested ? msg('recipe.phase.slow', { pattern }) : undefined;
}
