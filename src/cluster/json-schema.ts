/** sparkwright.yaml for editors: what `schema cluster` prints. */
import { z } from 'zod';
import { clusterSchema } from './schema.ts';

/** JSON Schema (2020-12) of the file as it is written. */
export function clusterJsonSchema(): Record<string, unknown> {
  return {
    title: 'sparkwright cluster file',
    ...z.toJSONSchema(clusterSchema, { io: 'input', unrepresentable: 'any' }),
  };
}
