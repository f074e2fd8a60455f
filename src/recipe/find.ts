/** Where recipes lie: those that ship with the tool, and the user's own. */
import { readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { msg } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { nearest } from '../text/nearest.ts';
import { readRecipeFolder } from './folder.ts';
import { type LoadOptions, loadRecipe, recipeFile, recipeFromFiles } from './load.ts';
import type { LoadedRecipe } from './types.ts';

export interface FoundRecipe {
  name: string; // of the folder
  folder: string;
  builtIn: boolean;
}

/**
 * The folder of the recipes that ship with the tool: `recipes` of the checkout, or beside the bundle.
 * Searched upward from this file, because in the bundle it lies elsewhere. Undefined when there is none.
 */
export async function builtInFolder(from = import.meta.dirname): Promise<string | undefined> {
  let here = from;
  for (let level = 0; level < 4; level += 1) {
    const candidate = join(here, 'recipes');
    if ((await recipeNames(candidate)).length > 0) return candidate;
    here = dirname(here);
  }
  return undefined;
}

/** The user's own recipes: $XDG_CONFIG_HOME/sparkwright/recipes. */
export function userFolder(env: Record<string, string | undefined>): string {
  const config = env.XDG_CONFIG_HOME;
  const base = config?.startsWith('/') ? config : join(env.HOME ?? homedir(), '.config');
  return join(base, 'sparkwright', 'recipes');
}

/** Every recipe by name; a user's own hides a built-in one of the same name. */
export async function findRecipes(folders: {
  builtIn: string | undefined;
  user: string | undefined;
}): Promise<FoundRecipe[]> {
  const found = new Map<string, FoundRecipe>();
  for (const [folder, builtIn] of [
    [folders.builtIn, true],
    [folders.user, false],
  ] as const) {
    if (folder === undefined) continue;
    for (const name of await recipeNames(folder))
      found.set(name, { name, folder: join(folder, name), builtIn });
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * The folder of a recipe by name, or by a path that starts with . or / (relative to `cwd`; ~/ is the home).
 * Unknown is a Failure (exit 2) with the nearest name.
 */
export async function recipeFolder(
  nameOrPath: string,
  recipes: readonly FoundRecipe[],
  cwd: string,
): Promise<string> {
  if (/^(\.|\/|~\/)/.test(nameOrPath)) {
    const path = nameOrPath.startsWith('~/')
      ? join(homedir(), nameOrPath.slice(2))
      : resolve(cwd, nameOrPath);
    return basename(path) === recipeFile ? dirname(path) : path;
  }
  const found = recipes.find(({ name }) => name === nameOrPath);
  if (found !== undefined) return found.folder;
  const near = nearest(
    nameOrPath,
    recipes.map(({ name }) => name),
  );
  throw new Failure(
    near === undefined
      ? msg('recipe.notFound', { name: nameOrPath })
      : msg('recipe.notFound.near', { name: nameOrPath, near }),
    EXIT.usage,
  );
}

/** Every recipe this person has: built in and their own. */
export async function allRecipes(env: Record<string, string | undefined>): Promise<FoundRecipe[]> {
  return findRecipes({ builtIn: await builtInFolder(), user: userFolder(env) });
}

/** Loads a recipe by name or path; see `recipeFolder` and `loadRecipe` for what may fail. */
export async function loadNamedRecipe(
  nameOrPath: string,
  cwd: string,
  env: Record<string, string | undefined>,
  options: LoadOptions = {},
): Promise<LoadedRecipe> {
  return loadRecipe(await recipeFolder(nameOrPath, await allRecipes(env), cwd), options);
}

/** Whether it is, byte for byte, a recipe that ships with this tool: such a recipe needs no trust of its own. */
export async function isBuiltIn(loaded: LoadedRecipe, builtIn: string | undefined): Promise<boolean> {
  if (builtIn === undefined) return false;
  const folder = join(builtIn, loaded.recipe.name);
  try {
    return recipeFromFiles(await readRecipeFolder(folder), folder).hash === loaded.hash;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

async function recipeNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const isRecipe = await Promise.all(
    names.map((name) =>
      stat(join(folder, name, recipeFile)).then(
        (file) => file.isFile(),
        () => false,
      ),
    ),
  );
  return names.filter((name, index) => isRecipe[index] === true && !name.startsWith('.'));
}
