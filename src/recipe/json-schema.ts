/** recipe.yaml for editors: what `schema recipe` prints. */
import { z } from 'zod';
import type { Language } from '../message/message.ts';
import { described, type JsonSchema } from '../text/schema-page.ts';
import { recipeSchema } from './schema.ts';

/** JSON Schema (2020-12) of the file as it is written, short forms included, with a sentence at each key. */
export function recipeJsonSchema(language: Language = 'en'): JsonSchema {
  const schema = z.toJSONSchema(recipeSchema, { io: 'input', unrepresentable: 'any' });
  return { title: 'sparkwright recipe', ...described(schema, 'recipe.key.', language) };
}
