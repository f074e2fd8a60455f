import type { Finding, Remedy } from '../change/types.ts';
import { id } from '../facts/access/id.ts';
import { dockerInfo } from '../facts/docker/docker-info.ts';
import type { NodeFacts } from '../facts/types.ts';
import type { UnreachableWhy } from '../host/types.ts';
import { describeUnreachable } from '../host/unreachable.ts';
import { msg } from '../message/message.ts';
import { shline, shq } from '../text/quote.ts';
import { answering, type Check } from './check.ts';
import { brief, found, onNode } from './finding.ts';
import type { WantedNode } from './wanted.ts';

/** Every node answers over SSH. */
export const reachable: Check = {
  id: 'access.reachable',
  stage: 'access',
  needs: [],
  judge: (facts, wanted) => wanted.nodes.map((at) => reachableOn(at, facts.get(at.node.name))),
};

/** The login may use Docker. Being in the docker group is being root there. */
export const dockerAllowed: Check = {
  id: 'access.docker',
  stage: 'access',
  needs: [id, dockerInfo],
  judge: (facts, wanted) => answering(facts, wanted).flatMap(({ at, read }) => dockerAllowedOn(at, read)),
};

function reachableOn({ node }: WantedNode, read: NodeFacts | undefined): Finding {
  const base = { id: 'access.reachable', stage: 'access', node: node.name };
  if (read === undefined) {
    const title = msg('checks.access.not-read', { node: node.name });
    return found({ ...base, verdict: 'unknown', title, evidence: '', refusesUp: true });
  }
  if (read.reachable.ok) {
    return found({
      ...base,
      verdict: 'ok',
      title: msg('checks.access.ok', { node: node.name }),
      evidence: node.ssh,
    });
  }
  const { why, evidence } = read.reachable;
  const seen = { why: knownWhy(why), evidence };
  return found({
    ...base,
    subject: node.ssh,
    verdict: 'fail',
    title: msg('checks.access.unreachable', { node: node.name, target: brief(node.ssh) }),
    evidence,
    means: describeUnreachable(node.name, brief(node.ssh), seen),
    refusesUp: true,
    remedy: nextStep(seen.why, node.ssh),
  });
}

const WHYS: readonly UnreachableWhy[] = [
  'auth',
  'host-key-unknown',
  'host-key-changed',
  'refused',
  'timeout',
  'no-route',
  'name',
  'lost',
];

function knownWhy(why: string): UnreachableWhy {
  return WHYS.find((each) => each === why) ?? 'other';
}

/** Nothing here is done for the person: a changed host key above all is theirs to judge. */
function nextStep(why: UnreachableWhy, target: string): Remedy {
  const commands: Partial<Record<UnreachableWhy, string>> = {
    auth: shline(['ssh-copy-id', target]),
    'host-key-unknown': shline(['ssh', target, 'true']),
    'host-key-changed': shline(['ssh-keygen', '-R', target.slice(target.lastIndexOf('@') + 1)]),
  };
  return { automatic: false, commands: [commands[why] ?? shline(['ssh', '-v', target, 'true'])] };
}

function dockerAllowedOn({ node }: WantedNode, read: NodeFacts): Finding[] {
  const info = read.read(dockerInfo);
  if (info.state !== 'known') return []; // the check of Docker says so
  const base = { id: 'access.docker', stage: 'access', node: node.name };
  const who = read.read(id);
  const user = who.state === 'known' ? who.value.user : '?';
  if (info.value.error !== 'permission-denied') {
    if (!info.value.ok) return [];
    return [
      found({
        ...base,
        verdict: 'ok',
        title: msg('checks.access.docker.ok', { node: node.name, user: brief(user) }),
        evidence: '',
      }),
    ];
  }
  const said = info.value.message ?? '';
  if (who.state === 'known' && who.value.dockerMembers?.includes(user) === true) {
    return [
      found({
        ...base,
        subject: user,
        verdict: 'fail',
        title: msg('checks.access.docker.old-login', { node: node.name, user: brief(user) }),
        evidence: `groups: ${who.value.groups.join(' ')}\n${said}`,
        means: msg('checks.access.docker.old-login.means'),
        refusesUp: true,
        remedy: { automatic: false, commands: [shline(['ssh', '-O', 'exit', node.ssh])] },
      }),
    ];
  }
  // a name that is none (a hostile answer) is left for the node's own shell to find
  const login = /^[\w.@\\ -]{1,64}\$?$/.test(user) ? shq(user) : '"$(id -un)"';
  return [
    found({
      ...base,
      subject: user,
      verdict: 'fail',
      title: msg('checks.access.docker.group', { node: node.name, user: brief(user) }),
      evidence: who.state === 'known' ? `groups: ${who.value.groups.join(' ')}\n${said}` : said,
      means: msg('checks.access.docker.group.means'),
      refusesUp: true,
      remedy: { automatic: false, commands: [onNode(node.ssh, `sudo usermod -aG docker ${login}`)] },
    }),
  ];
}
