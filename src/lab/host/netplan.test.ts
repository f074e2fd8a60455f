import { expect, test } from 'vitest';
import { planLab } from '../plan.ts';
import { netplanFiles } from './netplan.ts';

test('the rails stand in 40-cx7.yaml as the playbook has them, with jumbo frames', () => {
  const [, second] = planLab(2).hosts;
  expect(second && netplanFiles(second)['40-cx7.yaml']).toBe(`network:
  version: 2
  ethernets:
    enp1s0f1np1:
      dhcp4: false
      dhcp6: false
      link-local: []
      optional: true
      mtu: 9000
      addresses: [192.168.100.11/24]
    enP2p1s0f1np1:
      dhcp4: false
      dhcp6: false
      link-local: []
      optional: true
      mtu: 9000
      addresses: [192.168.101.11/24]
`);
});

test('the management port has a file of its own', () => {
  const [first] = planLab(2).hosts;
  expect(first && netplanFiles(first)['00-installer-config.yaml']).toContain(
    '    enP7s7:\n      dhcp4: false\n      addresses: [10.77.0.1/24]\n',
  );
});
