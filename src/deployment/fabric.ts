import type { Finding } from '../change/types.ts';
import type { Recipe } from '../recipe/types.ts';
import { fabricRefusal, gidOverrideRefusals, overrideRefusals, withoutRdma } from './fabric-refusal.ts';
import { commonGidIndex } from './gid.ts';
import type { FabricPort, FabricView } from './port.ts';
import { isRoutable, subnetOf } from './subnet.ts';
import type { NodeLink } from './types.ts';

/** An address that could carry a rank: on which port and in which network. */
interface Rail {
  port: FabricPort;
  address: string;
  prefixLength: number;
  subnet: string;
}

/**
 * Chooses the link of every node: an address in a network that all nodes share, on an ACTIVE RDMA device (or, for the
 * `sockets` transport, on a fabric card without one), PCI domain 0 before others, and beside it all ACTIVE devices in
 * shared networks in the same order on every node, each node's own device first. `views` are the nodes that the
 * recipe uses, head first. No links come back when anything is refused.
 */
export function chooseFabric(
  views: readonly FabricView[],
  transport: Recipe['transport'],
): { links: NodeLink[]; refusals: Finding[] } {
  const refused = views.flatMap(overrideRefusals);
  if (refused.length > 0) return { links: [], refusals: refused };
  if (views.length === 1 && views[0] !== undefined) return aloneOn(views[0]);

  const cardsCount = transport === 'sockets' && views.some((view) => rdmaRails(view).length === 0);
  const detected = views.map((view) => (cardsCount ? cardRails(view) : rdmaRails(view)));
  const offered = views.map((view, i) => overridden(view) ?? detected[i] ?? []);
  const chosen = sharedSubnets(offered)[0];
  if (chosen === undefined) return { links: [], refusals: [fabricRefusal(views, offered.map(describe))] };

  const rdmaSubnets = sharedSubnets(views.map(rdmaRails)).filter((subnet) => subnet !== chosen);
  const links = views.map((view, i) => linkOf(view, offered[i] ?? [], [chosen, ...rdmaSubnets]));
  const bare = transport === 'roce' ? links.filter((link) => link.rdmaDevices.length === 0) : [];
  const pinned = views.flatMap((view, i) => {
    const link = links[i];
    return link === undefined ? [] : gidOverrideRefusals(view, link);
  });
  const late = [...bare.map(withoutRdma), ...pinned];
  return late.length > 0 ? { links: [], refusals: late } : { links, refusals: [] };
}

/** One node needs no fabric: loopback serves where no link is seen. */
function aloneOn(view: FabricView): { links: NodeLink[]; refusals: Finding[] } {
  const rails = overridden(view) ?? rdmaRails(view);
  const subnet = rails[0]?.subnet;
  if (subnet !== undefined) return { links: [linkOf(view, rails, [subnet])], refusals: [] };
  const lo = { netdev: 'lo', address: '127.0.0.1', prefixLength: 8, mtu: 65_536 };
  return { links: [{ node: view.node, ...lo, rdmaDevices: [], gidIndex: null }], refusals: [] };
}

function linkOf(view: FabricView, offered: readonly Rail[], subnets: readonly string[]): NodeLink {
  const own = offered.find((rail) => rail.subnet === subnets[0]);
  if (own === undefined) throw new RangeError(`no address of ${view.node} in ${subnets[0]}`);
  const rdma = rdmaRails(view);
  const found = [
    own.port.rdma?.active === true ? own.port.rdma.device : undefined,
    ...subnets.flatMap((subnet) => rdma.filter((rail) => rail.subnet === subnet)).map(deviceOf),
  ].filter((device) => device !== undefined);
  const rdmaDevices = view.overrides.rdmaDevices ?? [...new Set(found)];
  return {
    node: view.node,
    netdev: own.port.netdev,
    address: own.address,
    prefixLength: own.prefixLength,
    mtu: own.port.mtu,
    rdmaDevices,
    gidIndex: view.overrides.gidIndex ?? gidOf(view, rdmaDevices, own.address),
  };
}

function gidOf(view: FabricView, devices: readonly string[], fabricAddress: string): number | null {
  const members = devices
    .map((device) => view.ports.find((port) => port.rdma?.device === device))
    .filter((port) => port !== undefined)
    .map((port) => ({ gids: port.rdma?.gids ?? [], addresses: port.addresses.map((a) => a.address) }));
  return commonGidIndex(members, fabricAddress);
}

/** Networks that every node is in, best first: most nodes on PCI domain 0, then the order of the first node. */
function sharedSubnets(nodes: readonly (readonly Rail[])[]): string[] {
  const [first, ...rest] = nodes;
  const shared = [...new Set((first ?? []).map((rail) => rail.subnet))].filter((subnet) =>
    rest.every((rails) => rails.some((rail) => rail.subnet === subnet)),
  );
  const behind = (subnet: string) =>
    nodes.filter((rails) => rails.find((rail) => rail.subnet === subnet)?.port.pciDomain !== 0).length;
  return shared.sort((a, b) => behind(a) - behind(b)); // stable: ties keep the first node's order
}

function rdmaRails(view: FabricView): Rail[] {
  return railsOf(view, (port) => port.rdma?.active === true);
}

function cardRails(view: FabricView): Rail[] {
  return railsOf(view, (port) => port.fabricCard || port.rdma?.active === true);
}

/** What the owner fixed for this node: the one address, or every address of the one netdev. */
function overridden(view: FabricView): Rail[] | undefined {
  const { address, netdev } = view.overrides;
  if (address === undefined && netdev === undefined) return undefined;
  return railsOf(
    view,
    (port) => netdev === undefined || port.netdev === netdev,
    (candidate) => address === undefined || candidate === address,
  );
}

/** PCI domain 0 first and names in order within a domain: the bootstrap interface of a Spark is on domain 0. */
function railsOf(
  view: FabricView,
  takesPort: (port: FabricPort) => boolean,
  takesAddress: (address: string) => boolean = isRoutable,
): Rail[] {
  return view.ports
    .filter(takesPort)
    .toSorted((a, b) => a.pciDomain - b.pciDomain || (a.netdev < b.netdev ? -1 : 1))
    .flatMap((port) =>
      port.addresses
        .filter(({ address }) => takesAddress(address))
        .flatMap(({ address, prefixLength }) => {
          const subnet = subnetOf(address, prefixLength);
          return subnet === undefined ? [] : [{ port, address, prefixLength, subnet }];
        }),
    );
}

function deviceOf(rail: Rail): string | undefined {
  return rail.port.rdma?.device;
}

function describe(rails: readonly Rail[]): string[] {
  return rails.map(
    (rail) => `${deviceOf(rail) ?? '-'} ${rail.port.netdev} ${rail.address}/${rail.prefixLength}`,
  );
}
