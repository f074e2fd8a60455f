import type { Reading } from '../../change/types.ts';
import { known, noAnswer, unknown } from '../reading.ts';
import { DUMP, type Tree, treeOf } from '../tree.ts';
import type { Probe } from '../types.ts';

/** What the driver says of one network interface. */
export interface NetPort {
  name: string;
  driver: string | null; // mlx5_core; null for a virtual interface
  pci: string | null; // 0000:01:00.1
  carrier: boolean;
  speedMbps: number | null; // null without carrier; both halves show the shared cable's 200000
  mtu: number | null;
  physicalPort: number | null; // of a ConnectX-7: the cage, 0 is next to the RJ-45
  pcieHalf: 'A' | 'B' | null; // of a ConnectX-7: domain 0000 or 0002
}

/** Speed is -1 without carrier and refuses to be read (EINVAL) on a port that is administratively down. */
export const sysfsNet: Probe<NetPort[]> = {
  id: 'sysfs-net',
  script: `${DUMP}
k=0
for d in /sys/class/net/*; do case \${d##*/} in lo|veth*|bonding_masters) continue;; esac
  [ "$k" -lt 64 ] || break; k=$((k+1))
  dump "$d/operstate" "$d/mtu" "$d/address" "$d/carrier" "$d/speed" "$d/device/vendor" "$d/device/uevent"
done`,
  needsRoot: false,
  deadlineMs: 5_000,
  parse(out, err, rc): Reading<NetPort[]> {
    const failed = noAnswer(err, rc);
    if (failed !== undefined) return failed;
    if (rc !== 0) return unknown('failed', err || `exit ${rc}`);
    const tree = treeOf(out);
    const names = new Set<string>();
    for (const path of tree.keys()) {
      const name = /^\/sys\/class\/net\/([^/]+)\//.exec(path)?.[1];
      if (name !== undefined) names.add(name);
    }
    if (names.size === 0) return unknown('empty', out);
    return known(
      [...names].map((name) => portOf(tree, name)),
      out,
    );
  },
};

function portOf(tree: Tree, name: string): NetPort {
  const at = (file: string) => tree.get(`/sys/class/net/${name}/${file}`) ?? null;
  const uevent = at('device/uevent') ?? '';
  const pci = /^PCI_SLOT_NAME=(\S+)$/m.exec(uevent)?.[1] ?? tree.get(`/sys/class/net/${name}/pci`) ?? null;
  const driver = /^DRIVER=(\S+)$/m.exec(uevent)?.[1] ?? null;
  const card = driver === 'mlx5_core' || at('device/vendor') === '0x15b3' ? pciOf(pci) : null;
  const speed = Number(at('speed') ?? Number.NaN);
  const mtu = Number(at('mtu') ?? Number.NaN);
  return {
    name,
    driver,
    pci,
    carrier: at('carrier') === '1',
    speedMbps: speed > 0 ? speed : null,
    mtu: mtu > 0 ? mtu : null,
    physicalPort: card?.fn ?? null,
    pcieHalf: card === null ? null : card.domain === 0 ? 'A' : card.domain === 2 ? 'B' : null,
  };
}

/** `0002:01:00.1`: the domain is the half of the card, the function is the cage. */
function pciOf(slot: string | null): { domain: number; fn: number } | null {
  const match = /^([0-9a-f]{4,8}):[0-9a-f]{2}:[0-9a-f]{2}\.(\d)$/i.exec(slot ?? '');
  return match === null ? null : { domain: Number.parseInt(match[1] ?? '', 16), fn: Number(match[2]) };
}
