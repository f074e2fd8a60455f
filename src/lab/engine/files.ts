import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The engine's data files: beside this module in the checkout, or where the bundler copied them. */
export function engineFilesDir(from: string = import.meta.dirname): string {
  const candidates = [
    join(from, 'files'),
    join(from, 'lab-engine-files'),
    join(from, '..', 'lab-engine-files'),
  ];
  const found = candidates.find((folder) => existsSync(join(folder, 'engine-wheels.txt')));
  if (found === undefined) throw new Error(`the engine's data files are in none of ${candidates.join(', ')}`);
  return found;
}

/** One data file's text. */
export function engineFile(name: string): Promise<string> {
  return readFile(join(engineFilesDir(), name), 'utf8');
}
