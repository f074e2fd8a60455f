/** The small forms of a recipe's words, as zod: texts, sizes, times, names, paths. */
import { z } from 'zod';
import { type Message, msg } from '../message/message.ts';
import { saying } from '../text/schema.ts';
import { type Parsed, parseBytes, parseSeconds } from '../text/units.ts';

/** Text that must match; what doesn't is said with `said`. */
export function textLike(pattern: RegExp, said: (value: string) => Message, most = 200) {
  return z.string().check((ctx) => {
    if (ctx.value.length <= most && pattern.test(ctx.value)) return;
    ctx.issues.push(saying(ctx.value, said(ctx.value.slice(0, 80))));
  });
}

/** One line or a few of plain text. */
export const plainText = z.string().min(1).max(4000);

/** A sentence once, for both languages, or one of each. */
export const bothLanguages = z
  .union([plainText, z.strictObject({ en: plainText, zh: plainText })])
  .transform((given) => (typeof given === 'string' ? { en: given, zh: given } : given));

function measured(parse: (text: string) => Parsed<number>) {
  return z.union([z.number().min(0), z.string().max(40)]).transform((given, ctx) => {
    if (typeof given === 'number') return given;
    const read = parse(given);
    if (read.ok) return read.value;
    ctx.issues.push(saying(given, read.why));
    return z.NEVER;
  });
}

/** 462GB, 32GiB or a number. */
export const bytes = measured(parseBytes);
/** 45m, 90s or a number of seconds. */
export const seconds = measured(parseSeconds);

export const port = z.number().int().min(1).max(65_535);

/** A name that becomes a folder and a container's name. */
export const shortName = textLike(
  /^[a-z0-9]([a-z0-9._-]{0,61}[a-z0-9])?$/,
  (value) => msg('recipe.form.name', { value }),
  63,
);

export const variableName = textLike(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, (value) =>
  msg('recipe.form.variable', { value }),
);

/** Inside a folder: no leading slash, no `..`, no control characters, no colon. */
export const relativePath = textLike(
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /^(?![/~-])(?!(.*\/)?\.\.(\/|$))[^\x00-\x1f\x7f:\\]+$/,
  (value) => msg('recipe.form.relative', { value }),
  400,
);

/** A path on a node: absolute, or starting with a place, `~/` or (a file of the recipe) `./`. */
export const hostPath = textLike(
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /^(\/|~\/|\.\/|\{\{)(?!(.*\/)?\.\.(\/|$))[^\x00-\x1f\x7f:\\]*$|^\.$/,
  (value) => msg('recipe.form.hostPath', { value }),
  400,
);

export const containerPath = textLike(
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /^\/(?!(.*\/)?\.\.(\/|$))[^\x00-\x1f\x7f:\\]*$/,
  (value) => msg('recipe.form.containerPath', { value }),
  400,
);

/** name, name:tag or name@sha256:…; never an option of docker. Places of knobs are allowed. */
export const imageReference = textLike(
  /^([a-z0-9][a-zA-Z0-9._/:@-]*|[a-zA-Z0-9._/:@-]*\{\{\s*[A-Za-z]\w*\s*\}\}[a-zA-Z0-9._/:@-]*)$/,
  (value) => msg('recipe.form.image', { value }),
  300,
);
