import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FINDING_MAX_CHARS } from '../../src/checks/finding.ts';
import { plannedStep } from '../../src/gate/plan-view.ts';
import { firstPlan } from '../../src/life/plan.ts';
import { loadRecipe } from '../../src/recipe/load.ts';
import { resolveSettings } from '../../src/recipe/settings.ts';
import { withoutPlace } from '../samples/plan.ts';
import { HEAD, pair, sparks, textOf, unreachable, WORKER, withModel, withRaw } from '../samples/sparks.ts';

const golden = join(import.meta.dirname, '../fixtures/golden/plan-lab-recipe.json');
const recipe = await loadRecipe(join(import.meta.dirname, '../../recipes/lab-smollm2-vllm'));
const settings = resolveSettings(recipe.recipe, { file: [], env: {}, set: {} });
const input = { recipe, cluster: pair, settings, facts: sparks };

test('the first plan over recorded facts of two Sparks is the golden one, which the lab gives too', () => {
  const plan = firstPlan(input);
  expect(plan.findings.filter((finding) => finding.refusesUp)).toEqual([]);
  const steps = plan.steps.map(({ step, plan: planned }) => plannedStep(step.id, step.title, planned));
  const nodes = [
    { name: HEAD, addresses: ['192.168.100.10', '192.168.101.10'] },
    { name: WORKER, addresses: ['192.168.100.11', '192.168.101.11'] },
  ];
  const seen = withoutPlace(steps, { cluster: 'pair', nodes });
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(golden, `${JSON.stringify(seen, null, 2)}\n`);
  expect(seen).toEqual(JSON.parse(readFileSync(golden, 'utf8')));
});

test('B17.2 the order is checks, key, image, files, then every worker before the head', () => {
  const { steps } = firstPlan(input);
  expect(steps.map(({ step }) => step.id)).toEqual(['key', 'image', 'files', 'ranks']);
  const starts = steps
    .at(-1)
    ?.plan.actions.map((action) => action.id)
    .filter((id) => id.startsWith('rank/start/'));
  expect(starts).toEqual([`rank/start/${WORKER}`, `rank/start/${HEAD}`]);
});

test('a Docker that does not answer is one finding of its node, not one for each thing that it was asked', () => {
  const silent = { rc: 124 };
  const probes = { 'docker-info': silent, 'docker-image': silent, 'docker-ps': silent };
  const { findings } = firstPlan({ ...input, facts: withModel(withRaw({ [WORKER]: probes })) });
  const ofDocker = findings.filter(({ id, node }) => node === WORKER && id !== 'model.present');
  expect(ofDocker.map(({ id, refusesUp }) => [id, refusesUp])).toEqual([['docker.answers', true]]);
});

test('what rooms below the checks refuse has no more text than a check may have', () => {
  const id = { rc: 1, err: 'y'.repeat(5_000) };
  const { findings } = firstPlan({ ...input, facts: withRaw({ [WORKER]: { id } }) });
  const unread = findings.filter((finding) => finding.id === 'deployment.unread.id');
  expect(unread.map((finding) => textOf(finding).length <= FINDING_MAX_CHARS + 10)).toEqual([true]);
});

test('a recipe that asks for files made on each node is refused, not half done', async () => {
  const prepare = [{ from: '/a', to: '/b', edits: [] }];
  const asking = { ...recipe, recipe: { ...recipe.recipe, prepare } };
  const refusing = firstPlan({ ...input, recipe: asking }).findings.filter((finding) => finding.refusesUp);
  expect(refusing.map(({ id, evidence }) => [id, evidence])).toEqual([['recipe.prepare', '/b']]);
});

test('a node out of reach is one finding that refuses, not one for each thing that is unknown of it', () => {
  const { findings, steps } = firstPlan({
    ...input,
    facts: unreachable(WORKER, 'timeout', 'Connection timed out'),
  });
  const ofWorker = findings.filter((finding) => finding.node === WORKER);
  expect(ofWorker.map(({ id, refusesUp }) => [id, refusesUp])).toEqual([['access.reachable', true]]);
  expect(steps).toEqual([]);
});
