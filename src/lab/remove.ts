/** Removing a folder with all it holds. */
import { readFile, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { msg } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';

/** Mount points that /proc/self/mountinfo lists inside a folder. */
export function mountsBelow(mountinfo: string, folder: string): string[] {
  return mountinfo
    .split('\n')
    .map((line) => decode(line.split(' ')[4] ?? ''))
    .filter((point) => point.startsWith(`${folder}/`));
}

/** The kernel writes a space, a tab, a newline and a backslash as three octal digits. */
const decode = (text: string) =>
  text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));

/**
 * Removes a folder with all it holds; it may be gone already. What is mounted inside is not ours: then nothing is
 * removed and a Failure refused names the mounts. Links are removed, never followed.
 */
export async function removeTree(path: string): Promise<void> {
  const parent = await realpath(dirname(path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (parent === undefined) return;
  const real = join(parent, basename(path));
  const mounts = mountsBelow(await readFile('/proc/self/mountinfo', 'utf8'), real);
  if (mounts.length > 0) {
    throw new Failure(msg('lab.mounted-inside', { folder: real }), EXIT.refused, mounts.join('\n'));
  }
  await rm(real, { recursive: true, force: true, maxRetries: 3 });
}
