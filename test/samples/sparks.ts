/** Two recorded Sparks for tests of rules over facts, and the means to make one thing on them different. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../../src/change/types.ts';
import { checkAll } from '../../src/checks/all.ts';
import { type Wanted, wantedOf } from '../../src/checks/wanted.ts';
import type { Cluster, ClusterNode } from '../../src/cluster/types.ts';
import { readBundle } from '../../src/facts/bundle.ts';
import { nodeFacts } from '../../src/facts/node-facts.ts';
import type { ClusterFacts, NodeFacts, RawOutput } from '../../src/facts/types.ts';
import { say } from '../../src/message/message.ts';
import { sampleRecipe } from './deployment.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures');
export const HEAD = 'spark-5c2d';
export const WORKER = 'spark-7e41';
const MISSING = { code: 'no-answer', why: 'not in the test' };
/** Facts of test/fixtures/bundles/two-sparks: good links, no image, no container, no model of the sample recipe. */
export const sparks: ClusterFacts = (await readBundle(join(FIXTURES, 'bundles/two-sparks'))).facts;

const node = (name: string, role: ClusterNode['role']): ClusterNode => ({
  name,
  role,
  ssh: `dgx@${name}.local`,
  fabric: {},
  paths: {},
});

export const pair: Cluster = {
  version: 1,
  name: 'pair',
  nodes: [node(HEAD, 'head'), node(WORKER, 'worker')],
  recipe: 'small',
  exposure: 'loopback',
  paths: {},
  api: {},
  knobs: {},
};

export function wanted(more: Partial<Wanted> = {}): Wanted {
  const recipe = { ...sampleRecipe, model: { ...sampleRecipe.model, bytes: 200 * 2 ** 30 } };
  return { ...wantedOf(pair, recipe), image: 'example/engine:1', ...more };
}

/** The two Sparks with some probes saying something else; null takes a probe away. */
export function withRaw(changes: Record<string, Record<string, Partial<RawOutput> | null>>): ClusterFacts {
  const facts = new Map(sparks);
  for (const [name, probes] of Object.entries(changes)) {
    const raw = new Map(facts.get(name)?.raw);
    for (const [id, output] of Object.entries(probes)) {
      if (output === null) raw.delete(id);
      else raw.set(id, { out: '', err: '', rc: 0, ...output });
    }
    facts.set(name, nodeFacts(name, { ok: true, seconds: 1 }, raw, MISSING));
  }
  return facts;
}

export function unreachable(name: string, why: string, evidence: string): ClusterFacts {
  const gone: NodeFacts = nodeFacts(name, { ok: false, why, evidence }, new Map(), MISSING);
  return new Map(sparks).set(name, gone);
}

export function recorded(subject: string, name: string): RawOutput {
  const base = join(FIXTURES, 'facts', subject, name);
  const { exit_code, stderr } = JSON.parse(readFileSync(`${base}.expected.json`, 'utf8')) as {
    exit_code: number;
    stderr: string | null;
  };
  return { out: readFileSync(`${base}.json`, 'utf8'), err: stderr ?? '', rc: exit_code };
}

/** What stands against `up`, as a person would read it. */
export function refusals(facts: ClusterFacts, asked = wanted()): string[] {
  return checkAll(facts, asked)
    .filter((finding) => finding.refusesUp)
    .map((finding) => `${finding.id} ${finding.node ?? '-'}: ${textOf(finding)}`);
}

export function textOf(finding: Finding, language: 'en' | 'zh' = 'en'): string {
  const means = finding.means === undefined ? '' : say(finding.means, language);
  return [say(finding.title, language), finding.evidence, means, ...(finding.remedy?.commands ?? [])].join(
    ' ',
  );
}

export function only(facts: ClusterFacts, id: string, asked = wanted()): Finding[] {
  return checkAll(facts, asked).filter((finding) => finding.id === id);
}

/** The same, with the files of the sample recipe on both nodes. */
export function withModel(facts: ClusterFacts = sparks): ClusterFacts {
  const out = 'directory\t/home/dgx/models/small\n20\tconfig.json\n';
  const all = new Map(facts);
  for (const [name, read] of facts) {
    const raw = new Map(read.raw).set('model-files', { out, err: '', rc: 0 });
    all.set(name, nodeFacts(name, read.reachable, raw, MISSING));
  }
  return all;
}
