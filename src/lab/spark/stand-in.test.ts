import { expect, test } from 'vitest';
import { planLab } from '../plan.ts';
import { configSpace } from './pci.ts';
import { linkLocalGid, standInTree } from './stand-in.ts';

test('the GID of a MAC is the one a real ConnectX-7 shows', () => {
  expect(linkLocalGid('3c:6d:66:cc:b3:b6')).toBe('fe80:0000:0000:0000:3e6d:66ff:fecc:b3b6');
});

test('a fabric port leads from its RDMA device to its PCI function to its interface', () => {
  const [host] = planLab(2).hosts;
  const tree = host === undefined ? {} : standInTree(host);
  expect(tree['sys/class/infiniband/rocep1s0f1/device']).toEqual({
    link: '../../../devices/pci0000:00/0000:00:00.0/0000:01:00.1',
  });
  expect(tree['sys/devices/pci0000:00/0000:00:00.0/0000:01:00.1/vendor']).toBe('0x15b3\n');
  expect(tree['sys/devices/pci0000:00/0000:00:00.0/0000:01:00.1/net/enp1s0f1np1']).toEqual({
    link: '../../../../virtual/net/enp1s0f1np1',
  });
  expect(tree['sys/devices/virtual/net/enp1s0f1np1/device']).toEqual({
    link: '../../../pci0000:00/0000:00:00.0/0000:01:00.1',
  });
});

test('RDMA counters stay at nought: nothing here moves by RDMA', () => {
  const [host] = planLab(2).hosts;
  const tree = host === undefined ? {} : standInTree(host);
  expect(tree['sys/class/infiniband/rocep1s0f1/ports/1/counters/port_xmit_data']).toBe('0\n');
});

test('configuration space says ConnectX-7 at generation 5 on four lanes', () => {
  const link = { gigatransfers: '32.0', lanes: 4 } as const;
  const bytes = Buffer.from(configSpace({ vendor: 0x15b3, device: 0x1021, classCode: 0x020000, link }));
  expect([bytes.readUInt16LE(0), bytes.readUInt16LE(2), bytes.readUInt8(0x0b)]).toEqual([0x15b3, 0x1021, 2]);
  expect(bytes.readUInt16LE(0x52)).toBe(0x45);
});
