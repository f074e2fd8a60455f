import { cleanLine } from '../engine/line.ts';
import { dockerPs, type OurContainer } from '../facts/docker/docker-ps.ts';
import type { Outcome } from '../host/types.ts';
import { msg } from '../message/message.ts';
import { EXIT } from '../text/failure.ts';
import { shq } from '../text/quote.ts';
import { rankOf } from './rankof.ts';
import type { Site } from './site.ts';
import { whileWatched } from './whilewatched.ts';
import type { Ended, LogsOptions } from './wish.ts';

interface Place {
  node: string;
  rank: number;
  container: OurContainer;
}

/** Engine logs of every rank, or one: the last lines of each, and on and on with `follow`. */
export async function logs(site: Site, options: LogsOptions): Promise<Ended> {
  const facts = await site.gather([dockerPs]);
  const places: Place[] = [];
  const ranksSeen = new Set<number>();
  const unread: string[] = [];
  for (const [node, here] of facts) {
    if (!site.chosen.includes(node)) continue;
    const reading = here.read(dockerPs);
    if (reading.state === 'unknown') {
      unread.push(node);
      const why = here.reachable.ok ? reading.why : here.reachable.why;
      site.bus.emit({ type: 'note', level: 'warn', message: msg('life.logs-unread', { node, why }) });
    }
    for (const container of reading.state === 'known' ? reading.value : []) {
      const rank = rankOf(container);
      if (rank === undefined) continue;
      ranksSeen.add(rank);
      if (options.rank === undefined || options.rank === rank) places.push({ node, rank, container });
    }
  }
  places.sort((a, b) => a.rank - b.rank);
  const ranks = places.map(({ node, rank }) => ({ rank, node, lines: [] as string[] }));
  if (places.length === 0) {
    const document = { ranks, unread };
    if (unread.length > 0) {
      return { exit: EXIT.failed, message: msg('life.logs-none', { nodes: unread.join(', ') }), document };
    }
    if (ranksSeen.size === 0) {
      return { exit: EXIT.done, message: msg('life.no-deployment', { cluster: site.name }), document };
    }
    const values = { rank: options.rank ?? 0, ranks: [...ranksSeen].sort((a, b) => a - b).join(', ') };
    return { exit: EXIT.usage, message: msg('life.no-such-rank', values), document };
  }
  const read = async (place: Place, index: number) => {
    const follow = options.follow ? ' --follow' : '';
    const logs = `docker logs --tail ${options.tail}${follow} ${shq(place.container.id)}`;
    const { script, stdin } = whileWatched(logs);
    const outcome = await site.host(place.node).follow(script, {
      deadlineMs: options.follow ? 24 * 3_600_000 : 60_000,
      stdin,
      signal: site.signal,
      onLine(raw) {
        const line = cleanLine(raw);
        if (!options.follow) ranks[index]?.lines.push(line);
        site.bus.emit({ type: 'log', rank: place.rank, node: place.node, line });
      },
    });
    if (outcome.kind === 'exit' && outcome.rc === 0) return true;
    if (site.signal.aborted) return false;
    const why = whyOf(outcome);
    const message = msg('life.logs-unread', { node: place.node, why });
    site.bus.emit({ type: 'note', level: 'warn', message });
    if (!unread.includes(place.node)) unread.push(place.node);
    return false;
  };
  const done: boolean[] = [];
  if (options.follow) done.push(...(await Promise.all(places.map(read))));
  else for (const [index, place] of places.entries()) done.push(await read(place, index));
  const ok = done.every(Boolean) && unread.length === 0;
  return { exit: ok || site.signal.aborted ? EXIT.done : EXIT.failed, document: { ranks, unread } };
}

function whyOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'exit':
      return `docker logs: exit ${outcome.rc}: ${outcome.stderr.trim().split('\n').at(-1) ?? ''}`;
    case 'unreachable':
      return outcome.why;
    case 'deadline':
    case 'cancelled':
      return outcome.kind;
  }
}
