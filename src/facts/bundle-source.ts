/** Where a bundle's files are read from: a folder, or an archive in memory. Links are never followed. */
import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { msg } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { ARCHIVE_MAX_BYTES, type BundleFiles, filesOfArchive } from './archive.ts';

export interface BundleSource {
  /** Names in a folder, '' is the top; empty for what is no folder. */
  names(folder: string): Promise<string[]>;
  kind(path: string): Promise<'file' | 'folder' | 'other'>;
  /** Undefined for what is no file. A file that no probe can have printed is a Failure. */
  read(path: string): Promise<string | undefined>;
}

const FILE_MAX_BYTES = 16 * 1024 * 1024;

/** Opens a folder or a tar.gz; a Failure (exit 2) for what is neither. */
export async function openBundle(path: string): Promise<BundleSource> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() === true) return folderSource(path);
  if (found?.isFile() !== true)
    throw new Failure(msg('facts.bundle.no-folder', { folder: path }), EXIT.usage);
  if (found.size > ARCHIVE_MAX_BYTES) throw tooLarge(path, ARCHIVE_MAX_BYTES);
  return archiveSource(filesOfArchive(await readFile(path), path));
}

function folderSource(top: string): BundleSource {
  const kind = async (path: string) => {
    const seen = await lstat(join(top, path)).catch(() => undefined);
    // the top itself may be named by a link: the person chose it
    if (path === '') return 'folder';
    return seen?.isFile() === true ? 'file' : seen?.isDirectory() === true ? 'folder' : 'other';
  };
  return {
    kind,
    names: async (folder) =>
      (await kind(folder)) === 'folder' ? sorted(await readdir(join(top, folder))) : [],
    async read(path) {
      const file = join(top, path);
      const seen = await lstat(file).catch(() => undefined);
      if (seen?.isFile() !== true) return undefined;
      if (seen.size > FILE_MAX_BYTES) throw tooLarge(file, FILE_MAX_BYTES);
      return readFile(file, 'utf8');
    },
  };
}

function archiveSource(files: BundleFiles): BundleSource {
  const folders = new Map<string, Set<string>>([['', new Set()]]);
  for (const path of files.keys()) {
    const parts = path.split('/');
    parts.forEach((part, at) => {
      const folder = parts.slice(0, at).join('/');
      const names = folders.get(folder) ?? new Set();
      folders.set(folder, names.add(part));
    });
  }
  return {
    kind: async (path) => (files.has(path) ? 'file' : folders.has(path) ? 'folder' : 'other'),
    names: async (folder) => sorted([...(folders.get(folder) ?? [])]),
    async read(path) {
      const content = files.get(path);
      if (content === undefined) return undefined;
      if (content.length > FILE_MAX_BYTES) throw tooLarge(path, FILE_MAX_BYTES);
      return Buffer.from(content).toString('utf8');
    },
  };
}

function sorted(names: string[]): string[] {
  return names.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

function tooLarge(file: string, most: number): Failure {
  return new Failure(msg('facts.bundle.too-large', { file, megabytes: most / 1024 / 1024 }), EXIT.usage);
}
