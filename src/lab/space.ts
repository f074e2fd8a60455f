/** Free space where a folder is or will be. */
import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface Space {
  /** The folder itself, or the nearest above it that exists. */
  place: string;
  freeBytes: number;
  /** Of the file system, statfs(2). */
  magic: number;
}

export async function spaceAt(folder: string): Promise<Space> {
  const there = await stat(folder).then(
    () => true,
    () => false,
  );
  if (!there) return spaceAt(dirname(folder));
  const { bavail, bsize, type } = await statfs(folder);
  return { place: folder, freeBytes: bavail * bsize, magic: type };
}

export const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(1);
