/** Which recipes the owner has agreed to: one small file per content hash. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const place = (stateDir: string, hash: string) => {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new RangeError('a recipe is trusted by the sha256 of its files');
  return join(stateDir, 'trusted-recipes', hash);
};

/** Whether exactly these files were agreed to before. */
export async function isTrusted(stateDir: string, hash: string): Promise<boolean> {
  return readFile(place(stateDir, hash)).then(
    () => true,
    () => false,
  );
}

/** Remembers the owner's yes; a changed file makes another hash, which is asked about again. */
export async function trust(stateDir: string, hash: string, name: string): Promise<void> {
  const file = place(stateDir, hash);
  await mkdir(join(stateDir, 'trusted-recipes'), { recursive: true, mode: 0o700 });
  await writeFile(file, `${name}\n`, { mode: 0o600 });
}
