import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { recipeFiles } from '../facts/recipe-files.ts';
import { resolveSettings } from '../recipe/settings.ts';
import { planRecipeFiles } from './files.ts';

function unitsIn(state: string) {
  const { deployment } = resolveDeployment({
    recipe: loadedSample,
    cluster: { ...sampleCluster, paths: { state } },
    settings: resolveSettings(sampleRecipe, { file: [], env: {}, set: {} }),
    facts: sparkFacts({ 'spark-a': 10, 'spark-b': 11 }),
  });
  return deployment?.units ?? [];
}

function having(...folders: string[]) {
  return (node: string) => factsFrom(node, { 'recipe-files': folders.join('\n') });
}

test('the files of a recipe are placed whole where a container mounts some, and read back as there', () => {
  const state = mkdtempSync(join(tmpdir(), 'recipe-'));
  const here = { PATH: process.env.PATH ?? '', SW_STATE_DIR: state };
  try {
    const [head] = unitsIn(state);
    const { actions } = planRecipeFiles(
      loadedSample,
      head ? [head] : [],
      new Map([['spark-a', having()('spark-a')]]),
    );
    expect(actions.map((action) => action.id)).toEqual(['rank/files/spark-a']);
    const work = actions[0]?.work;
    execFileSync('bash', ['-c', work?.kind === 'shell' ? work.script : 'false'], { env: here });
    expect(readdirSync(join(state, 'recipes'))).toEqual(['small-abcdef012345']);
    expect(readFileSync(join(state, 'recipes/small-abcdef012345/fix.py'), 'utf8')).toBe('print(1)\n');
    const out = execFileSync('bash', ['-c', recipeFiles.script], { env: here, encoding: 'utf8' });
    expect(
      actions[0]?.proof?.judge(new Map([['spark-a', factsFrom('spark-a', { 'recipe-files': out })]])),
    ).toEqual([]);
  } finally {
    rmSync(state, { recursive: true });
  }
});

test('nothing is placed where the folder of that content is there, nor where nothing of it is mounted', () => {
  const units = unitsIn('/srv/sw');
  const there = having('small-abcdef012345', 'small-000000000000');
  const facts = new Map([
    ['spark-a', there('spark-a')],
    ['spark-b', having()('spark-b')],
  ]);
  expect(planRecipeFiles(loadedSample, units, facts).actions.map((action) => action.id)).toEqual([
    'rank/files/spark-b',
  ]);
  const bare = units.map((unit) => ({ ...unit, container: { ...unit.container, mounts: [] } }));
  expect(planRecipeFiles(loadedSample, bare, new Map())).toEqual({ actions: [], refusals: [] });
});

test('a node that could not be read is refused', () => {
  const facts = new Map([
    ['spark-a', having('small-abcdef012345')('spark-a')],
    ['spark-b', goneFacts('spark-b')],
  ]);
  expect(planRecipeFiles(loadedSample, unitsIn('/srv/sw'), facts)).toMatchObject({
    actions: [],
    refusals: [{ id: 'rank.files.unread', node: 'spark-b', verdict: 'unknown' }],
  });
});
