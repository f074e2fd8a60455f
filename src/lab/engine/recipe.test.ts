import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bootPhases } from '../../engine/phases.ts';
import { loadRecipe } from '../../recipe/load.ts';
import { IMAGE_ARCHIVE, IMAGE_REFERENCE, MODEL_NAME, TREE_IN_CONTAINER } from './pins.ts';

const folder = join(import.meta.dirname, '../../../recipes/lab-smollm2-vllm');
const loaded = await loadRecipe(folder, { phases: bootPhases().map((phase) => phase.id) });

test('the lab’s recipe runs what the lab builds: its image, its tree, its model', () => {
  const { image, model, container } = loaded.recipe;
  expect(image.reference).toBe(IMAGE_REFERENCE);
  expect(image.archive).toBe(`/srv/lab/images/${IMAGE_ARCHIVE}`);
  expect(model.directory).toBe(`/srv/lab/models/${MODEL_NAME}`);
  expect(container.mounts).toEqual([
    { source: '{{model}}', target: '/model', readOnly: true },
    { source: '/srv/lab/engine', target: TREE_IN_CONTAINER, readOnly: true },
  ]);
  expect(container.env.PYTHONPATH).toBe(TREE_IN_CONTAINER);
});

test('its ranks meet by the words of the real recipes', () => {
  const words = loaded.recipe.container.command.filter((word) => typeof word === 'string').join(' ');
  expect(words).toContain(
    '--tensor-parallel-size {{tensorParallel}} --nnodes {{nodes}} --node-rank {{rank}}' +
      ' --master-addr {{head.address}} --master-port {{rendezvousPort}}',
  );
  expect(loaded.recipe.container.command.at(-1)).toEqual({
    when: 'head',
    use: ['--host', '{{api.host}}', '--port', '{{api.port}}'],
    otherwise: ['--headless'],
  });
  expect(loaded.recipe.tensorParallel).toEqual({ '2': 2, '4': 4 });
});

test('its API is never open: a key is required, and the engine reads it from a variable, not from its words', () => {
  expect(loaded.recipe.api).toMatchObject({ key: 'required', keyEnv: 'VLLM_API_KEY' });
  expect(JSON.stringify(loaded.recipe.container)).not.toMatch(/api[-_]key/i);
});
