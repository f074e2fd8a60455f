import type { Finding } from '../change/types.ts';
import { id } from '../facts/access/id.ts';
import type { ClusterFacts } from '../facts/types.ts';
import { unread } from './unread.ts';

/** The home folder of our login on a node; never guessed, for every path of a container is made from it. */
export function homeOf(facts: ClusterFacts, node: string): { home: string } | { refusal: Finding } {
  const reading = facts.get(node)?.read(id);
  if (reading?.state === 'known' && reading.value.home !== null) return { home: reading.value.home };
  const why =
    reading === undefined ? 'not read' : reading.state === 'unknown' ? reading.why : reading.evidence;
  return { refusal: unread(facts, node, 'id', why) };
}
