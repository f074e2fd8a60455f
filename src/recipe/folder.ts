/** The files of a recipe's folder: read whole, bounded, hashed. */
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { msg } from '../message/message.ts';
import { canonicalJson, sha256Hex } from '../text/canonical.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { formatMemory } from '../text/units.ts';

/** A recipe travels to the head inside one request; it is scripts and notes, never weights. */
export const folderLimits = { files: 500, bytes: 8 * 1024 * 1024, depth: 6 } as const;

/** Relative path -> base64 content; recipe.yaml is the recipe. */
export type RecipeFiles = Record<string, string>;

/**
 * Reads a recipe's folder. Hidden files are left out (editors, version control); a link, a device or more
 * than `folderLimits` is a Failure (exit 2): a folder must not reach outside itself.
 */
export async function readRecipeFolder(folder: string): Promise<RecipeFiles> {
  const files: RecipeFiles = {};
  const budget = { files: folderLimits.files, bytes: folderLimits.bytes };
  await readInto(files, folder, '', folderLimits.depth, budget);
  return files;
}

async function readInto(
  files: RecipeFiles,
  folder: string,
  under: string,
  depth: number,
  budget: { files: number; bytes: number },
): Promise<void> {
  const tooMuch = () =>
    new Failure(
      msg('recipe.folder.tooMuch', {
        folder,
        files: folderLimits.files,
        bytes: formatMemory(folderLimits.bytes),
        depth: folderLimits.depth,
      }),
      EXIT.usage,
    );
  const names = await readdir(join(folder, under)).catch((error: Error) => {
    throw new Failure(
      msg('recipe.folder.unreadable', { path: join(folder, under) }),
      EXIT.usage,
      error.message,
    );
  });
  for (const name of names.sort()) {
    if (name.startsWith('.')) continue;
    const relative = under === '' ? name : `${under}/${name}`;
    if (!isFileName(relative)) throw new Failure(msg('recipe.folder.name', { path: relative }), EXIT.usage);
    const stat = await lstat(join(folder, relative));
    if (stat.isDirectory()) {
      if (depth <= 1) throw tooMuch();
      await readInto(files, folder, relative, depth - 1, budget);
    } else if (stat.isFile()) {
      budget.files -= 1;
      budget.bytes -= stat.size;
      if (budget.files < 0 || budget.bytes < 0) throw tooMuch();
      files[relative] = (await readFile(join(folder, relative))).toString('base64');
    } else {
      throw new Failure(msg('recipe.folder.link', { path: join(folder, relative) }), EXIT.usage);
    }
  }
}

/** A relative path that stays inside, in plain letters: it becomes a path on every node. */
export function isFileName(path: string): boolean {
  return (
    path.length <= 400 &&
    path.split('/').every((step) => /^[\p{L}\p{N}_][\p{L}\p{N}_. +@=,-]{0,120}$/u.test(step)) &&
    !Object.hasOwn(Object.prototype, path)
  );
}

/** sha256 hex over names and contents, whatever the order. */
export function hashOf(files: RecipeFiles): string {
  const contents = Object.entries(files).map(([name, base64]) => [
    name,
    sha256Hex(Buffer.from(base64, 'base64')),
  ]);
  return sha256Hex(canonicalJson(Object.fromEntries(contents)));
}
