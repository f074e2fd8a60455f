/** What `recipe list`, `recipe show`, `recipe check` and `config show` have to show, as data. */
import { type Language, type Message, msg, say } from '../message/message.ts';
import type { LocatedIssue } from '../text/located.ts';
import { formatBytes, formatSeconds } from '../text/units.ts';
import { knobText, rangeText } from './knobs.ts';
import { whatItMayDo } from './may.ts';
import { withDefaults } from './places.ts';
import type { KnobValue, LoadedRecipe, Recipe, Setting } from './types.ts';

/** A recipe of the list: read, or the reason why not. */
export type ListedRecipe = { name: string; folder: string; builtIn: boolean } & (
  | { ok: true; loaded: LoadedRecipe }
  | { ok: false }
);

export interface RecipeRow {
  name: string;
  title: string;
  nodes: string; // 2, 2–4
  modelBytes: number | null;
  model: string;
  builtIn: boolean;
  usable: boolean;
}

/** One row a recipe, for the table and for `--json`. */
export function recipeRows(recipes: readonly ListedRecipe[], language: Language): RecipeRow[] {
  return recipes.map((listed) => {
    const { name, builtIn } = listed;
    if (!listed.ok) {
      const title = say(msg('recipe.list.broken', { name }), language);
      return { name, title, nodes: '', modelBytes: null, model: '', builtIn, usable: false };
    }
    const { title, nodes, model } = listed.loaded.recipe;
    return {
      name,
      title: title[language],
      nodes: nodesText(nodes),
      modelBytes: model.bytes,
      model: formatBytes(model.bytes),
      builtIn,
      usable: true,
    };
  });
}

function nodesText({ min, max }: Recipe['nodes']): string {
  return min === max ? String(min) : `${min}–${max}`;
}

interface ShownKnob {
  knob: string;
  type: string;
  default: KnobValue;
  shown: string; // the default as people read it
  range: string;
  says: string;
  aliases: string[];
  source: string | null;
}

export interface RecipeDocument {
  name: string;
  title: string;
  summary: string;
  source: string;
  hash: string;
  folder: string;
  builtIn: boolean;
  nodes: Recipe['nodes'];
  architectures: string[];
  transport: string;
  model: {
    hub: string;
    repository: string;
    revision: string | null;
    directory: string;
    bytes: number;
    license: string;
  };
  image: { reference: string; bytes: number; variants: Record<string, string> };
  api: { port: number; servedName: string; key: string };
  boot: { estimateSeconds: number; limitSeconds: number; expects: Recipe['boot']['expects'] };
  mayDo: string[];
  knobs: ShownKnob[];
  notes: string | null;
}

/** Everything `recipe show` prints and gives as JSON. */
export function recipeDocument(loaded: LoadedRecipe, builtIn: boolean, language: Language): RecipeDocument {
  const { recipe } = loaded;
  const { hub, repository, revision, directory, bytes, license } = recipe.model;
  const { estimateSeconds, limitSeconds, expects } = recipe.boot;
  const plain = (text: string) => withDefaults(text, recipe.knobs);
  return {
    name: recipe.name,
    title: recipe.title[language],
    summary: recipe.summary[language],
    source: recipe.source,
    hash: loaded.hash,
    folder: loaded.folder,
    builtIn,
    nodes: recipe.nodes,
    architectures: recipe.architectures,
    transport: recipe.transport,
    model: { hub, repository, revision: revision ?? null, directory: plain(directory), bytes, license },
    image: {
      reference: plain(recipe.image.reference),
      bytes: recipe.image.bytes,
      variants: recipe.image.variants,
    },
    api: { port: recipe.api.port, servedName: plain(recipe.api.servedName), key: recipe.api.key },
    boot: { estimateSeconds, limitSeconds, expects },
    mayDo: whatItMayDo(loaded).map((message) => say(message, language)),
    knobs: Object.entries(recipe.knobs).map(([knob, type]) => ({
      knob,
      type: type.type,
      default: type.default,
      shown: knobText(type, type.default),
      range: type.choices?.join(' | ') ?? rangeText(type),
      says: type.says[language],
      aliases: type.aliases,
      source: type.source ?? null,
    })),
    notes: recipe.notes?.[language] ?? null,
  };
}

/** The lines of `recipe show` above its table of knobs: label and value. */
export function recipeFacts(document: RecipeDocument): { label: Message; value: string }[] {
  const { model, image, boot, nodes } = document;
  const limit = formatSeconds(boot.limitSeconds);
  return [
    { label: msg('recipe.show.source'), value: document.source },
    {
      label: msg('recipe.show.nodes'),
      value: `${nodesText(nodes)} (${document.architectures.join(', ')}, ${document.transport})`,
    },
    {
      label: msg('recipe.show.model'),
      value: `${model.hub} ${model.repository}${model.revision === null ? '' : `@${model.revision}`}, ${formatBytes(model.bytes)}, ${model.license}`,
    },
    { label: msg('recipe.show.directory'), value: model.directory },
    { label: msg('recipe.show.image'), value: `${image.reference}, ${formatBytes(image.bytes)}` },
    { label: msg('recipe.show.api'), value: `${document.api.servedName}, :${document.api.port}` },
    { label: msg('recipe.show.boot'), value: `~ ${formatSeconds(boot.estimateSeconds)}, ≤ ${limit}` },
    { label: msg('recipe.show.hash'), value: document.hash.slice(0, 12) },
  ].filter(({ value }) => value !== '');
}

export interface CheckDocument {
  ok: boolean;
  issues: { file: string; line: number; column: number; message: string; hint: string | null }[];
}

/** `recipe check --json`: every issue with its place. */
export function checkDocument(issues: readonly LocatedIssue[], language: Language): CheckDocument {
  return {
    ok: issues.length === 0,
    issues: issues.map(({ file, line, column, message, hint }) => ({
      file,
      line,
      column,
      message: say(message, language),
      hint: hint === undefined ? null : say(hint, language),
    })),
  };
}

/** What `recipe check` says of a recipe without issues. */
export function checkedMessage({ recipe, files, hash }: LoadedRecipe): Message {
  return msg('recipe.check.ok', {
    name: recipe.name,
    knobs: Object.keys(recipe.knobs).length,
    files: Object.keys(files).length,
    hash: hash.slice(0, 12),
  });
}

/** `config show --json`; cli.md is its contract. */
export function settingsDocument(settings: readonly Setting[]): { settings: Setting[] } {
  return {
    settings: settings.map(({ knob, value, origin, shadowed }) => ({ knob, value, origin, shadowed })),
  };
}

export interface SettingRow {
  knob: string;
  value: string;
  origin: string;
  shadows: string; // 262144 (recipe), 4096 (sparkwright.yaml:12)
}

/** The rows of `config show`: what is not the recipe's own first, else in the recipe's order. */
export function settingRows(settings: readonly Setting[], recipe: Pick<Recipe, 'knobs'>): SettingRow[] {
  const text = (knob: string, value: KnobValue) => {
    const type = recipe.knobs[knob];
    return type === undefined ? String(value) : knobText(type, value);
  };
  const changed = settings.filter(({ origin }) => origin !== 'recipe');
  const rest = settings.filter(({ origin }) => origin === 'recipe');
  return [...changed, ...rest].map(({ knob, value, origin, shadowed }) => ({
    knob,
    value: text(knob, value),
    origin,
    shadows: shadowed.map((hidden) => `${text(knob, hidden.value)} (${hidden.origin})`).join(', '),
  }));
}
