import type { Finding } from '../change/types.ts';
import { LABEL } from '../deployment/labels.ts';
import {
  dockerPs,
  dockerRunning,
  type OurContainer,
  type RunningContainer,
} from '../facts/docker/docker-ps.ts';
import { collides, type ListeningSocket, sockets } from '../facts/machine/sockets.ts';
import type { NodeFacts } from '../facts/types.ts';
import { msg } from '../message/message.ts';
import { shline } from '../text/quote.ts';
import { answering, type Check } from './check.ts';
import { brief, found, onNode } from './finding.ts';
import type { WantedNode, WantedPort } from './wanted.ts';

/** The ports of the API and of the rendezvous are free, or held by what we started. A stranger is never stopped. */
export const portsFree: Check = {
  id: 'ports.free',
  stage: 'ports',
  needs: [sockets, dockerPs],
  judge: (facts, wanted) =>
    answering(facts, wanted).flatMap(({ at, read }) => at.ports.map((port) => portOn(at, port, read))),
};

function portOn({ node, specHash }: WantedNode, wanted: WantedPort, read: NodeFacts): Finding {
  const base = { id: `ports.${wanted.use}`, stage: 'ports', node: node.name, subject: String(wanted.port) };
  const at = { node: node.name, port: wanted.port };
  const reading = read.read(sockets);
  if (reading.state !== 'known') {
    const why = reading.state === 'unknown' ? reading.why : reading.evidence;
    return found({ ...base, verdict: 'unknown', title: msg('checks.ports.unread', at), evidence: why });
  }
  const holders = reading.value.listening.filter((each) => collides(each, wanted.address, wanted.port));
  if (holders.length === 0) {
    const evidence = `${wanted.address}:${wanted.port}`;
    return found({ ...base, verdict: 'ok', title: msg('checks.ports.free', at), evidence });
  }
  const containers = read.read(dockerPs);
  const running =
    containers.state === 'known' ? containers.value.filter((each) => each.state === 'running') : [];
  const around = read.read(dockerRunning);
  const others = around.state === 'known' ? around.value : [];
  const evidence = holders.map((holder) => describe(holder, others)).join('\n');
  const owners = holders.map((holder) => ownerOf(holder, running, specHash));
  const stranger = holders[owners.indexOf('stranger')];
  if (stranger === undefined) {
    const names = running.map((each) => brief(each.name)).join(', ');
    return owners.includes('perhaps-ours')
      ? found({
          ...base,
          verdict: 'unknown',
          title: msg('checks.ports.perhaps-ours', { ...at, names }),
          evidence,
        })
      : found({ ...base, verdict: 'ok', title: msg('checks.ports.ours', { ...at, names }), evidence });
  }
  const [first] = stranger.processes;
  const engine = engineOf(stranger, others);
  if (engine !== undefined) {
    return found({
      ...base,
      verdict: 'warn', // nothing is broken: a model is being served already
      title: msg('checks.ports.engine', { ...at, name: brief(engine.name), image: brief(engine.image) }),
      evidence,
      means: msg('checks.ports.engine.means'),
      refusesUp: true,
      remedy: {
        automatic: false,
        commands: [onNode(node.ssh, shline(['docker', 'stop', brief(engine.name)]))],
      },
    });
  }
  return found({
    ...base,
    verdict: 'fail',
    title:
      first === undefined
        ? msg('checks.ports.taken-unseen', at)
        : msg('checks.ports.taken', { ...at, holder: brief(first.name), pid: first.pid }),
    evidence,
    means: msg(wanted.use === 'api' ? 'checks.ports.taken.api' : 'checks.ports.taken.rendezvous', {
      port: wanted.port,
    }),
    refusesUp: true,
    remedy: {
      automatic: false,
      commands: [onNode(node.ssh, `sudo ss -ltnp 'sport = :${wanted.port}'`)],
    },
  });
}

/**
 * Whose a socket is. A holder that we may not see (no root, no cgroup v2) is ours where the very container that is
 * wanted runs: with a stranger on its port it could not have come up. One of ours that was made from other settings may
 * listen elsewhere, so there nothing is known.
 */
function ownerOf(
  holder: ListeningSocket,
  running: readonly OurContainer[],
  specHash: string | null,
): 'ours' | 'perhaps-ours' | 'stranger' {
  const ours = (known: boolean) => (known ? 'ours' : 'stranger');
  if (holder.containerId !== null) return ours(running.some((each) => each.id === holder.containerId));
  if (holder.processes.length > 0) {
    return ours(running.some((each) => holder.processes.some((process) => process.pid === each.pid)));
  }
  if (running.length === 0) return 'stranger';
  return running.some((each) => each.labels[LABEL.spec] === specHash) ? 'ours' : 'perhaps-ours';
}

const ENGINE_PROCESS = /^(?:vllm|sglang)|^VLLM::/i;
const ENGINE_IMAGE = /vllm|sglang|tgi|llama/i;

/** The container of an engine that holds a socket: by its id where that is known, else by what the process is. */
function engineOf(
  holder: ListeningSocket,
  running: readonly RunningContainer[],
): RunningContainer | undefined {
  const isEngine = (each: RunningContainer) => ENGINE_IMAGE.test(each.name) || ENGINE_IMAGE.test(each.image);
  const id = holder.containerId;
  if (id !== null) return running.find((each) => each.id !== '' && id.startsWith(each.id) && isEngine(each));
  if (!holder.processes.some((each) => ENGINE_PROCESS.test(each.name))) return undefined;
  return running.find(isEngine) ?? (running.length === 1 ? running[0] : undefined);
}

function describe(holder: ListeningSocket, running: readonly RunningContainer[]): string {
  const processes = holder.processes.map((each) => `${each.name} (pid ${each.pid})`).join(', ');
  const id = holder.containerId;
  const named = running.find(
    (each) =>
      (id !== null && each.id !== '' && id.startsWith(each.id)) || each.ports.includes(`:${holder.port}->`),
  );
  const known = named === undefined ? id?.slice(0, 12) : brief(named.name);
  const container = known === undefined ? '' : `, container ${known}`;
  const who = processes === '' ? 'holder not shown without root' : processes;
  return `${holder.address}:${holder.port}: ${who}${container}`;
}
