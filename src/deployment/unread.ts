import type { Finding } from '../change/types.ts';
import type { ClusterFacts } from '../facts/types.ts';
import { msg } from '../message/message.ts';

/** A node that was not reached, or one fact of it that could not be read: the deployment can't be settled without. */
export function unread(facts: ClusterFacts, node: string, what: string, why: string): Finding {
  const reachable = facts.get(node)?.reachable;
  const gone = reachable !== undefined && !reachable.ok ? reachable : undefined;
  return {
    id: gone === undefined ? `deployment.unread.${what}` : 'deployment.unreachable',
    stage: 'deployment',
    node,
    ...(gone === undefined ? { subject: what } : {}),
    verdict: 'unknown',
    title:
      gone === undefined
        ? msg('deployment.node.unread', { node, what })
        : msg('deployment.node.unreachable', { node, why: gone.why }),
    evidence: gone === undefined ? why : gone.evidence,
    means: msg('deployment.node.unread.means', { node }),
    refusesUp: true,
  };
}
