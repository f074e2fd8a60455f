import { expect, test } from 'vitest';
import {
  factsFrom,
  goneFacts,
  loadedSample,
  sampleCluster,
  sampleRecipe,
  sparkFacts,
} from '../../test/samples/deployment.ts';
import { resolveDeployment } from '../deployment/resolve.ts';
import { nodeFacts } from '../facts/node-facts.ts';
import type { NodeFacts } from '../facts/types.ts';
import type { Recipe } from '../recipe/types.ts';
import { planImage } from './plan.ts';

const reference = 'example/engine@sha256:5668';
const present = factsFrom('spark-a', {
  'docker-image': '{"Id":"sha256:1","RootFS":{"Layers":["sha256:2"]}}',
});

function without(node: string): NodeFacts {
  const output = { out: '', err: `Error: No such image: ${reference}`, rc: 1 };
  return nodeFacts(node, { ok: true, seconds: 1 }, new Map([['docker-image', output]]), {
    code: 'x',
    why: 'x',
  });
}

const { deployment } = resolveDeployment({
  recipe: { ...loadedSample, recipe: recipeWith() },
  cluster: sampleCluster,
  settings: [],
  facts: sparkFacts({ 'spark-a': 10, 'spark-b': 11 }),
});
const units = deployment?.units ?? [];
const [head] = units;

function recipeWith(image: Partial<Recipe['image']> = {}): Recipe {
  const container = { ...sampleRecipe.container, command: [], env: {}, mounts: [], unsetWhenEmpty: [] };
  return { ...sampleRecipe, container, image: { reference, bytes: 20e9, variants: {}, ...image } };
}

test('A1.8 pulls the image on each node where it is absent, as a job that may take an hour, after a question', () => {
  const { actions, refusals } = planImage(
    units,
    recipeWith(),
    new Map([
      ['spark-a', present],
      ['spark-b', without('spark-b')],
    ]),
  );
  expect(refusals).toEqual([]);
  expect(actions).toMatchObject([
    {
      id: 'image/pull/spark-b',
      work: { kind: 'job', script: `docker pull ${reference}`, deadlineMs: 3_600_000 },
      asks: { key: 'image.pull.asks', values: { megabytes: 20_000, minutes: 7 } },
    },
  ]);
});

test('an archive of the recipe is loaded instead', () => {
  const facts = new Map([['spark-a', without('spark-a')]]);
  const { actions } = planImage(head ? [head] : [], recipeWith({ archive: '/opt/an image.tar' }), facts);
  expect(actions).toMatchObject([
    { id: 'image/load/spark-a', work: { script: "docker load -i '/opt/an image.tar'" } },
  ]);
});

test('nothing is fetched where it could not be read whether the image is there', () => {
  const facts = new Map([
    ['spark-a', present],
    ['spark-b', goneFacts('spark-b')],
  ]);
  expect(planImage(units, recipeWith(), facts)).toMatchObject({
    actions: [],
    refusals: [{ id: 'image.unread', node: 'spark-b', verdict: 'unknown', refusesUp: true }],
  });
});

test('a fetch is proven by the image being there', () => {
  const [action] = planImage(
    head ? [head] : [],
    recipeWith(),
    new Map([['spark-a', without('spark-a')]]),
  ).actions;
  expect(action?.proof?.judge(new Map([['spark-a', present]]))).toEqual([]);
  expect(action?.proof?.judge(new Map([['spark-a', without('spark-a')]]))).toMatchObject([
    { id: 'image.missing' },
  ]);
});
