/** The network files of a host, as an owner would have written them by the playbook. */
import type { LabHost } from '../plan.ts';

/** File name in /etc/netplan -> text. All are 0600, root's. */
export function netplanFiles(host: LabHost): Record<string, string> {
  const management = [
    'network:',
    '  version: 2',
    '  renderer: networkd',
    '  ethernets:',
    `    ${host.management.netdev}:`,
    '      dhcp4: false',
    `      addresses: [${host.management.address}/24]`,
  ];
  const rails = [
    'network:',
    '  version: 2',
    '  ethernets:',
    ...host.ports.flatMap((port) =>
      port.address === undefined
        ? []
        : [
            `    ${port.netdev}:`,
            '      dhcp4: false',
            '      dhcp6: false',
            '      link-local: []',
            '      optional: true',
            '      mtu: 9000',
            `      addresses: [${port.address}/24]`,
          ],
    ),
  ];
  const text = (lines: string[]) => `${lines.join('\n')}\n`;
  return { '00-installer-config.yaml': text(management), '40-cx7.yaml': text(rails) };
}
