/** What `init` writes: from the few things only the owner knows to a cluster file. */
import { type Language, type Message, msg } from '../message/message.ts';
import type { Recipe } from '../recipe/types.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { parseCluster } from './load.ts';
import { renderClusterFile } from './render.ts';
import { isSshTarget, nodeName } from './schema.ts';
import type { Cluster } from './types.ts';

export interface InitWish {
  head: string; // ssh target
  workers: string[]; // ssh targets, in the order of their ranks
  recipe: string;
  name?: string;
  sshConfig?: string;
  language: Language;
  /** The recipe itself, when it could be read: its knobs are listed as comments. */
  loaded?: Pick<Recipe, 'knobs' | 'title'>;
}

export interface InitFile {
  path: string;
  existing: string | undefined; // the text that lies there
  force: boolean;
}

export interface InitPlan {
  text: string;
  cluster: Cluster;
  /** The same text lies there already: nothing is to be written. */
  unchanged: boolean;
}

/** What must still be asked, in order; addresses and links are not asked, the probes find them. */
export function initQuestions(given: Partial<Pick<InitWish, 'head' | 'workers' | 'recipe'>>): {
  id: 'head' | 'workers' | 'recipe';
  message: Message;
}[] {
  return [
    ...(given.head === undefined ? [{ id: 'head', message: msg('cluster.init.askHead') } as const] : []),
    ...(given.workers === undefined || given.workers.length === 0
      ? [{ id: 'workers', message: msg('cluster.init.askWorkers') } as const]
      : []),
    ...(given.recipe === undefined
      ? [{ id: 'recipe', message: msg('cluster.init.askRecipe') } as const]
      : []),
  ];
}

/**
 * The file that `init` writes. A different file that lies there is a Failure (exit 2) without `force`; a target
 * that ssh can't take is one too.
 */
export function planInit(wish: InitWish, file: InitFile): InitPlan {
  const targets = [wish.head, ...wish.workers];
  for (const target of targets) {
    if (!isSshTarget(target))
      throw new Failure(msg('cluster.form.ssh', { value: target.slice(0, 80) }), EXIT.usage);
  }
  const names = namesFor(targets);
  const cluster: Cluster = {
    version: 1,
    name: wish.name ?? 'sparks',
    nodes: targets.map((ssh, index) => ({
      name: names[index] ?? `spark-${index}`,
      role: index === 0 ? 'head' : 'worker',
      ssh,
      fabric: {},
      paths: {},
    })),
    ...(wish.sshConfig === undefined ? {} : { sshConfig: wish.sshConfig }),
    recipe: wish.recipe,
    exposure: 'loopback',
    paths: {},
    api: {},
    knobs: {},
  };
  const { language, loaded } = wish;
  const text = renderClusterFile({ cluster, language, ...(loaded === undefined ? {} : { recipe: loaded }) });
  const parsed = parseCluster(text, file.path);
  const unchanged = file.existing === text;
  if (file.existing !== undefined && !unchanged && !file.force) {
    throw new Failure(msg('cluster.init.exists', { file: file.path }), EXIT.usage);
  }
  return { text, cluster: parsed.cluster, unchanged };
}

/** The first label of each host; addresses, and names that would be twice, become spark-a, spark-b… */
export function namesFor(targets: readonly string[]): string[] {
  const labels = targets.map((target) => {
    const host = target.replace(/^.*@/, '');
    const label = /^[\d.]+$/.test(host) || host.includes(':') ? '' : (host.split('.')[0] ?? '');
    return label.replaceAll('_', '-');
  });
  const usable = labels.every((label, index) => nodeName.test(label) && labels.indexOf(label) === index);
  return usable ? labels : targets.map((_, index) => `spark-${letters(index)}`);
}

function letters(index: number): string {
  const letter = String.fromCharCode(97 + (index % 26));
  return index < 26 ? letter : `${letters(Math.floor(index / 26) - 1)}${letter}`;
}
