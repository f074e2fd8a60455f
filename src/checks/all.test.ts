import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HEAD, textOf, unreachable, WORKER, wanted, withModel, withRaw } from '../../test/samples/sparks.ts';
import { allChecks, checkAll } from './all.ts';
import { FINDING_MAX_CHARS } from './finding.ts';

describe('two recorded Sparks with the model in place', () => {
  test('refuse nothing, warn of nothing and leave nothing unknown', () => {
    const findings = checkAll(withModel(), wanted());
    expect(findings.filter((finding) => finding.verdict !== 'ok')).toEqual([]);
  });

  test('are looked at by every check that applies', () => {
    const ids = new Set(checkAll(withModel(), wanted()).map((finding) => finding.stage));
    expect([...ids]).toEqual(['access', 'docker', 'network', 'image', 'model', 'ports', 'memory']);
    expect(new Set(allChecks.map((check) => check.id)).size).toBe(allChecks.length);
  });
});

test('the text of any finding has at most 600 characters in either language, whatever a node says', () => {
  const hostile = fc.string({ unit: 'binary', maxLength: 3_000 });
  fc.assert(
    fc.property(hostile, fc.constantFrom(0, 1, 4, 127), (text, rc) => {
      const raw = { out: text, err: text, rc };
      const probes = {
        'docker-info': { ...raw, out: JSON.stringify({ ServerVersion: text, Runtimes: {} }) },
        'docker-image': { out: JSON.stringify({ Architecture: text, Id: text, RootFS: { Layers: [text] } }) },
        'model-files': { ...raw, out: `directory\t/${text}\n` },
        sockets: { out: `LISTEN 0 1 *:8000 *:* users:(("${text}",pid=1,fd=1))\n` },
        id: { out: `uid=1(${text}) groups=` },
      };
      const asked = wanted({ image: text, modelFiles: [text] });
      const facts = [withRaw({ [HEAD]: probes }), unreachable(WORKER, 'other', text)];
      for (const finding of facts.flatMap((each) => checkAll(each, asked))) {
        for (const language of ['en', 'zh'] as const) {
          expect(textOf(finding, language).length, finding.id).toBeLessThanOrEqual(FINDING_MAX_CHARS + 10);
          expect(textOf(finding, language)).not.toMatch(/(?![\n\t])\p{Cc}/u);
        }
      }
    }),
    { numRuns: 50 },
  );
});
