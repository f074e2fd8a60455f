import type { Finding } from '../change/types.ts';
import { dockerPs, type OurContainer } from '../facts/docker/docker-ps.ts';
import type { ClusterFacts } from '../facts/types.ts';
import { msg } from '../message/message.ts';

/** This cluster's containers on a node as last read; empty too where they could not be read (see `unread`). */
export function containersOn(facts: ClusterFacts, node: string): OurContainer[] {
  const reading = facts.get(node)?.read(dockerPs);
  return reading?.state === 'known' ? reading.value : [];
}

/** The finding of a node whose containers could not be read: nothing is concluded about what runs there. */
export function unread(facts: ClusterFacts, node: string): Finding[] {
  const here = facts.get(node);
  const reading = here?.read(dockerPs);
  if (reading?.state === 'known') return [];
  const gone = here !== undefined && !here.reachable.ok ? here.reachable : undefined;
  const why =
    reading === undefined ? 'not read' : reading.state === 'unknown' ? reading.why : reading.evidence;
  return [
    {
      id: gone === undefined ? 'rank.unread' : 'rank.unreachable',
      stage: 'rank',
      node,
      verdict: 'unknown',
      title:
        gone === undefined ? msg('rank.unread', { node }) : msg('rank.unreachable', { node, why: gone.why }),
      evidence: gone?.evidence ?? why,
      means: msg('rank.unread.means', { node }),
      refusesUp: true,
    },
  ];
}
