/** Reads the cluster file: where it lies, what it says, on which line. */
import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { msg } from '../message/message.ts';
import type { FileKnob } from '../recipe/settings.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { fileFailure } from '../text/located.ts';
import { hold } from '../text/schema.ts';
import { readYaml } from '../text/yaml.ts';
import { checkCluster } from './check.ts';
import { clusterSchema } from './schema.ts';
import type { LoadedCluster } from './types.ts';

export const clusterFileName = 'sparkwright.yaml';

/** Reads the text of a cluster file. An IssuesFailure (exit 2) holds all that is wrong in it. */
export function parseCluster(text: string, file: string): LoadedCluster {
  const read = readYaml(text, file);
  if (!read.ok) throw fileFailure(file, read.issues);
  const { yaml } = read;
  const held = hold(clusterSchema, yaml);
  if (!held.ok) throw fileFailure(file, held.issues);
  const issues = checkCluster(held.value, yaml);
  if (issues.length > 0) throw fileFailure(file, issues);
  return {
    cluster: held.value,
    file,
    text,
    lineOf: (path) => (yaml.has(path) ? yaml.keyPositionOf(path).line : undefined),
  };
}

/** Reads a cluster file. A `sshConfig` or `recipe` that starts with `.` is taken from the file's own folder. */
export async function loadCluster(file: string): Promise<LoadedCluster> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const said =
      error.code === 'ENOENT'
        ? msg('cluster.file.missing', { file })
        : msg('cluster.file.unreadable', { file });
    throw new Failure(said, EXIT.usage, error.message);
  });
  const loaded = parseCluster(text, file);
  const { sshConfig, recipe } = loaded.cluster;
  const beside = (path: string) => (path.startsWith('.') ? resolve(dirname(file), path) : path);
  const cluster = { ...loaded.cluster, recipe: beside(recipe) };
  if (sshConfig !== undefined) cluster.sshConfig = beside(sshConfig);
  return { ...loaded, cluster };
}

/** The user's own cluster file, used where no folder upward has one. */
function userClusterFile(env: Record<string, string | undefined>): string {
  const config = env.XDG_CONFIG_HOME;
  const base = config?.startsWith('/') ? config : join(env.HOME ?? homedir(), '.config');
  return join(base, 'sparkwright', clusterFileName);
}

/**
 * Which cluster file is meant: the flag's, else the nearest sparkwright.yaml from `cwd` upward, else the user's.
 * None is a Failure (exit 2) that names the way to one.
 */
export async function findClusterFile(
  flag: string | undefined,
  cwd: string,
  env: Record<string, string | undefined>,
): Promise<string> {
  if (flag !== undefined) {
    const file = resolve(cwd, flag);
    if (await isFile(file)) return file;
    throw new Failure(msg('cluster.file.missing', { file }), EXIT.usage);
  }
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const file = join(folder, clusterFileName);
    if (await isFile(file)) return file;
    if (dirname(folder) === folder) break;
  }
  const own = userClusterFile(env);
  if (await isFile(own)) return own;
  throw new Failure(msg('cluster.file.none', { name: clusterFileName, folder: cwd, own }), EXIT.usage);
}

/** The knobs of the file with the lines they stand on, as settings want them. */
export function fileKnobs({ cluster, file, text, lineOf }: LoadedCluster): FileKnob[] {
  const lines = text.split('\n');
  return Object.entries(cluster.knobs).map(([knob, value]) => {
    const line = lineOf(['knobs', knob]) ?? 1;
    const excerpt = (lines[line - 1] ?? '').replace(/\r$/, '');
    return { knob, value, file, line, column: Math.max(1, excerpt.indexOf(knob) + 1), excerpt };
  });
}

function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
