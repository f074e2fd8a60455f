/** What an entry of the ledger may name. A ledger that was copied, moved or edited must not lead root anywhere else. */
import { basename, join, resolve } from 'node:path';
import type { Made } from './ledger.ts';
import { type LabPaths, labPrefix } from './paths.ts';

/** Half-built trees lie in the cache, which may have been another folder then: known by their names. */
const HALF_BUILT = /^lab-(base|spark)-[0-9a-f]{16}\.part-[0-9]+(\.scratch)?$/;

/** Whether the entry names what a lab in this folder makes. */
export function withinBounds(paths: LabPaths, entry: Made): boolean {
  const prefix = labPrefix(paths);
  switch (entry.kind) {
    case 'netns':
      return entry.name.startsWith(`${prefix}-`) && !entry.name.includes('/');
    case 'cgroup':
      return below('/sys/fs/cgroup', entry.path) && entry.path.split('/').includes(prefix);
    case 'process':
      return Number.isInteger(entry.pid) && entry.pid > 1;
    case 'mount':
      return entry.path === '/run/netns';
    case 'tree':
      return below(paths.folder, entry.path) || (plain(entry.path) && HALF_BUILT.test(basename(entry.path)));
    case 'disk':
      return below(join(paths.folder, 'hosts'), entry.path);
    // Removed only when it is empty.
    case 'folder':
      return plain(entry.path);
  }
}

/** Absolute, and without a step up. */
const plain = (path: string) => resolve(path) === path;

const below = (folder: string, path: string) => plain(path) && path.startsWith(`${folder}/`);
