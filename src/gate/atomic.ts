/** Replaces a file of this machine so that a reader, and a crash, see the old one or the whole new one. */
import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes beside with `mode`, syncs, renames, syncs the folder. Folders that are missing are made 0700. */
export async function replaceFile(path: string, content: string, mode = 0o600): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const beside = `${path}.${randomBytes(6).toString('hex')}.new`;
  try {
    const file = await open(beside, 'wx', mode);
    try {
      await file.chmod(mode);
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  const inside = await open(folder, 'r');
  try {
    await inside.sync();
  } finally {
    await inside.close();
  }
}
