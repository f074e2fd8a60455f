/** From a folder or from files in memory to a recipe, or to every issue it has. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { msg } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { fileFailure, type LocatedIssue } from '../text/located.ts';
import { hold } from '../text/schema.ts';
import { formatMemory } from '../text/units.ts';
import { readYaml } from '../text/yaml.ts';
import { checkRecipe } from './check.ts';
import { folderLimits, hashOf, isFileName, type RecipeFiles, readRecipeFolder } from './folder.ts';
import { recipeSchema } from './schema.ts';
import type { LoadedRecipe, Recipe } from './types.ts';

export const recipeFile = 'recipe.yaml';

export interface LoadOptions {
  /** Ids of the engine's own boot phases; without them phase names are not checked. */
  phases?: readonly string[];
}

export type RecipeRead = { ok: true; recipe: Recipe } | { ok: false; issues: LocatedIssue[] };

/** Judges the text of a recipe.yaml beside the names of its folder's files. `file` is named in complaints. */
export function readRecipe(
  text: string,
  file: string,
  files: readonly string[],
  options: LoadOptions = {},
): RecipeRead {
  const read = readYaml(text, file);
  if (!read.ok) return read;
  const held = hold(recipeSchema, read.yaml);
  if (!held.ok) return held;
  const issues = checkRecipe(held.value, read.yaml, { files, ...options });
  return issues.length > 0 ? { ok: false, issues } : { ok: true, recipe: held.value };
}

/** Loads a recipe's folder. An IssuesFailure (exit 2) holds all that is wrong in recipe.yaml. */
export async function loadRecipe(folder: string, options: LoadOptions = {}): Promise<LoadedRecipe> {
  const file = join(folder, recipeFile);
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) throw new Failure(msg('recipe.folder.none', { folder }), EXIT.usage);
  return assemble(await readRecipeFolder(folder), folder, file, options);
}

/**
 * Loads a recipe from files in memory, as a request carries them. They come from outside: names that leave
 * the folder, content that is no base64 and more than a folder may hold are Failures (exit 2).
 */
export function recipeFromFiles(files: RecipeFiles, folder = '', options: LoadOptions = {}): LoadedRecipe {
  const entries = Object.entries(files);
  let bytes = 0;
  for (const [name, content] of entries) {
    const fits = isFileName(name) && typeof content === 'string' && /^[A-Za-z0-9+/]*={0,2}$/.test(content);
    if (!fits) throw new Failure(msg('recipe.files.bad', { path: name.slice(0, 80) }), EXIT.usage);
    bytes += (content.length * 3) / 4;
  }
  if (entries.length > folderLimits.files || bytes > folderLimits.bytes + 3 * entries.length) {
    const limits = {
      files: folderLimits.files,
      bytes: formatMemory(folderLimits.bytes),
      depth: folderLimits.depth,
    };
    throw new Failure(msg('recipe.folder.tooMuch', { folder: recipeFile, ...limits }), EXIT.usage);
  }
  return assemble({ ...files }, folder, folder === '' ? recipeFile : join(folder, recipeFile), options);
}

function assemble(files: RecipeFiles, folder: string, file: string, options: LoadOptions): LoadedRecipe {
  const content = Object.hasOwn(files, recipeFile) ? files[recipeFile] : undefined;
  if (content === undefined)
    throw new Failure(msg('recipe.folder.none', { folder: folder || '.' }), EXIT.usage);
  const text = Buffer.from(content, 'base64').toString('utf8');
  const read = readRecipe(text, file, Object.keys(files), options);
  if (!read.ok) throw fileFailure(file, read.issues);
  return { recipe: read.recipe, folder, files, hash: hashOf(files) };
}
