import { z } from 'zod';
import { type MessageKey, say } from '../message/message.ts';
import { keyTable } from '../text/schema-page.ts';
import { placeFunctions } from './functions/all.ts';
import { placeNames } from './places.ts';
import { recipeSchema } from './schema.ts';

/** docs/recipe-file.md: every key, place, function and condition, from the schema and the code that fill them. */
export function recipePage(): string {
  const schema = z.toJSONSchema(recipeSchema, { io: 'input', unrepresentable: 'any' });
  const sentence = (key: string) => say({ key: key as MessageKey, values: {} }, 'en');
  const places = placeNames.map((name) => `| \`{{${name}}}\` | ${sentence(`recipe.placeIs.${name}`)} |`);
  const functions = Object.keys(placeFunctions).map((name) => `- ${sentence(`recipe.functionIs.${name}`)}`);
  return `# The recipe file

A recipe is a folder with \`recipe.yaml\` and whatever files it mounts. It is data: a new model needs no code.
\`sparkwright recipe check FOLDER\` says all that is wrong in it, with line and column; \`sparkwright schema recipe\`
prints its JSON Schema for editors. Recipes of your own lie in \`~/.config/sparkwright/recipes/NAME/\`, or anywhere
when the cluster file names them by path.

Sizes are numbers or \`462GB\` (thousands) and \`32GiB\` (1024s); times are seconds or \`90s\`, \`10m\`, \`1h30m\`.
A sentence is given once, or as \`{ en: …, zh: … }\`. Numbers among words and variables stand in quotes.

## Keys

${keyTable(schema, 'recipe.key.')}

## Places

A place is a name in double braces inside a text: \`{{maxSeqs}}\` is the knob of that name, and:

| place | is |
|---|---|
${places.join('\n')}

A knob that is true or false shows as 1 or 0. A place without a value leaves a variable out; in the command it is an
error. Functions take names of knobs:

${functions.join('\n')}

There is nothing else: no arithmetic, no loops, no templates.

## Conditions

\`when\` takes \`head\`, \`worker\`, \`keyed\` (an API key is used), a knob (true, not zero or not empty),
\`knob = value\`, and \`not\` before any of them.
`;
}
