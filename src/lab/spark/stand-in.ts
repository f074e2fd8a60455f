/**
 * What a host is shown instead of hardware, as files of /.lab. Values: founders' edition, firmware of mid 2026.
 * What changes (port states, GIDs, speed, memory) is kept by the host's own units, files/host/usr/local/lib.
 */
import type { LabHost, LabPort } from '../plan.ts';
import { pciTree } from './pci.ts';
import type { Tree } from './tree.ts';

/** Bytes to write into the host's stand-in folder before its first boot. */
export function standInTree(host: LabHost): Tree {
  return {
    'sys/class/dmi/id/sys_vendor': 'NVIDIA\n',
    'sys/class/dmi/id/product_name': 'NVIDIA_DGX_Spark\n',
    'sys/class/dmi/id/product_family': 'DGX Spark\n',
    'sys/class/dmi/id/board_name': 'P4242\n',
    'sys/class/dmi/id/bios_version': '5.36_0ACUM027\n',
    'sys/class/dmi/id/bios_date': '06/12/2026\n',
    'sys/module/nvidia/version': '580.159.03\n',
    'sys/devices/platform/MTKP0001:00/pcie_hotplug/hotplug_enabled': '1\n',
    'sys/devices/platform/MTKP0001:00/pcie_hotplug/debug_state': '1\n',
    'sys/devices/virtual/net/enP7s7/speed': '10000\n',
    ...pciTree(host.ports),
    ...Object.assign({}, ...host.ports.map(rdmaTree)),
    ports: host.ports.map((port) => `${port.rdma} ${port.netdev} ${linkLocalGid(port.mac)}\n`).join(''),
    speed: { folder: true },
    drop_caches: '',
    meminfo: '',
  };
}

/** The parts of an RDMA device that never change. */
function rdmaTree(port: LabPort): Tree {
  const folder = `sys/class/infiniband/${port.rdma}`;
  const domain = port.pci.slice(0, 4);
  return {
    [`${folder}/fw_ver`]: '28.45.4028\n',
    [`${folder}/hca_type`]: 'MT4129\n',
    [`${folder}/node_type`]: '1: CA\n',
    [`${folder}/device`]: { link: `../../../devices/pci${domain}:00/${domain}:00:00.0/${port.pci}` },
    [`${folder}/ports/1/link_layer`]: 'Ethernet\n',
    ...Object.assign({}, ...Array.from({ length: GID_SLOTS }, (_, index) => emptySlot(folder, index))),
    // Nothing here moves a byte by RDMA, so these stay at nought: a tool that asks must hear it.
    [`${folder}/ports/1/counters/port_xmit_data`]: '0\n',
    [`${folder}/ports/1/counters/port_rcv_data`]: '0\n',
    [`${folder}/ports/1/counters/link_downed`]: '0\n',
    [`${folder}/ports/1/counters/symbol_error`]: '0\n',
  };
}

/** As many as the host's watcher keeps; a real table has 255. */
const GID_SLOTS = 16;

/** A slot without a GID: the GID reads as nought, its attributes cannot be read, here because they are folders. */
function emptySlot(folder: string, index: number): Tree {
  return {
    [`${folder}/ports/1/gids/${index}`]: '0000:0000:0000:0000:0000:0000:0000:0000\n',
    [`${folder}/ports/1/gid_attrs/types/${index}`]: { folder: true },
    [`${folder}/ports/1/gid_attrs/ndevs/${index}`]: { folder: true },
  };
}

/** The GID every port has without any address: fe80:: and the MAC as EUI-64 (bit 1 of the first byte turned). */
export function linkLocalGid(mac: string): string {
  const bytes = mac.split(':').map((hex) => Number.parseInt(hex, 16));
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = bytes;
  const hex = (high: number, low: number) => ((high << 8) | low).toString(16).padStart(4, '0');
  const identifier = [hex(a ^ 2, b), hex(c, 0xff), hex(0xfe, d), hex(e, f)];
  return ['fe80', '0000', '0000', '0000', ...identifier].join(':');
}
