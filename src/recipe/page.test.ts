import { expect, test } from 'vitest';
import { z } from 'zod';
import { recipeKeys } from '../message/rooms/recipe-keys.ts';
import { keyNames } from '../text/schema-page.ts';
import { placeFunctions } from './functions/all.ts';
import { recipeJsonSchema } from './json-schema.ts';
import { recipePage } from './page.ts';
import { placeNames } from './places.ts';
import { recipeSchema } from './schema.ts';

test('every key, place and function has its sentence, and there is no sentence for what is none', () => {
  const schema = z.toJSONSchema(recipeSchema, { io: 'input', unrepresentable: 'any' });
  const wanted = [
    ...keyNames(schema, 'recipe.key.'),
    ...placeNames.map((name) => `recipe.placeIs.${name}`),
    ...Object.keys(placeFunctions).map((name) => `recipe.functionIs.${name}`),
  ];
  expect(Object.keys(recipeKeys).sort()).toEqual([...new Set(wanted)].sort());
});

test('the page has a row for each key, with what it takes and what holds when it is left out', () => {
  const page = recipePage();
  expect(page).toContain('| `format` | 1 | must be given | Version of this file’s format. |');
  expect(page).toContain('| `transport` | roce \\| sockets | `"roce"` |');
  expect(page).toContain('| `container.mounts[].source` | text | must be given | Path on the node;');
  expect(page).toContain('| `api.port` | whole number 1–65535 | `8000` | Port on the head. |');
  expect(page).toContain('| `{{node.gidIndex}}` | GID index of this node;');
});

test('editors get the sentences in the language asked for', () => {
  const says = (language: 'en' | 'zh') =>
    (recipeJsonSchema(language).properties as Record<string, { description?: string }>).model?.description;
  expect(says('en')).toBe('The checkpoint: where it comes from and lies.');
  expect(says('zh')).toBe('模型权重：来源与存放位置。');
});
