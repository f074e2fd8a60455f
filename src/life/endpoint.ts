/** Where the engine answers on the head, and with which key. Only our own process ever holds the key. */
import { readFile } from 'node:fs/promises';
import { keyFile, underHome } from '../deployment/folders.ts';
import type { Serves } from '../deployment/types.ts';
import type { Endpoint } from '../engine/client.ts';
import { msg } from '../message/message.ts';
import { fill } from '../recipe/places.ts';
import { knobValues } from '../recipe/settings.ts';
import { EXIT, Failure } from '../text/failure.ts';
import type { Site } from './site.ts';

/** The endpoint of a deployment as the head itself reaches it; a wildcard bind is asked on loopback (B19.3). */
export async function endpointOfServes(serves: Serves): Promise<Endpoint> {
  const address = serves.address === '0.0.0.0' ? '127.0.0.1' : serves.address;
  const base = `http://${address}:${serves.port}`;
  return serves.key === null ? { base } : { base, key: await readKey(serves.key.file) };
}

/** The endpoint without facts: from the cluster file and the recipe alone. */
export async function endpointFor(site: Site): Promise<{ endpoint: Endpoint; model: string }> {
  const { base, model, key } = placeFor(site);
  return { endpoint: { base, key: await readKey(key) }, model };
}

/** The address, the served name and the key's file, by the cluster file and the recipe. */
export function placeFor(site: Site): { base: string; model: string; key: string } {
  const { recipe } = site.recipe;
  const head = site.cluster.nodes.find((node) => node.role === 'head');
  if (head === undefined) throw new RangeError('a cluster has a head');
  const port = site.cluster.api.port ?? recipe.api.port;
  const key = underHome(keyFile(site.cluster, head), process.env.HOME ?? '');
  const model = fill(recipe.api.servedName, knobValues(site.settings)) ?? recipe.api.servedName;
  return { base: `http://127.0.0.1:${port}`, model, key };
}

async function readKey(file: string): Promise<string> {
  const key = await readFile(file, 'utf8').catch(() => '');
  if (key.trim() === '') throw new Failure(msg('life.no-key', { file }), EXIT.failed);
  return key.trim();
}
