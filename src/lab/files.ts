/** Files the lab carries along: beside this one in a checkout, in lab-files/ of a build. */
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** The folder that holds them. */
export function filesFolder(): string {
  const here = import.meta.dirname;
  const places = [join(here, 'files'), join(here, 'lab-files'), join(here, '..', 'lab-files')];
  const found = places.find((place) => existsSync(join(place, 'outside')));
  if (found === undefined) throw new Error(`the lab's files are in none of ${places.join(', ')}`);
  return found;
}

export const readLabFile = (name: string) => readFile(join(filesFolder(), name), 'utf8');

/** Every file below a folder, relative, in a fixed order. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** Programs by their place: a checkout or an archive may have lost their modes. */
function modeOf(path: string): number {
  return /(^|\/)(s?bin|sparkwright-lab)\//.test(path) ? 0o755 : 0o644;
}

/** Copies a tree of carried files with the modes their places ask for. */
export async function copyTree(from: string, to: string): Promise<void> {
  for (const file of await listFiles(from)) {
    const target = join(to, file);
    await mkdir(dirname(target), { recursive: true });
    await copyFile(join(from, file), target);
    await chmod(target, modeOf(file));
  }
}
