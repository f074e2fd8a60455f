import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tinyRecipe } from '../../test/samples/recipe.ts';
import { say } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { builtInFolder, findRecipes, isBuiltIn, loadNamedRecipe, recipeFolder, userFolder } from './find.ts';
import { loadRecipe } from './load.ts';
import { isTrusted, trust } from './trust.ts';

let home = '';
const recipe = async (folder: string, text = tinyRecipe) => {
  await mkdir(join(folder, 'patches'), { recursive: true });
  await writeFile(join(folder, 'recipe.yaml'), text);
  await writeFile(join(folder, 'patches/a.py'), '');
};

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'recipes-'));
  await recipe(join(home, 'app/recipes/tiny'));
  await recipe(join(home, 'app/recipes/other'), tinyRecipe.replace('name: tiny', 'name: other'));
  await mkdir(join(home, 'app/recipes/empty'));
  await mkdir(join(home, 'app/chunks'));
  await recipe(join(home, 'config/sparkwright/recipes/mine'), tinyRecipe.replace('name: tiny', 'name: mine'));
  await recipe(
    join(home, 'config/sparkwright/recipes/other'),
    tinyRecipe.replace('name: tiny', 'name: other'),
  );
});
afterAll(() => rm(home, { recursive: true }));

const env = () => ({ XDG_CONFIG_HOME: join(home, 'config') });
const known = async () => findRecipes({ builtIn: join(home, 'app/recipes'), user: userFolder(env()) });

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error = await work.catch((thrown: unknown) => thrown);
  if (error instanceof Failure) return error;
  throw new Error('expected a Failure');
}

describe('recipes', () => {
  test('ship beside the bundle or lie in the checkout, and both are found from where the code runs', async () => {
    expect(await builtInFolder(join(home, 'app'))).toBe(join(home, 'app/recipes'));
    expect(await builtInFolder(join(home, 'app/chunks'))).toBe(join(home, 'app/recipes'));
    expect(await builtInFolder(join(home, 'config'))).toBeUndefined();
  });

  test('of the user hide built-in ones of the same name; a folder without recipe.yaml is none', async () => {
    expect(await known()).toEqual([
      { name: 'mine', folder: join(home, 'config/sparkwright/recipes/mine'), builtIn: false },
      { name: 'other', folder: join(home, 'config/sparkwright/recipes/other'), builtIn: false },
      { name: 'tiny', folder: join(home, 'app/recipes/tiny'), builtIn: true },
    ]);
  });

  test('are named, or are a path', async () => {
    const recipes = await known();
    expect(await recipeFolder('tiny', recipes, '/')).toBe(join(home, 'app/recipes/tiny'));
    expect(await recipeFolder('./x', recipes, '/srv')).toBe('/srv/x');
    expect(await recipeFolder('../x', recipes, '/srv/y')).toBe('/srv/x');
    expect(await recipeFolder('/srv/x/recipe.yaml', recipes, '/')).toBe('/srv/x');
    expect((await loadNamedRecipe(join(home, 'app/recipes/tiny'), '/', env())).recipe.name).toBe('tiny');
  });

  test('an unknown name is a usage error with the nearest', async () => {
    const near = await failureOf(recipeFolder('tinny', await known(), '/'));
    expect(near.exit).toBe(EXIT.usage);
    expect(say(near.said, 'en')).toBe('there is no recipe "tinny"; did you mean "tiny"?');
    expect(say(near.said, 'zh')).toBe('没有配方 "tinny"；是否想写 "tiny"？');
    const far = await failureOf(recipeFolder('llama-405b', await known(), '/'));
    expect(say(far.said, 'en')).toBe('there is no recipe "llama-405b"; sparkwright recipe list shows all');
    expect(say(far.said, 'zh')).toBe('没有配方 "llama-405b"；用 sparkwright recipe list 查看全部');
  });
});

describe('trust', () => {
  test('is not needed by a recipe that ships with the tool, byte for byte', async () => {
    const builtIn = join(home, 'app/recipes');
    expect(await isBuiltIn(await loadRecipe(join(builtIn, 'tiny')), builtIn)).toBe(true);
    const changed = join(home, 'changed');
    await recipe(changed, `${tinyRecipe}# one more line\n`);
    expect(await isBuiltIn(await loadRecipe(changed), builtIn)).toBe(false);
    expect(await isBuiltIn(await loadRecipe(join(builtIn, 'tiny')), undefined)).toBe(false);
  });

  test('is remembered per content: a changed recipe is asked about again', async () => {
    const state = join(home, 'state');
    const hash = 'a'.repeat(64);
    expect(await isTrusted(state, hash)).toBe(false);
    await trust(state, hash, 'mine');
    await trust(state, hash, 'mine');
    expect(await isTrusted(state, hash)).toBe(true);
    expect(await isTrusted(state, 'b'.repeat(64))).toBe(false);
  });

  test('takes a hash and nothing else, so that no name becomes a path', async () => {
    await expect(trust(home, '../../etc/x', 'x')).rejects.toThrow(RangeError);
  });
});
