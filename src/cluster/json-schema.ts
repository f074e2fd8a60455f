/** sparkwright.yaml for editors: what `schema cluster` prints. */
import { z } from 'zod';
import type { Language } from '../message/message.ts';
import { described, type JsonSchema } from '../text/schema-page.ts';
import { clusterSchema } from './schema.ts';

/** JSON Schema (2020-12) of the file as it is written, short forms included, with a sentence at each key. */
export function clusterJsonSchema(language: Language = 'en'): JsonSchema {
  const schema = z.toJSONSchema(clusterSchema, { io: 'input', unrepresentable: 'any' });
  return { title: 'sparkwright cluster file', ...described(schema, 'cluster.key.', language) };
}
