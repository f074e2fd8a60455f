import { expect, test } from 'vitest';
import { z } from 'zod';
import { clusterKeys } from '../message/rooms/cluster-keys.ts';
import { keyNames } from '../text/schema-page.ts';
import { clusterPage } from './page.ts';
import { clusterSchema } from './schema.ts';

test('every key has its sentence, and there is no sentence for what is none', () => {
  const schema = z.toJSONSchema(clusterSchema, { io: 'input', unrepresentable: 'any' });
  expect(Object.keys(clusterKeys).sort()).toEqual([...new Set(keyNames(schema, 'cluster.key.'))].sort());
});

test('the page has a row for each key', () => {
  expect(clusterPage()).toContain(
    '| `nodes[].role` | head \\| worker | must be given | head is rank 0 and serves the API. |',
  );
  expect(clusterPage()).toContain('| `api.port` | whole number 1–65535 |  | Port on the head,');
  expect(clusterPage()).toContain('| `exposure` | loopback \\| engine | `"loopback"` | Who reaches the API');
});
