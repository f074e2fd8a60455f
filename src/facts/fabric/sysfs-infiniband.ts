import type { Reading } from '../../change/types.ts';
import { absent, known, noAnswer, unknown } from '../reading.ts';
import { DUMP, type Tree, treeOf } from '../tree.ts';
import type { Probe } from '../types.ts';

/** One filled slot of a port's GID table. */
interface Gid {
  index: number;
  type: 'RoCEv1' | 'RoCEv2' | null; // null: the type could not be read
  gid: string; // 0000:0000:0000:0000:0000:ffff:c0a8:640a
  ipv4: string | null; // of an IPv4-mapped GID
  linkLocal: boolean; // fe80
  netdev: string | null;
}

/** One port of an RDMA device. */
export interface RdmaDevice {
  device: string; // rocep1s0f1
  port: number;
  netdev: string | null;
  state: string | null; // ACTIVE, DOWN
  physState: string | null; // LinkUp, Disabled
  rateGbps: number | null;
  linkLayer: string | null; // Ethernet
  firmware: string | null;
  hcaType: string | null; // MT4129
  gids: Gid[];
  rocev2Ipv4GidIndexes: number[];
}

/** DGX OS powers the card off when it sees no cable; then there is no device at all (facts.md, finding 2). */
interface Cx7Hotplug {
  enabled: boolean;
  cablePresent: boolean | null;
}

export interface Infiniband {
  devices: RdmaDevice[]; // PCI domain 0 first, then by name: the bootstrap interface is on domain 0
  activeDevices: string[];
  /** Indexes at which every ACTIVE device holds a RoCE v2 GID of an IPv4. */
  commonRocev2GidIndexes: number[];
  ncclGidIndex: number | null; // the lowest of them; it drifts, so it is read right before it is used
  cx7Hotplug: Cx7Hotplug | null; // null: not a machine with that mechanism, or not recorded
  reason: 'cx7-hot-removed-no-cable' | null; // why there is no device, where that is known
}

export const HOTPLUG_MARKER = '/etc/nvidia/cx7-hotplug-enabled';
export const HOTPLUG_FOLDER = '/sys/devices/platform/MTKP0001:00/pcie_hotplug';
const CLASS = '/sys/class/infiniband';
const EMPTY_GID = '0000:0000:0000:0000:0000:0000:0000:0000';

/** GID tables, states and rates from sysfs. Types are read of filled slots only: an empty one answers EINVAL. */
export const sysfsInfiniband: Probe<Infiniband> = {
  id: 'sysfs-infiniband',
  script: `${DUMP}
for d in ${CLASS}/*; do [ -e "$d" ] || continue
  dump "$d/fw_ver" "$d/hca_type"
  for n in "$d"/device/net/*; do [ -e "$n" ] && dump "$n/ifindex"; done
  for p in "$d"/ports/*; do [ -e "$p" ] || continue
    dump "$p/state" "$p/phys_state" "$p/rate" "$p/link_layer"
    i=0
    while [ "$i" -lt 256 ] && [ -e "$p/gids/$i" ]; do
      read -r g < "$p/gids/$i" 2>/dev/null || g=
      case $g in ''|${EMPTY_GID}) ;; *) dump "$p/gids/$i" "$p/gid_attrs/types/$i" "$p/gid_attrs/ndevs/$i";; esac
      i=$((i+1))
    done
  done
done
dump ${HOTPLUG_MARKER} ${HOTPLUG_FOLDER}/hotplug_enabled ${HOTPLUG_FOLDER}/debug_state`,
  needsRoot: false,
  deadlineMs: 8_000,
  parse(out, err, rc): Reading<Infiniband> {
    const failed = noAnswer(err, rc);
    if (failed !== undefined) return failed;
    if (rc !== 0) return unknown('failed', err || `exit ${rc}`);
    if (out.trim() === '') return absent('no-rdma', `${CLASS} is empty or does not exist`);
    const tree = treeOf(out);
    if (tree.size === 0) return unknown('unreadable', out);
    return known(infinibandOf(tree), out);
  },
};

function infinibandOf(tree: Tree): Infiniband {
  const devices = portsOf(tree)
    .map(({ device, port }) => deviceOf(tree, device, port))
    .toSorted((a, b) => domainOf(a.device) - domainOf(b.device) || byName(a, b));
  const active = devices.filter((device) => device.state === 'ACTIVE');
  const [first, ...rest] = active.map((device) => device.rocev2Ipv4GidIndexes);
  const common = (first ?? []).filter((index) => rest.every((indexes) => indexes.includes(index)));
  const cx7Hotplug = hotplugOf(tree);
  return {
    devices,
    activeDevices: active.map((device) => device.device),
    commonRocev2GidIndexes: common,
    ncclGidIndex: common[0] ?? null,
    cx7Hotplug,
    reason: devices.length === 0 && cx7Hotplug?.cablePresent === false ? 'cx7-hot-removed-no-cable' : null,
  };
}

function portsOf(tree: Tree): { device: string; port: number }[] {
  const seen = new Map<string, { device: string; port: number }>();
  for (const path of tree.keys()) {
    const match = /^\/sys\/class\/infiniband\/([^/]+)\/ports\/(\d{1,3})\//.exec(path);
    if (match?.[1] === undefined) continue;
    const row = { device: match[1], port: Number(match[2]) };
    seen.set(`${row.device}/${row.port}`, row);
  }
  return [...seen.values()];
}

function deviceOf(tree: Tree, device: string, port: number): RdmaDevice {
  const folder = `${CLASS}/${device}`;
  const at = (name: string) => tree.get(`${folder}/ports/${port}/${name}`) ?? null;
  const gids = gidsOf(tree, `${folder}/ports/${port}`);
  return {
    device,
    port,
    netdev: netdevOf(tree, folder) ?? gids.find((gid) => gid.netdev !== null)?.netdev ?? null,
    state: wordOf(at('state')),
    physState: wordOf(at('phys_state')),
    rateGbps: rateOf(at('rate')),
    linkLayer: at('link_layer'),
    firmware: tree.get(`${folder}/fw_ver`) ?? null,
    hcaType: tree.get(`${folder}/hca_type`) ?? null,
    gids,
    rocev2Ipv4GidIndexes: gids.filter((g) => g.type === 'RoCEv2' && g.ipv4 !== null).map((g) => g.index),
  };
}

function gidsOf(tree: Tree, folder: string): Gid[] {
  const gids: Gid[] = [];
  for (let index = 0; index < 256; index++) {
    const gid = tree.get(`${folder}/gids/${index}`);
    if (gid === undefined || gid === null || gid === '' || gid === EMPTY_GID) continue;
    const type = tree.get(`${folder}/gid_attrs/types/${index}`) ?? '';
    gids.push({
      index,
      type: /v2/.test(type) ? 'RoCEv2' : /v1/.test(type) ? 'RoCEv1' : null,
      gid,
      ipv4: mappedIpv4(gid),
      linkLocal: gid.startsWith('fe80'),
      netdev: tree.get(`${folder}/gid_attrs/ndevs/${index}`) || null,
    });
  }
  return gids;
}

/** `0000:…:ffff:c0a8:640a` is 192.168.100.10. */
function mappedIpv4(gid: string): string | null {
  const match = /^(?:0000:){5}ffff:([0-9a-f]{2})([0-9a-f]{2}):([0-9a-f]{2})([0-9a-f]{2})$/i.exec(gid);
  return match === null
    ? null
    : match
        .slice(1)
        .map((byte) => Number.parseInt(byte, 16))
        .join('.');
}

function netdevOf(tree: Tree, folder: string): string | undefined {
  for (const path of tree.keys()) {
    if (path.startsWith(`${folder}/device/net/`))
      return path.slice(`${folder}/device/net/`.length).split('/')[0];
  }
  return tree.get(`${folder}/netdev`) ?? undefined;
}

/** `4: ACTIVE` is ACTIVE. */
function wordOf(value: string | null): string | null {
  return value === null ? null : value.replace(/^\d+:\s*/, '');
}

/** `200 Gb/sec (4X HDR)` is 200; 2X NDR of 200 is the same health. */
function rateOf(value: string | null): number | null {
  const rate = /^([\d.]+)\s*Gb\/sec/.exec(value ?? '')?.[1];
  return rate === undefined ? null : Number(rate);
}

function hotplugOf(tree: Tree): Cx7Hotplug | null {
  const marker = tree.has(HOTPLUG_MARKER);
  const enabled = tree.get(`${HOTPLUG_FOLDER}/hotplug_enabled`);
  const debug = tree.get(`${HOTPLUG_FOLDER}/debug_state`);
  if (!marker && enabled === undefined && debug === undefined) return null;
  const state = debug === undefined || debug === null || debug === '' ? null : debug !== '0';
  return { enabled: marker && (enabled ?? '1') !== '0', cablePresent: state };
}

/** roceP2p1s0f1 is on PCI domain 2; a name without P is on domain 0. */
function domainOf(device: string): number {
  return Number(/^[a-z]+P(\d{1,5})p/.exec(device)?.[1] ?? 0);
}

function byName(a: RdmaDevice, b: RdmaDevice): number {
  return a.device < b.device ? -1 : a.device > b.device ? 1 : a.port - b.port;
}
