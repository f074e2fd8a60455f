/** A tree of files as data, and the writing of it. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Path -> content, a symbolic link, or an empty folder. */
export type Tree = Record<string, string | Uint8Array | { link: string } | { folder: true }>;

/** Writes a tree into a folder that does not hold any of it yet. */
export async function writeTree(folder: string, tree: Tree): Promise<void> {
  const folders = new Set(
    Object.entries(tree).map(([path, node]) => join(folder, isFolder(node) ? path : dirname(path))),
  );
  for (const one of folders) await mkdir(one, { recursive: true, mode: 0o755 });
  await Promise.all(
    Object.entries(tree).map(async ([path, node]) => {
      if (isFolder(node)) return;
      if (typeof node === 'string' || node instanceof Uint8Array) await writeFile(join(folder, path), node);
      else if ('link' in node) await symlink(node.link, join(folder, path));
    }),
  );
}

function isFolder(node: Tree[string]): boolean {
  return typeof node === 'object' && 'folder' in node;
}
