import type { NodeFacts } from './types.ts';

/** The files of one node in a bundle: the raw output of each probe; of a node that could not be reached what ssh said. */
export function bundleFilesOf(facts: NodeFacts): [path: string, content: string][] {
  const base = `nodes/${facts.node}`;
  if (!facts.reachable.ok) {
    const { why, evidence } = facts.reachable;
    return [
      [`${base}/ssh.out`, `${why}\n`],
      [`${base}/ssh.err`, `${evidence}\n`],
      [`${base}/ssh.rc`, '255\n'],
    ];
  }
  return [...facts.raw].flatMap(([id, { out, err, rc }]): [string, string][] => [
    [`${base}/${id}.out`, out],
    ...(err === '' ? [] : ([[`${base}/${id}.err`, err]] satisfies [string, string][])),
    ...(rc === 0 ? [] : ([[`${base}/${id}.rc`, `${rc}\n`]] satisfies [string, string][])),
  ]);
}
