import type { Finding } from '../change/types.ts';
import { chooseFabric } from '../deployment/fabric.ts';
import type { FabricPort, FabricView } from '../deployment/port.ts';
import { fabricView } from '../deployment/ports.ts';
import { isRoutable, subnetOf } from '../deployment/subnet.ts';
import { ipAddr } from '../facts/fabric/ip-addr.ts';
import { sysfsInfiniband } from '../facts/fabric/sysfs-infiniband.ts';
import { sysfsNet } from '../facts/fabric/sysfs-net.ts';
import type { ClusterFacts } from '../facts/types.ts';
import { msg } from '../message/message.ts';
import { shq } from '../text/quote.ts';
import { answering, type Check } from './check.ts';
import { brief, found, onNode } from './finding.ts';
import type { Wanted } from './wanted.ts';

const FABRIC_PROBES = [ipAddr, sysfsInfiniband, sysfsNet];

/** All nodes have a link in one network; the choice itself, and its refusals with all candidates, are the deployment's. */
export const fabricLinked: Check = {
  id: 'network.fabric',
  stage: 'network',
  needs: FABRIC_PROBES,
  judge(facts, wanted) {
    const views = viewsOf(facts, wanted);
    if ('refusals' in views) return views.refusals;
    if (views.length < wanted.nodes.length) return []; // a node that was not reached is refused as such
    const { links, refusals } = chooseFabric(views, wanted.transport);
    if (refusals.length > 0) return refusals.map(withCandidates);
    return links.map((link) =>
      found({
        id: 'network.fabric',
        stage: 'network',
        node: link.node,
        subject: link.netdev,
        verdict: 'ok',
        title: msg('checks.fabric.ok', {
          node: link.node,
          netdev: brief(link.netdev),
          address: brief(link.address),
        }),
        evidence: `${link.address}/${link.prefixLength} mtu ${link.mtu} ${link.rdmaDevices.join(' ') || '-'} gid ${link.gidIndex ?? '-'}`,
      }),
    );
  },
};

/** Both ends of a rail have one MTU: a large RDMA message into a smaller one is lost without a word. */
export const fabricMtu: Check = {
  id: 'network.mtu',
  stage: 'network',
  needs: FABRIC_PROBES,
  judge: (facts, wanted) => railsOf(readViews(facts, wanted)).flatMap((rail) => mtuOf(rail, wanted)),
};

/** Two ports of one node in one network: which of them answers is chance (facts.md: twins in different subnets). */
export const fabricTwins: Check = {
  id: 'network.twins',
  stage: 'network',
  needs: FABRIC_PROBES,
  judge: (facts, wanted) => readViews(facts, wanted).flatMap(twinsOf),
};

/** A cable is in the chosen port of every node. */
export const fabricCarrier: Check = {
  id: 'network.carrier',
  stage: 'network',
  needs: [ipAddr],
  judge: (facts, wanted) =>
    answering(facts, wanted).flatMap(({ at, read }) => {
      const netdevs = read.read(ipAddr);
      const link = at.link;
      if (link === null || netdevs.state !== 'known') return [];
      const netdev = netdevs.value.find((each) => each.name === link.netdev);
      if (netdev === undefined || netdev.carrier) return [];
      return [
        found({
          id: 'network.carrier',
          stage: 'network',
          node: link.node,
          subject: link.netdev,
          verdict: 'fail',
          title: msg('checks.fabric.no-carrier', { node: link.node, netdev: brief(link.netdev) }),
          evidence: `${netdev.name} ${netdev.operState} ${netdev.ipv4.join(' ')}`,
          means: msg('checks.fabric.no-carrier.means'),
          refusesUp: true,
        }),
      ];
    }),
};

/** The candidates are what a person needs most there: a shorter sentence leaves room for them. */
function withCandidates(refusal: Finding): Finding {
  const listed = ['network.fabric.none', 'network.fabric.no-shared-subnet'].includes(refusal.id);
  return found(listed ? { ...refusal, means: msg('checks.fabric.none.means') } : refusal);
}

function viewsOf(facts: ClusterFacts, wanted: Wanted): FabricView[] | { refusals: Finding[] } {
  const views = answering(facts, wanted).map(({ at }) => fabricView(facts, at.node));
  const refusals = views.flatMap((view) => ('refusal' in view ? [found(view.refusal)] : []));
  return refusals.length > 0 ? { refusals } : views.flatMap((view) => ('view' in view ? [view.view] : []));
}

/** The same where all could be read; what could not is refused by the check of the link alone. */
function readViews(facts: ClusterFacts, wanted: Wanted): FabricView[] {
  const views = viewsOf(facts, wanted);
  return 'refusals' in views ? [] : views;
}

/** One network that every node is in, with the port of each; of several ports of a node the first. */
interface SharedRail {
  subnet: string;
  ends: { node: string; port: FabricPort }[];
}

function railsOf(views: readonly FabricView[]): SharedRail[] {
  const subnets = new Set(views.flatMap((view) => fabricPorts(view).flatMap(subnetsOf)));
  return [...subnets].flatMap((subnet) => {
    const ends = views.flatMap((view) => {
      const port = fabricPorts(view).find((each) => subnetsOf(each).includes(subnet));
      return port === undefined ? [] : [{ node: view.node, port }];
    });
    return views.length > 1 && ends.length === views.length ? [{ subnet, ends }] : [];
  });
}

function mtuOf({ subnet, ends }: SharedRail, wanted: Wanted): Finding[] {
  const mtus = new Set(ends.map(({ port }) => port.mtu));
  const evidence = ends.map(({ node, port }) => `${node}: ${port.netdev} mtu ${port.mtu}`).join('\n');
  const base = { id: 'network.mtu', stage: 'network', subject: subnet, evidence };
  if (mtus.has(0))
    // what no probe said
    return [found({ ...base, verdict: 'unknown', title: msg('checks.fabric.mtu.unread', { subnet }) })];
  if (mtus.size < 2)
    return [found({ ...base, verdict: 'ok', title: msg('checks.fabric.mtu.ok', { subnet }) })];
  const largest = Math.max(...mtus);
  const rdma = wanted.transport === 'roce' && ends.every(({ port }) => port.rdma?.active === true);
  const low = ends.find(({ port }) => port.mtu < largest);
  const target = wanted.nodes.find(({ node }) => node.name === low?.node)?.node.ssh;
  const commands =
    low === undefined || target === undefined
      ? []
      : [onNode(target, `sudo ip link set dev ${shq(brief(low.port.netdev, 15))} mtu ${largest}`)];
  return [
    found({
      ...base,
      verdict: rdma ? 'fail' : 'warn', // TCP agrees on a segment that fits; RDMA does not
      title: msg('checks.fabric.mtu', { subnet, mtus: [...mtus].join(', ') }),
      means: msg('checks.fabric.mtu.means', { mtu: largest }),
      refusesUp: rdma,
      remedy: { automatic: false, commands },
    }),
  ];
}

function twinsOf(view: FabricView): Finding[] {
  const ports = fabricPorts(view);
  const subnets = [...new Set(ports.flatMap(subnetsOf))];
  return subnets.flatMap((subnet) => {
    const inside = ports.filter((port) => subnetsOf(port).includes(subnet));
    if (inside.length < 2) return [];
    return [
      found({
        id: 'network.twins',
        stage: 'network',
        node: view.node,
        subject: subnet,
        verdict: 'warn',
        title: msg('checks.fabric.twins', {
          node: view.node,
          netdevs: brief(inside.map((port) => port.netdev).join(', ')),
          subnet,
        }),
        evidence: inside
          .map(
            (port) =>
              `${port.netdev} ${port.addresses.map((a) => `${a.address}/${a.prefixLength}`).join(' ')}`,
          )
          .join('\n'),
        means: msg('checks.fabric.twins.means'),
      }),
    ];
  });
}

function fabricPorts(view: FabricView): FabricPort[] {
  return view.ports.filter((port) => port.fabricCard || port.rdma?.active === true);
}

function subnetsOf(port: FabricPort): string[] {
  return port.addresses
    .filter(({ address }) => isRoutable(address))
    .flatMap(({ address, prefixLength }) => subnetOf(address, prefixLength) ?? []);
}
