import type { Finding } from '../change/types.ts';
import type { ClusterNode } from '../cluster/types.ts';
import { ipAddr, type Netdev } from '../facts/fabric/ip-addr.ts';
import { type RdmaDevice, sysfsInfiniband } from '../facts/fabric/sysfs-infiniband.ts';
import { type NetPort, sysfsNet } from '../facts/fabric/sysfs-net.ts';
import type { ClusterFacts } from '../facts/types.ts';
import type { FabricPort, FabricView, PortAddress } from './port.ts';
import { unread } from './unread.ts';

/** What a node offers as a fabric, from its facts; a machine without RDMA is one with no RDMA devices. */
export function fabricView(
  facts: ClusterFacts,
  node: ClusterNode,
): { view: FabricView } | { refusal: Finding } {
  const here = facts.get(node.name);
  const addresses = here?.read(ipAddr);
  if (here === undefined || addresses?.state !== 'known') {
    const why = addresses?.state === 'unknown' ? addresses.why : (addresses?.evidence ?? 'not read');
    return { refusal: unread(facts, node.name, ipAddr.id, why) };
  }
  const infiniband = here.read(sysfsInfiniband);
  if (infiniband.state === 'unknown') {
    return { refusal: unread(facts, node.name, sysfsInfiniband.id, infiniband.why) };
  }
  const devices = infiniband.state === 'known' ? infiniband.value.devices : [];
  const net = here.read(sysfsNet);
  const cards = net.state === 'known' ? net.value : [];
  const ports = addresses.value.map((netdev) => portOf(netdev, devices, cards));
  const bare = devices.filter((device) => !addresses.value.some((netdev) => netdev.name === device.netdev));
  return {
    view: { node: node.name, ports: [...ports, ...bare.map(portWithoutNetdev)], overrides: node.fabric },
  };
}

function portOf(netdev: Netdev, devices: readonly RdmaDevice[], cards: readonly NetPort[]): FabricPort {
  const over = devices.filter((device) => device.netdev === netdev.name);
  const device = over.find((each) => each.state === 'ACTIVE') ?? over[0];
  const card = cards.find((each) => each.name === netdev.name);
  return {
    netdev: netdev.name,
    mtu: netdev.mtu ?? card?.mtu ?? 0,
    addresses: netdev.ipv4.flatMap(addressOf),
    fabricCard: netdev.isCx7 || card?.driver === 'mlx5_core',
    pciDomain: domainOf(card?.pci ?? null, netdev.name),
    rdma: device === undefined ? null : rdmaOf(device),
  };
}

/** An RDMA device whose netdev is not seen, in another network namespace for one: named, never chosen. */
function portWithoutNetdev(device: RdmaDevice): FabricPort {
  const pciDomain = domainOf(null, device.device);
  return {
    netdev: device.netdev ?? '-',
    mtu: 0,
    addresses: [],
    fabricCard: true,
    pciDomain,
    rdma: rdmaOf(device),
  };
}

function rdmaOf(device: RdmaDevice): NonNullable<FabricPort['rdma']> {
  return {
    device: device.device,
    active: device.state === 'ACTIVE',
    state: device.state ?? '?',
    gids: device.gids.map((gid) => ({ index: gid.index, rocev2: gid.type === 'RoCEv2', ipv4: gid.ipv4 })),
  };
}

function addressOf(cidr: string): PortAddress[] {
  const [address, bits] = cidr.split('/');
  return address === undefined ? [] : [{ address, prefixLength: Number(bits ?? 32) }];
}

/** `0002:01:00.1` is on domain 2; where sysfs does not say, a capital P in the name does: enP2p1s0f1np1. */
function domainOf(pci: string | null, name: string): number {
  const slot = /^([0-9a-f]{4,8}):/i.exec(pci ?? '')?.[1];
  if (slot !== undefined) return Number.parseInt(slot, 16);
  return Number(/^[a-z]+P(\d{1,5})[ps]/.exec(name)?.[1] ?? 0);
}
