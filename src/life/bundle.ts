/**
 * A support bundle: everything that is needed to judge a cluster from afar, redacted. It is made in the head's memory
 * and leaves as events, so nothing of it ever lies on a node, not after kill -9 and not on a full disk.
 */
import { ARCHIVE_MAX_BYTES, archiveOf } from '../facts/archive.ts';
import { bundleFilesOf } from '../facts/bundle-files.ts';
import { dockerPs } from '../facts/docker/docker-ps.ts';
import type { ClusterFacts } from '../facts/types.ts';
import { msg } from '../message/message.ts';
import { sha256Hex } from '../text/canonical.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { redactor, secretsIn } from '../text/redact.ts';
import { toolVersion } from '../text/version.ts';
import { configFiles, ownSecrets, stateFiles } from './bundle-content.ts';
import { rankOf } from './rankof.ts';
import type { Site } from './site.ts';
import type { Ended } from './wish.ts';

export interface BundleDocument {
  ok: true;
  bytes: number;
  sha256: string;
  files: number;
  nodes: { name: string; role: 'head' | 'worker'; reachable: boolean }[];
  /** Logs that could not be read, by container, with what was said instead. */
  unread: { node: string; container: string; why: string }[];
}

const LOG_LINES = 20_000;
const LOG_MAX_BYTES = 8 * 1024 * 1024;
const LOGS_MAX_BYTES = 32 * 1024 * 1024;
/** In base64 it stays below the 64 KiB that one line may have on its way. */
const CHUNK_BYTES = 33_000;
/** A text that names more secrets than this is made to slow us down; they still go where they are named. */
const FOUND_MAX = 2_000;

/** Reads, redacts, packs and hands over. A node that cannot be reached is in it as such; that is no failure. */
export async function bundle(site: Site): Promise<Ended> {
  const facts = await site.gather();
  const at = new Date();
  const nodes = site.cluster.nodes
    .filter(({ name }) => site.chosen.includes(name))
    .map(({ name, role }) => ({ name, role, reachable: facts.get(name)?.reachable.ok === true }));
  for (const { name, reachable } of nodes) {
    if (reachable) continue;
    site.bus.emit({ type: 'note', level: 'warn', message: msg('life.bundle.unreachable', { node: name }) });
  }
  const logs = await logFiles(site, facts);
  const about = {
    version: 1,
    tool: toolVersion(),
    at: at.toISOString(),
    nodes: nodes.map(({ name, role }) => ({ name, role })),
  };
  const files = new Map<string, string>([
    ['bundle.json', `${JSON.stringify(about, null, 2)}\n`],
    ...nodes.flatMap(({ name }) => {
      const here = facts.get(name);
      return here === undefined ? [] : bundleFilesOf(here);
    }),
    ...logs.files,
    ...configFiles(site, facts),
    ...(await stateFiles(site.state)),
  ]);
  const archive = archiveOf(folderName(at), redacted(files, await ownSecrets(site.cluster)), at);
  if (archive.length > ARCHIVE_MAX_BYTES) {
    const megabytes = Math.round(archive.length / 1e6);
    throw new Failure(msg('life.bundle.too-large', { megabytes }), EXIT.failed);
  }
  for (let offset = 0; offset < archive.length; offset += CHUNK_BYTES) {
    site.signal.throwIfAborted();
    const data = archive.subarray(offset, offset + CHUNK_BYTES).toString('base64');
    site.bus.emit({ type: 'chunk', offset, data });
  }
  const { unread } = logs;
  const document: BundleDocument = {
    ok: true,
    bytes: archive.length,
    sha256: sha256Hex(archive),
    files: files.size,
    nodes,
    unread,
  };
  return { exit: EXIT.done, document };
}

/** `sparkwright-20261201T120000`: unpacked beside another it does not mix with it. */
function folderName(at: Date): string {
  return `sparkwright-${at.toISOString().replace(/[-:]/g, '').slice(0, 15)}`;
}

/** Every file without secrets; a value that one file shows to be secret goes from all of them. */
export function redacted(files: ReadonlyMap<string, string>, own: readonly string[]): Map<string, string> {
  const found = new Set<string>();
  for (const text of files.values()) {
    for (const secret of secretsIn(text)) {
      if (found.size < FOUND_MAX) found.add(secret);
    }
  }
  const clean = redactor([...own, ...found]);
  return new Map([...files].map(([path, text]) => [path, clean(text)]));
}

async function logFiles(
  site: Site,
  facts: ClusterFacts,
): Promise<{ files: [string, string][]; unread: BundleDocument['unread'] }> {
  const places = site.chosen.flatMap((node) => {
    const reading = facts.get(node)?.read(dockerPs);
    return (reading?.state === 'known' ? reading.value : []).flatMap((container) => {
      const rank = rankOf(container);
      return rank === undefined ? [] : [{ node, rank, container }];
    });
  });
  const most = Math.floor(Math.min(LOG_MAX_BYTES, LOGS_MAX_BYTES / Math.max(1, places.length)));
  const files: [string, string][] = [];
  const unread: BundleDocument['unread'] = [];
  await Promise.all(
    places.map(async ({ node, rank, container }) => {
      const script = `docker logs --timestamps --tail ${LOG_LINES} "$1" 2>&1 | tail -c ${most}; exit "\${PIPESTATUS[0]}"`;
      const outcome = await site
        .host(node)
        .run(script, { deadlineMs: 120_000, signal: site.signal, args: [container.id] });
      const text = 'stdout' in outcome ? outcome.stdout : '';
      if (outcome.kind !== 'exit' || outcome.rc !== 0) {
        const why = outcome.kind === 'exit' ? text.trim().slice(-300) : outcome.kind;
        unread.push({ node, container: container.name, why: redactor()(why) });
        site.bus.emit({
          type: 'note',
          level: 'warn',
          message: msg('life.logs-unread', { node, why: redactor()(why) }),
        });
      }
      const twice = places.some((other) => other.rank === rank && other.node !== node);
      if (text !== '') files.push([`logs/rank${rank}${twice ? `-${node}` : ''}.log`, text]);
    }),
  );
  return { files, unread };
}
