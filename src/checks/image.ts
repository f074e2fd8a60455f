import type { Finding } from '../change/types.ts';
import type { ClusterNode } from '../cluster/types.ts';
import { type DockerImage, dockerImage } from '../facts/docker/docker-image.ts';
import { dockerInfo } from '../facts/docker/docker-info.ts';
import type { ClusterFacts, NodeFacts } from '../facts/types.ts';
import { msg } from '../message/message.ts';
import { shline } from '../text/quote.ts';
import { answering, type Check } from './check.ts';
import { brief, found, onNode } from './finding.ts';
import type { Wanted } from './wanted.ts';

/**
 * The image is right where it is. Absent is no refusal: `up` fetches it. Present and wrong is one, and so is different
 * content on two nodes, compared by architecture and layers: an id means another thing in each image store.
 */
export const imageFits: Check = {
  id: 'image.fits',
  stage: 'image',
  needs: [dockerImage, dockerInfo],
  judge(facts, wanted) {
    const nodes = answering(facts, wanted).filter(({ read }) => dockerSpeaks(read));
    const each = nodes.map(({ at, read }) => imageOn(at.node, read, wanted));
    return [...each, ...sameContent(facts, wanted)];
  },
};

function dockerSpeaks(read: NodeFacts): boolean {
  const info = read.read(dockerInfo);
  return info.state === 'known' && info.value.ok; // else the check of Docker refuses already
}

function imageOn({ name: node, ssh }: ClusterNode, read: NodeFacts, wanted: Wanted): Finding {
  const base = { id: 'image.fits', stage: 'image', node, subject: wanted.image };
  const at = { node, image: brief(wanted.image, 120) };
  const reading = read.read(dockerImage);
  if (reading.state === 'absent') {
    return found({
      ...base,
      verdict: 'ok',
      title: msg('checks.image.absent', at),
      evidence: reading.evidence,
    });
  }
  if (reading.state === 'unknown') {
    const title = msg('checks.image.unread', at);
    return found({ ...base, verdict: 'unknown', title, evidence: reading.why, refusesUp: true });
  }
  const { architecture } = reading.value;
  if (architecture !== null && wanted.architectures.includes(architecture)) {
    return found({
      ...base,
      verdict: 'ok',
      title: msg('checks.image.ok', at),
      evidence: contentOf(reading.value),
    });
  }
  return found({
    ...base,
    id: 'image.architecture',
    verdict: architecture === null ? 'unknown' : 'fail',
    title: msg('checks.image.architecture', {
      ...at,
      architecture: brief(architecture ?? '?'),
      wanted: wanted.architectures.join(', '),
    }),
    evidence: contentOf(reading.value),
    means: msg('checks.image.architecture.means'),
    refusesUp: true,
    remedy: { automatic: false, commands: [onNode(ssh, shline(['docker', 'image', 'rm', at.image]))] },
  });
}

function sameContent(facts: ClusterFacts, wanted: Wanted): Finding[] {
  const present = answering(facts, wanted).flatMap(({ at, read }) => {
    const reading = read.read(dockerImage);
    return reading.state === 'known'
      ? [{ node: at.node.name, ssh: at.node.ssh, image: reading.value, key: contentKey(reading.value) }]
      : [];
  });
  const [first] = present;
  const others = present.filter(({ key }) => key !== first?.key);
  if (first === undefined || others.length === 0) return [];
  const save = shline(['ssh', first.ssh, shline(['docker', 'save', brief(wanted.image, 120)])]);
  return [
    found({
      id: 'image.differs',
      stage: 'image',
      subject: wanted.image,
      verdict: 'fail',
      title: msg('checks.image.differs', {
        image: brief(wanted.image, 120),
        nodes: present.map(({ node }) => node).join(', '),
      }),
      evidence: present.map(({ node, image }) => `${node}: ${contentOf(image)}`).join('\n'),
      means: msg('checks.image.differs.means'),
      refusesUp: true,
      remedy: {
        automatic: false,
        commands: others.map(({ ssh }) => `${save} | ${shline(['ssh', ssh, 'docker load'])}`),
      },
    }),
  ];
}

function contentKey(image: DockerImage): string {
  return JSON.stringify([image.architecture, image.layers]);
}

function contentOf(image: DockerImage): string {
  const last = image.layers.at(-1)?.slice(0, 19) ?? '-';
  return `${image.architecture ?? '?'}, ${image.layers.length} layers, last ${last}, id ${image.id?.slice(0, 19) ?? '-'}`;
}
