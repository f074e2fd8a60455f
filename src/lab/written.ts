/** The lab's own small files: read whole or absent, written whole or not at all. */
import { open, readFile, rename } from 'node:fs/promises';

/** The text, or undefined when there is no such file; one that cannot be read is thrown, not taken for absent. */
export async function readWhenThere(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Writes beside, syncs and renames: a reader, a running shell or a power cut meets the old text or the new. */
export async function writeWhole(file: string, text: string, mode = 0o644): Promise<void> {
  const handle = await open(`${file}.part`, 'w', mode);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.part`, file);
}
