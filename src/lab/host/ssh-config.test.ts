import { expect, test } from 'vitest';
import { planLab } from '../plan.ts';
import type { LabKeys } from './keys.ts';
import { knownHosts, sshConfig } from './ssh-config.ts';

const plan = planLab(2);

test('the ssh_config reaches both hosts by name and address through the switch namespace, and trusts only its own keys', () => {
  const text = sshConfig({
    plan,
    identity: '/lab/keys/laptop',
    knownHosts: '/lab/known_hosts',
    busybox: '/base/bin/busybox',
  });
  expect(
    text,
  ).toBe(`# Written by \`sparkwright lab up\`: the lab's network is not the machine's, it is entered for each connection.
Host spark-a
  HostName 10.77.0.1
Host spark-b
  HostName 10.77.0.2
Host spark-a 10.77.0.1 spark-b 10.77.0.2
  User dgx
  IdentityFile /lab/keys/laptop
  IdentitiesOnly yes
  UserKnownHostsFile /lab/known_hosts
  GlobalKnownHostsFile /dev/null
  StrictHostKeyChecking yes
  LogLevel ERROR
  ProxyCommand nsenter --net=/run/netns/swlab-sw /base/bin/busybox nc %h %p
`);
});

test('a folder with spaces and percent signs is kept as it is', () => {
  const text = sshConfig({ plan, identity: '/my lab/50%', knownHosts: '/k', busybox: '/my base/busybox' });
  expect(text).toContain('  IdentityFile "/my lab/50%%"\n');
  expect(text).toContain("  ProxyCommand nsenter --net=/run/netns/swlab-sw '/my base/busybox' nc %h %p\n");
});

test('known_hosts names a host by its name, its management and its fabric addresses', () => {
  const key = (name: string) => ({ secret: '', public: `ssh-ed25519 ${name}` });
  const keys: LabKeys = {
    laptop: key('l'),
    head: key('h'),
    hosts: { 'spark-a': key('A'), 'spark-b': key('B') },
  };
  expect(knownHosts(plan.hosts, keys)).toBe(
    'spark-a,10.77.0.1,192.168.100.10,192.168.101.10 ssh-ed25519 A\n' +
      'spark-b,10.77.0.2,192.168.100.11,192.168.101.11 ssh-ed25519 B\n',
  );
});
