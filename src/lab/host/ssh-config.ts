/** How the machine reaches the hosts: an ssh_config and a known_hosts of the lab's own. */
import { shline } from '../../text/quote.ts';
import { ADMIN_USER, type LabHost, type LabPlan } from '../plan.ts';
import type { LabKeys } from './keys.ts';

export interface SshConfigWanted {
  plan: LabPlan;
  identity: string;
  knownHosts: string;
  /** The statically linked busybox of the base: most machines have no netcat. */
  busybox: string;
}

/** The text of the lab's ssh_config. Hosts answer to their name, their management and their fabric addresses. */
export function sshConfig(wanted: SshConfigWanted): string {
  const { plan } = wanted;
  const proxy = shline(['nsenter', `--net=/run/netns/${plan.switchNamespace}`, wanted.busybox, 'nc']);
  const names = plan.hosts.map((host) => `Host ${host.name}\n  HostName ${host.management.address}\n`);
  const everyone = plan.hosts.flatMap((host) => [host.name, host.management.address]);
  return [
    "# Written by `sparkwright lab up`: the lab's network is not the machine's, it is entered for each connection.\n",
    ...names,
    `Host ${everyone.join(' ')}\n`,
    `  User ${ADMIN_USER}\n`,
    `  IdentityFile ${quoted(wanted.identity)}\n`,
    '  IdentitiesOnly yes\n',
    `  UserKnownHostsFile ${quoted(wanted.knownHosts)}\n`,
    '  GlobalKnownHostsFile /dev/null\n',
    '  StrictHostKeyChecking yes\n',
    '  LogLevel ERROR\n',
    `  ProxyCommand ${proxy.replaceAll('%', '%%')} %h %p\n`,
  ].join('');
}

/** ssh_config takes spaces inside double quotes; percent signs are its own. */
function quoted(path: string): string {
  const escaped = path.replaceAll('%', '%%');
  return /\s/.test(escaped) ? `"${escaped}"` : escaped;
}

/** known_hosts lines of the given hosts, under every name and address they answer to. */
export function knownHosts(hosts: readonly LabHost[], keys: LabKeys): string {
  return hosts
    .map((host) => {
      const rails = host.ports.flatMap((port) => port.address ?? []);
      return `${[host.name, host.management.address, ...rails].join(',')} ${keys.hosts[host.name]?.public}\n`;
    })
    .join('');
}
