/** recipe.yaml for editors: what `schema recipe` prints. */
import { z } from 'zod';
import { recipeSchema } from './schema.ts';

/** JSON Schema (2020-12) of the file as it is written, short forms included. */
export function recipeJsonSchema(): Record<string, unknown> {
  return {
    title: 'sparkwright recipe',
    ...z.toJSONSchema(recipeSchema, { io: 'input', unrepresentable: 'any' }),
  };
}
