import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Failure } from '../text/failure.ts';
import { failureLines } from '../text/located.ts';
import { loadRecipe } from './load.ts';

const fixtures = join(import.meta.dirname, '../../test/fixtures/recipes');
for (const name of ['deepseek-v4.1-flash-exl3', 'deepseek-v4-flash-dspark']) {
  test(`${name} loads`, async () => {
    try {
      const { recipe } = await loadRecipe(join(fixtures, name));
      expect(recipe.name).toBe(name);
      console.log(JSON.stringify(recipe, null, 1).slice(0, 3000));
    } catch (error) {
      if (error instanceof Failure) console.log(failureLines(error, 'en').join('\n'));
      throw error;
    }
  });
}
