/** What a bundle holds beside facts and logs: what was wanted, what the deployment asks of the nodes, what was done. */
import { open, readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Cluster } from '../cluster/types.ts';
import { keyFile, underHome } from '../deployment/folders.ts';
import { renderDocker, renderJson } from '../deployment/render.ts';
import { resolveDeployment } from '../deployment/resolve.ts';
import type { ClusterFacts } from '../facts/types.ts';
import type { StateFolder } from '../gate/state.ts';
import { settingsDocument } from '../recipe/views.ts';
import { Failure } from '../text/failure.ts';
import type { Site } from './site.ts';

type File = [path: string, content: string];

const RUNS = 5;
const EVENTS_MAX_BYTES = 1024 * 1024;
const STATE_FILE_MAX_BYTES = 1024 * 1024;
const RECIPE_FILE_MAX_BYTES = 1024 * 1024;

/** The cluster file and the recipe as they were given, every setting with its origin, and the containers asked for. */
export function configFiles(site: Site, facts: ClusterFacts): File[] {
  const recipe = Object.entries(site.wish.recipe.files).flatMap(([path, content]): File[] => {
    const bytes = Buffer.from(content, 'base64');
    // what is no text could not be redacted
    if (bytes.length > RECIPE_FILE_MAX_BYTES || bytes.includes(0)) return [];
    return [[`config/recipe/${archiveName(path)}`, bytes.toString('utf8')]];
  });
  return [
    ['config/cluster.yaml', site.wish.cluster.text],
    ...recipe,
    ['config/settings.json', json(settingsDocument(site.settings))],
    ...deploymentFiles(site, facts),
  ];
}

/** What `up` would start by these facts; or why it would not. */
function deploymentFiles({ recipe, cluster, settings }: Site, facts: ClusterFacts): File[] {
  try {
    const { deployment, refusals } = resolveDeployment({ recipe, cluster, settings, facts });
    if (deployment === undefined) return [['config/refusals.json', json({ findings: refusals })]];
    return [
      ['config/deployment.json', json(renderJson(deployment))],
      ['config/deployment.sh', renderDocker(deployment)],
    ];
  } catch (error) {
    const why = error instanceof Failure ? error.said : String(error);
    return [['config/refusals.json', json({ error: why })]];
  }
}

/** Newest receipt, intent, and the events of the last runs; what is not there is left out. */
export async function stateFiles(state: StateFolder): Promise<File[]> {
  const receipt = (await names(state.receipts)).filter((name) => name.endsWith('.json')).at(-1);
  const runs = (await names(state.runs)).slice(-RUNS);
  const wanted: [string, string, number][] = [
    ['state/intent.json', state.intent, STATE_FILE_MAX_BYTES],
    ['state/boots.jsonl', state.boots, STATE_FILE_MAX_BYTES],
    ...(receipt === undefined
      ? []
      : ([['state/receipt.json', join(state.receipts, receipt), STATE_FILE_MAX_BYTES]] satisfies [
          string,
          string,
          number,
        ][])),
    ...runs.map((run): [string, string, number] => [
      `state/runs/${archiveName(run)}.jsonl`,
      join(state.runs, run, 'events.jsonl'),
      EVENTS_MAX_BYTES,
    ]),
  ];
  const read = await Promise.all(
    wanted.map(async ([path, file, most]) => [path, await lastOf(file, most)] as const),
  );
  return read.flatMap(([path, text]): File[] => (text === undefined ? [] : [[path, text]]));
}

/** The deployment's API keys, read only to take them out; the head is this machine. */
export async function ownSecrets(cluster: Cluster): Promise<string[]> {
  const head = cluster.nodes.find((node) => node.role === 'head');
  if (head === undefined) return [];
  const text = await lastOf(underHome(keyFile(cluster, head), homedir()), 65_536);
  return (text ?? '').split(/\s+/).filter((key) => key !== '');
}

/** A name that any archive takes. */
function archiveName(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
  return parts
    .map((part) => part.replace(/[^\w.@+=,-]/g, '_').slice(0, 60))
    .join('/')
    .slice(-150);
}

async function names(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [] as string[])).sort();
}

/** The last bytes of a file, from the start of a line; undefined when there is none. */
async function lastOf(path: string, most: number): Promise<string | undefined> {
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - most);
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(Math.min(size, most)),
      0,
      Math.min(size, most),
      from,
    );
    const text = buffer.subarray(0, bytesRead).toString('utf8');
    return from === 0 ? text : text.slice(text.indexOf('\n') + 1);
  } catch {
    return undefined; // a folder of that name
  } finally {
    await file.close();
  }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
