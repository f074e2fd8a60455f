/** Engine logs and what lies beside them, explained as `sparkwright explain` does. */
import { join } from 'node:path';
import { explained } from '../../src/cli/explainverb.ts';
import { explainLines } from '../../src/cli/report/explain.ts';
import { verdictOf } from '../../src/engine/explain.ts';
import type { Runner } from './case.ts';

export const bootLog: Runner = async (one) => {
  const { now } = one.params ?? {};
  const words = one.paths.map((path) => join(one.folder, path));
  const explanation = await explained(words, typeof now === 'string' ? now : undefined);
  return { verdict: verdictOf(explanation), text: explainLines(explanation, 'en').join('\n') };
};
