import type { Finding } from '../change/types.ts';
import type { ClusterFacts, NodeFacts, Probe } from '../facts/types.ts';
import type { Wanted, WantedNode } from './wanted.ts';

/** A rule over facts. It gives at least one finding for each node it could look at: `ok` is said too. */
export interface Check {
  id: string; // access.reachable; its findings' ids begin with its stage
  stage: string;
  needs: Probe<unknown>[];
  judge(facts: ClusterFacts, wanted: Wanted): Finding[];
}

/** The nodes that answered: one that did not is refused once, by the check of access, and not by every other. */
export function answering(facts: ClusterFacts, wanted: Wanted): { at: WantedNode; read: NodeFacts }[] {
  return wanted.nodes.flatMap((at) => {
    const read = facts.get(at.node.name);
    return read?.reachable.ok === true ? [{ at, read }] : [];
  });
}
