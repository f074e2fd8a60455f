import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { casesFolder, loadCases } from './case.ts';
import { PENDING } from './pending.ts';
import { RUNNERS } from './runners.ts';

const cases = loadCases(casesFolder);
const kinds = new Set(cases.map((one) => one.kind));

if (PENDING.length > 0) console.log(`case kinds without a runner yet: ${PENDING.join(', ')}`);

for (const kind of [...kinds].sort()) {
  const runner = RUNNERS[kind];
  if (runner === undefined) continue;
  describe(kind, () => {
    test.each(cases.filter((one) => one.kind === kind))('$id', async (one) => {
      const { verdict, text } = await runner(one);
      const unsaid = one.expect.must_mention.filter(
        (fact) => !text.toLowerCase().includes(fact.toLowerCase()),
      );
      expect({ verdict, unsaid }, text).toEqual({ verdict: one.expect.verdict, unsaid: [] });
    });
  });
}

test('every kind has a runner or is pending, and none is both', () => {
  const index = JSON.parse(readFileSync(join(import.meta.dirname, 'data/INDEX.json'), 'utf8')) as {
    kind: string;
  }[];
  const all = new Set([...kinds, ...index.map((one) => one.kind)]);
  const bare = [...all].filter((kind) => !(kind in RUNNERS) && !PENDING.includes(kind));
  expect({ bare, both: PENDING.filter((kind) => kind in RUNNERS) }).toEqual({ bare: [], both: [] });
});

test('a folder of cases holds at least one', () => {
  expect(cases.length).toBeGreaterThan(0);
});
