/** PCI functions a Spark has, as files of /sys/devices that lspci and probes read. */
import type { Tree } from './tree.ts';

interface Function {
  slot: string; // 0000:01:00.1
  vendor: number;
  device: number;
  classCode: number; // 24 bits
  driver: string;
  /** PCIe generation and lanes as the link runs. */
  link: { gigatransfers: '32.0' | '8.0'; lanes: number };
  netdev?: string;
  rdma?: string;
}

const FIXED: Function[] = [
  {
    slot: '0007:01:00.0',
    vendor: 0x10ec,
    device: 0x8127,
    classCode: 0x020000,
    driver: 'r8127',
    link: { gigatransfers: '8.0', lanes: 1 },
    netdev: 'enP7s7',
  },
  {
    slot: '000f:01:00.0',
    vendor: 0x10de,
    device: 0x2e12,
    classCode: 0x030000,
    driver: 'nvidia',
    link: { gigatransfers: '32.0', lanes: 1 },
  },
];

/** Everything below sys/devices and sys/bus/pci of the given fabric ports, the management port and the GPU. */
export function pciTree(ports: readonly { pci: string; netdev: string; rdma: string }[]): Tree {
  const fabric = ports.map(
    (port): Function => ({
      slot: port.pci,
      vendor: 0x15b3,
      device: 0x1021,
      classCode: 0x020000,
      driver: 'mlx5_core',
      link: { gigatransfers: '32.0', lanes: 4 },
      netdev: port.netdev,
      rdma: port.rdma,
    }),
  );
  return Object.assign({}, ...[...fabric, ...FIXED].map(functionTree));
}

function functionTree(one: Function): Tree {
  const domain = one.slot.slice(0, 4);
  const inDevices = `pci${domain}:00/${domain}:00:00.0/${one.slot}`;
  const folder = `sys/devices/${inDevices}`;
  const hex = (value: number, digits: number) => `0x${value.toString(16).padStart(digits, '0')}\n`;
  const tree: Tree = {
    [`${folder}/vendor`]: hex(one.vendor, 4),
    [`${folder}/device`]: hex(one.device, 4),
    [`${folder}/class`]: hex(one.classCode, 6),
    [`${folder}/irq`]: '0\n',
    [`${folder}/resource`]: '0x0000000000000000 0x0000000000000000 0x0000000000000000\n'.repeat(7),
    [`${folder}/config`]: configSpace(one),
    [`${folder}/uevent`]: `DRIVER=${one.driver}\nPCI_SLOT_NAME=${one.slot}\n`,
    [`sys/bus/pci/devices/${one.slot}`]: { link: `../../../devices/${inDevices}` },
  };
  for (const way of ['current', 'max']) {
    tree[`${folder}/${way}_link_speed`] = `${one.link.gigatransfers} GT/s PCIe\n`;
    tree[`${folder}/${way}_link_width`] = `${one.link.lanes}\n`;
  }
  if (one.netdev !== undefined) {
    const device = `sys/devices/virtual/net/${one.netdev}`;
    tree[`${folder}/net/${one.netdev}`] = { link: `../../../../virtual/net/${one.netdev}` };
    tree[`${device}/device`] = { link: `../../../${inDevices}` };
  }
  if (one.rdma !== undefined) {
    tree[`${folder}/infiniband/${one.rdma}`] = { link: `/sys/class/infiniband/${one.rdma}` };
    // The speed follows the cable: the host's own watcher keeps it there.
    tree[`sys/devices/virtual/net/${one.netdev}/speed`] = { link: `/.lab/speed/${one.netdev}` };
  }
  return tree;
}

/** 256 bytes of configuration space: a type 0 header and one PCI Express capability with the link's state. */
export function configSpace(one: Pick<Function, 'vendor' | 'device' | 'classCode' | 'link'>): Uint8Array {
  const space = Buffer.alloc(256);
  space.writeUInt16LE(one.vendor, 0x00);
  space.writeUInt16LE(one.device, 0x02);
  space.writeUInt16LE(0x0010, 0x06); // status: has a capability list
  space.writeUIntLE(one.classCode, 0x09, 3);
  space.writeUInt8(0x40, 0x34); // the first capability
  space.writeUInt8(0x10, 0x40); // PCI Express, the last one
  space.writeUInt16LE(0x0002, 0x42); // version 2, an endpoint
  const link = ({ '8.0': 3, '32.0': 5 } as const)[one.link.gigatransfers] | (one.link.lanes << 4);
  space.writeUInt32LE(link, 0x4c); // what the link can
  space.writeUInt16LE(link, 0x52); // what it does
  return space;
}
