/** Every place and condition of a recipe names something that exists, where it may stand. */
import { msg } from '../message/message.ts';
import type { LocatedIssue } from '../text/located.ts';
import { hintFor, issueAt } from '../text/schema.ts';
import type { Path, YamlFile } from '../text/yaml.ts';
import { conditionNames, parseCondition } from './condition.ts';
import { placeFunctions } from './functions/all.ts';
import { readKnobValue } from './knobs.ts';
import { type Place, parsePlaces, placeNames } from './places.ts';
import type { Condition, EnvValue, KnobValue, Recipe, Words } from './types.ts';

/** A text that may hold places, and the names it may use beside knobs. */
interface Filled {
  path: Path;
  text: string;
  names: readonly string[];
  inCommand?: boolean;
}

/** What is known before a node's facts are. */
const early = ['cluster', 'home', 'state', 'nodes'] as const;

export function checkPlaces(recipe: Recipe, yaml: YamlFile): LocatedIssue[] {
  const { texts, conditions } = gather(recipe);
  return [
    ...texts.flatMap((text) => checkText(text, recipe, yaml)),
    ...conditions.flatMap(({ path, when }) => checkCondition(when, path, recipe, yaml)),
    ...literalDefaults(recipe, yaml),
  ];
}

function gather(recipe: Recipe) {
  const texts: Filled[] = [
    { path: ['model', 'directory'], text: recipe.model.directory, names: early },
    { path: ['image', 'reference'], text: recipe.image.reference, names: [] },
    { path: ['api', 'servedName'], text: recipe.api.servedName, names: [] },
    { path: ['container', 'name'], text: recipe.container.name, names: placeNames },
  ];
  const conditions: { path: Path; when: Condition }[] = [];
  const all = (path: Path, text: string) => texts.push({ path, text, names: placeNames });
  const when = (path: Path, condition: Condition | undefined) => {
    if (condition !== undefined) conditions.push({ path: [...path, 'when'], when: condition });
  };
  const command = (path: Path, words: readonly Words[]): void => {
    words.forEach((word, index) => {
      const here = [...path, index];
      if (typeof word === 'string')
        texts.push({ path: here, text: word, names: placeNames, inCommand: true });
      else {
        when(here, word.when);
        command([...here, 'use'], word.use);
        command([...here, 'otherwise'], word.otherwise ?? []);
      }
    });
  };
  const variable = (path: Path, value: EnvValue): void => {
    if (typeof value === 'string') all(path, value);
    else if (value !== null) {
      when(path, value.when);
      variable([...path, 'use'], value.use);
      variable([...path, 'otherwise'], value.otherwise ?? null);
    }
  };
  if (recipe.image.archive !== undefined) {
    texts.push({ path: ['image', 'archive'], text: recipe.image.archive, names: early });
  }
  recipe.container.entrypoint.forEach((word, index) => {
    all(['container', 'entrypoint', index], word);
  });
  command(['container', 'command'], recipe.container.command);
  for (const [name, value] of Object.entries(recipe.container.env))
    variable(['container', 'env', name], value);
  recipe.container.mounts.forEach((mount, index) => {
    const path = ['container', 'mounts', index];
    all([...path, 'source'], mount.source);
    all([...path, 'target'], mount.target);
    when(path, mount.when);
  });
  recipe.patches.forEach((patch, index) => {
    patch.run.forEach((word, at) => {
      all(['patches', index, 'run', at], word);
    });
    when(['patches', index], patch.when);
  });
  for (const [index, { from, to }] of (recipe.prepare ?? []).entries()) {
    all(['prepare', index, 'from'], from);
    all(['prepare', index, 'to'], to);
  }
  return { texts, conditions };
}

function checkText(filled: Filled, recipe: Recipe, yaml: YamlFile): LocatedIssue[] {
  const { parts, broken } = parsePlaces(filled.text);
  const issues = parts.flatMap((part) =>
    typeof part === 'string' ? [] : checkPlace(part, filled, recipe, yaml, parts.length === 1),
  );
  if (broken !== undefined)
    issues.push(issueAt(yaml, filled.path, msg('recipe.place.broken', { text: broken })));
  return issues;
}

function checkPlace(
  place: Place,
  filled: Filled,
  recipe: Recipe,
  yaml: YamlFile,
  alone: boolean,
): LocatedIssue[] {
  const knobs = Object.keys(recipe.knobs);
  const valid = [...filled.names, ...knobs];
  const issue = (
    ...said: Parameters<typeof issueAt> extends [unknown, unknown, ...infer Rest] ? Rest : never
  ) => [issueAt(yaml, filled.path, ...said)];
  const unknown = (name: string, words: readonly string[]) => {
    const elsewhere = (placeNames as readonly string[]).includes(name);
    return elsewhere
      ? issue(msg('recipe.place.notHere', { place: name }), { hint: hintFor('', valid) })
      : issue(msg('recipe.place.unknown', { place: name }), { hint: hintFor(name, words) });
  };
  if (place.args.length === 0) {
    if (valid.includes(place.name)) return [];
    if (Object.hasOwn(placeFunctions, place.name)) {
      return issue(msg('recipe.place.functionAlone', { name: place.name }));
    }
    return unknown(place.name, valid);
  }
  const called = Object.hasOwn(placeFunctions, place.name) ? placeFunctions[place.name] : undefined;
  if (called === undefined) {
    const hint = hintFor(place.name, Object.keys(placeFunctions));
    return issue(msg('recipe.place.unknownFunction', { name: place.name }), { hint });
  }
  const [fewest, most] = called.takes;
  if (place.args.length < fewest || place.args.length > most) {
    const takes = fewest === most ? String(fewest) : `${fewest}–${most}`;
    return issue(msg('recipe.place.arguments', { name: place.name, takes, given: place.args.length }));
  }
  if (called.alone === true && !(filled.inCommand === true && alone)) {
    return issue(msg('recipe.place.wordsAlone', { place: place.text }));
  }
  const wrong = place.args.find((name) => !valid.includes(name));
  if (wrong !== undefined) return unknown(wrong, valid);
  const values = place.args.map((name): KnobValue | undefined => recipe.knobs[name]?.default);
  if (values.every((value) => value !== undefined) && called.gives(values) === undefined) {
    return issue(msg('recipe.place.badDefaults', { place: place.text, values: values.join(', ') }));
  }
  return [];
}

function checkCondition(when: Condition, path: Path, recipe: Recipe, yaml: YamlFile): LocatedIssue[] {
  const parsed = parseCondition(when);
  if (parsed === undefined) return [issueAt(yaml, path, msg('recipe.condition.form', { text: when }))];
  const { name, equals } = parsed;
  if ((conditionNames as readonly string[]).includes(name)) {
    return equals === undefined ? [] : [issueAt(yaml, path, msg('recipe.condition.noValue', { name }))];
  }
  const knob = Object.hasOwn(recipe.knobs, name) ? recipe.knobs[name] : undefined;
  if (knob === undefined) {
    const hint = hintFor(name, [...conditionNames, ...Object.keys(recipe.knobs)]);
    return [issueAt(yaml, path, msg('recipe.condition.unknown', { name }), { hint })];
  }
  if (equals === undefined) return [];
  // A condition compares with what a place would show: plain digits, true or false.
  const shown = { knob: name, value: equals };
  if (knob.type === 'bool' && !/^(true|false|0|1)$/.test(equals)) {
    return [issueAt(yaml, path, msg('recipe.knob.bool', shown))];
  }
  if (typeof knob.default === 'number' && !/^-?\d+(\.\d+)?$/.test(equals)) {
    return [issueAt(yaml, path, msg('recipe.knob.float', shown))];
  }
  const read = readKnobValue(name, knob, equals);
  return read.ok ? [] : [issueAt(yaml, path, read.why, { hint: read.hint })];
}

/** A default is a value, not a text to fill. */
function literalDefaults(recipe: Recipe, yaml: YamlFile): LocatedIssue[] {
  return Object.entries(recipe.knobs)
    .filter(([, knob]) => typeof knob.default === 'string' && knob.default.includes('{{'))
    .map(([name]) =>
      issueAt(yaml, ['knobs', name, 'default'], msg('recipe.knob.placeInDefault', { knob: name })),
    );
}
