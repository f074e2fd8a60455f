/** A support bundle as facts: the raw output of every probe, kept as files, or copies of the files a probe reads. */
import { join } from 'node:path';
import { unreachableWhy } from '../host/unreachable.ts';
import { msg } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { type BundleSource, openBundle } from './bundle-source.ts';
import { type RootFile, TREE_FORMS, wants } from './bundle-tree.ts';
import { isRecord, jsonOf, recordsOf, textOf } from './json.ts';
import { nodeFacts } from './node-facts.ts';
import type { ClusterFacts, NodeFacts, RawOutput } from './types.ts';

interface BundleNode {
  name: string;
  role: 'head' | 'worker';
}

export interface Bundle {
  path: string; // of the folder or the archive
  tool: string | null;
  at: string | null; // ISO time of the recording
  nodes: BundleNode[];
  facts: ClusterFacts;
}

const ROOT_MAX_FILES = 5_000;
const DEPTH_MAX = 12;

/**
 * Reads a bundle: its folder or its tar.gz. A probe it does not hold is unknown, a node without any file too: that is
 * no error. Throws a Failure (exit 2) when it is neither, when bundle.json is missing, no JSON, of another version, or
 * names a node as no folder can be called, and for an archive that no sparkwright wrote. Links are never followed: a
 * bundle comes from outside.
 */
export async function readBundle(path: string): Promise<Bundle> {
  const source = await openBundle(path);
  const about = await readAbout(source, path);
  const nodes = await Promise.all(
    about.nodes.map(async ({ name }) => [name, await readNode(source, `nodes/${name}`, name)] as const),
  );
  return { path, ...about, facts: new Map(nodes) };
}

async function readAbout(source: BundleSource, path: string): Promise<Pick<Bundle, 'tool' | 'at' | 'nodes'>> {
  const file = join(path, 'bundle.json');
  const text = await source.read('bundle.json');
  if (text === undefined) throw new Failure(msg('facts.bundle.no-folder', { folder: path }), EXIT.usage);
  const json = jsonOf(text);
  const bad = (why: string) =>
    new Failure(msg('facts.bundle.bad-json', { file, why }), EXIT.usage, text.slice(0, 200));
  if (!isRecord(json)) throw bad('no JSON object');
  if (json.version !== 1) {
    throw new Failure(msg('facts.bundle.version', { file, version: String(json.version) }), EXIT.usage);
  }
  const nodes = recordsOf(json.nodes).map((node): BundleNode => {
    const name = textOf(node.name) ?? '';
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/.test(name))
      throw bad(`nodes[].name ${JSON.stringify(node.name)}`);
    if (node.role !== 'head' && node.role !== 'worker')
      throw bad(`nodes[].role ${JSON.stringify(node.role)}`);
    return { name, role: node.role };
  });
  if (nodes.length === 0) throw bad('nodes: []');
  if (new Set(nodes.map((node) => node.name)).size < nodes.length) throw bad('nodes[].name twice');
  return { tool: textOf(json.tool), at: textOf(json.at), nodes };
}

async function readNode(source: BundleSource, folder: string, name: string): Promise<NodeFacts> {
  const raw = new Map(await rawFromRoot(source, `${folder}/root`));
  for (const [id, output] of await rawFromFiles(source, folder)) raw.set(id, output);
  return nodeFacts(name, reachableOf(raw), raw, {
    code: 'not-in-bundle',
    why: `nodes/${name} of the bundle holds nothing of this probe`,
  });
}

/** How SSH answered, where that was recorded: 255 is ssh's own failure, and our word for it may stand in its output. */
function reachableOf(raw: ReadonlyMap<string, RawOutput>): NodeFacts['reachable'] {
  const ssh = raw.get('ssh');
  if (ssh === undefined || ssh.rc !== 255) return { ok: true, seconds: 0 };
  const word = /^[a-z-]{1,30}$/.exec(ssh.out.trim())?.[0];
  return { ok: false, why: word ?? unreachableWhy(ssh.err, false), evidence: ssh.err.trim() };
}

async function rawFromFiles(source: BundleSource, folder: string): Promise<[string, RawOutput][]> {
  const ids = new Set<string>();
  for (const name of await source.names(folder)) {
    const id = /^([a-z0-9][a-z0-9-]{0,63})\.(?:out|err|rc)$/.exec(name)?.[1];
    if (id !== undefined) ids.add(id);
  }
  return Promise.all(
    [...ids].map(async (id) => [id, await rawOf(source, `${folder}/${id}`)] as [string, RawOutput]),
  );
}

async function rawOf(source: BundleSource, base: string): Promise<RawOutput> {
  const status = (await source.read(`${base}.rc`))?.trim() ?? '0';
  return {
    out: (await source.read(`${base}.out`)) ?? '',
    err: (await source.read(`${base}.err`)) ?? '',
    rc: /^\d{1,3}$/.test(status) ? Number(status) : 1, // a status that can't be read is no success
  };
}

async function rawFromRoot(source: BundleSource, root: string): Promise<[string, RawOutput][]> {
  const files: RootFile[] = [];
  await collect(source, root, '', 0, files);
  return Object.entries(TREE_FORMS).flatMap(([id, form]): [string, RawOutput][] => {
    const own = files.filter(([path]) => wants(form, path));
    return own.length === 0 ? [] : [[id, { out: form.out(own), err: '', rc: 0 }]];
  });
}

async function collect(
  source: BundleSource,
  root: string,
  path: string,
  depth: number,
  files: RootFile[],
): Promise<void> {
  if (depth > DEPTH_MAX) return;
  for (const name of await source.names(root + path)) {
    if (files.length >= ROOT_MAX_FILES) return;
    const below = `${path}/${name}`;
    const kind = await source.kind(root + below);
    if (kind === 'folder') await collect(source, root, below, depth + 1, files);
    else if (kind === 'file' && Object.values(TREE_FORMS).some((form) => wants(form, below))) {
      files.push([below, (await source.read(root + below)) ?? '']);
    }
  }
}
