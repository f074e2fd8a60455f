import type { Finding } from '../change/types.ts';
import { msg } from '../message/message.ts';
import { commonGidIndex } from './gid.ts';
import type { FabricPort, FabricView } from './port.ts';
import type { NodeLink } from './types.ts';

const KEYS = ['address', 'netdev', 'rdmaDevices', 'gidIndex'] as const;

/** The keys of the cluster file that fix a node's link by hand. */
function keysOf(nodes: readonly string[], keys: readonly string[] = KEYS): string {
  return nodes.flatMap((node) => keys.map((key) => `nodes[${node}].fabric.${key}`)).join(', ');
}

function refusal(finding: Pick<Finding, 'id' | 'title' | 'evidence' | 'means'> & Partial<Finding>): Finding {
  return { stage: 'network', verdict: 'fail', refusesUp: true, ...finding };
}

/** No address in a network shared by all: lists what each node offered, and what it has beside that. */
export function fabricRefusal(views: readonly FabricView[], offered: readonly string[][]): Finding {
  const nodes = views.map((view) => view.node);
  const empty = nodes.filter((_, i) => (offered[i] ?? []).length === 0);
  const evidence = views
    .map((view, i) => {
      const candidates = offered[i] ?? [];
      return candidates.length > 0
        ? `${view.node}: ${candidates.join(' | ')}`
        : `${view.node}: none of ${everything(view) || 'no IPv4 address'}`;
    })
    .join('\n');
  const means = msg('deployment.fabric.overrides', { keys: keysOf(nodes) });
  if (empty.length > 0) {
    return refusal({
      id: 'network.fabric.none',
      title: msg('deployment.fabric.none', { nodes: empty.join(', ') }),
      evidence,
      means,
    });
  }
  return refusal({
    id: 'network.fabric.no-shared-subnet',
    title: msg('deployment.fabric.no-shared-subnet', { nodes: nodes.join(', ') }),
    evidence,
    means,
  });
}

/** A RoCE recipe whose link ended without any RDMA device: it would fall back to sockets in silence. */
export function withoutRdma(link: NodeLink): Finding {
  return refusal({
    id: 'network.fabric.no-rdma',
    node: link.node,
    subject: link.netdev,
    title: msg('deployment.fabric.no-rdma', { node: link.node, netdev: link.netdev }),
    evidence: `${link.netdev} ${link.address}/${link.prefixLength}`,
    means: msg('deployment.fabric.overrides', { keys: keysOf([link.node], ['rdmaDevices']) }),
  });
}

/** A pinned GID index that is no RoCE v2 entry of an own IPv4 on some device of the link, with that device's table. */
export function gidOverrideRefusals(view: FabricView, link: NodeLink): Finding[] {
  const { gidIndex } = view.overrides;
  if (gidIndex === undefined) return [];
  return link.rdmaDevices.flatMap((device) => {
    const port = view.ports.find((each) => each.rdma?.device === device);
    if (port === undefined) return [];
    const pinned = (port.rdma?.gids ?? []).filter((gid) => gid.index === gidIndex);
    const addresses = port.addresses.map((each) => each.address);
    return commonGidIndex([{ gids: pinned, addresses }], link.address) === gidIndex
      ? []
      : [wrongOverride(view.node, 'gidIndex', gidIndex, gids(port))];
  });
}

function wrongOverride(node: string, key: string, value: string | number, evidence: string): Finding {
  return refusal({
    id: 'network.fabric.override',
    node,
    subject: String(value),
    title: msg('deployment.fabric.override', { node, key: `fabric.${key}`, value }),
    evidence,
    means: msg('deployment.fabric.override.means', { key: keysOf([node], [key]) }),
  });
}

/** Every override of an address, netdev or device is held against what the node shows; one finding for each that can't be. */
export function overrideRefusals(view: FabricView): Finding[] {
  const { address, netdev, rdmaDevices } = view.overrides;
  const refusals: Finding[] = [];
  const wrong = (key: string, value: string, evidence: string) =>
    refusals.push(wrongOverride(view.node, key, value, evidence));
  const named = netdev === undefined ? view.ports : view.ports.filter((port) => port.netdev === netdev);
  if (netdev !== undefined && !named.some((port) => port.addresses.length > 0)) {
    wrong('netdev', netdev, everything(view));
  } else if (address !== undefined && !named.some((port) => has(port, address))) {
    wrong('address', address, everything(view));
  }
  for (const device of rdmaDevices ?? []) {
    if (!view.ports.some((port) => port.rdma?.device === device && port.rdma.active)) {
      wrong('rdmaDevices', device, devices(view));
    }
  }
  return refusals;
}

function has(port: FabricPort, address: string): boolean {
  return port.addresses.some((each) => each.address === address);
}

function everything(view: FabricView): string {
  return view.ports
    .flatMap((port) => port.addresses.map((each) => `${port.netdev} ${each.address}/${each.prefixLength}`))
    .join(' | ');
}

function devices(view: FabricView): string {
  const seen = view.ports.flatMap((port) => (port.rdma ? [`${port.rdma.device} ${port.rdma.state}`] : []));
  return seen.join(' | ') || '/sys/class/infiniband: -';
}

function gids(port: FabricPort): string {
  const shown = (port.rdma?.gids ?? []).map(
    (gid) => `${gid.index} ${gid.rocev2 ? 'RoCE v2' : 'RoCE v1'} ${gid.ipv4 ?? '-'}`,
  );
  return `${port.rdma?.device ?? port.netdev}: ${shown.join(' | ')}`;
}
