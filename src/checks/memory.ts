import type { Finding } from '../change/types.ts';
import { dockerPs } from '../facts/docker/docker-ps.ts';
import { meminfo } from '../facts/machine/meminfo.ts';
import type { NodeFacts } from '../facts/types.ts';
import { msg } from '../message/message.ts';
import { answering, type Check } from './check.ts';
import { found } from './finding.ts';
import type { WantedNode } from './wanted.ts';

const GIB = 2 ** 30;

/** MemAvailable holds at least the node's part of the weights. Only a warning: what else an engine takes is not known here. */
export const memoryEnough: Check = {
  id: 'memory.available',
  stage: 'memory',
  needs: [meminfo, dockerPs],
  judge: (facts, wanted) => answering(facts, wanted).map(({ at, read }) => memoryOn(at, read)),
};

function memoryOn({ node, memoryBytes }: WantedNode, read: NodeFacts): Finding {
  const base = { id: 'memory.available', stage: 'memory', node: node.name };
  const reading = read.read(meminfo);
  const availableKiB = reading.state === 'known' ? reading.value.memAvailableKiB : null;
  if (availableKiB === null) {
    const why = reading.state === 'unknown' ? reading.why : reading.evidence;
    return found({
      ...base,
      verdict: 'unknown',
      title: msg('checks.memory.unread', { node: node.name }),
      evidence: why,
    });
  }
  const evidence = `MemAvailable: ${availableKiB} kB`;
  const available = ((availableKiB * 1024) / GIB).toFixed(1);
  const at = { node: node.name, available, needed: (memoryBytes / GIB).toFixed(1) };
  const containers = read.read(dockerPs);
  if (containers.state === 'known' && containers.value.some((each) => each.state === 'running')) {
    return found({ ...base, verdict: 'ok', title: msg('checks.memory.ours', at), evidence });
  }
  if (availableKiB * 1024 >= memoryBytes) {
    return found({ ...base, verdict: 'ok', title: msg('checks.memory.ok', at), evidence });
  }
  return found({
    ...base,
    verdict: 'warn',
    title: msg('checks.memory.low', at),
    evidence,
    means: msg('checks.memory.low.means'),
  });
}
