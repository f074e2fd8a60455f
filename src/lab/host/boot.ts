/** How a host is booted: the text of the script its supervisor runs each time. */
import { shline, shq } from '../../text/quote.ts';
import type { HostPaths } from '../paths.ts';
import type { LabHost } from '../plan.ts';

export interface BootWanted {
  host: LabHost;
  at: HostPaths;
  /** Read-only layers, the upper one first. */
  layers: string[];
  cgroupProcs: string[];
  /** Machine folder -> folder of the host, read-only. */
  binds: { from: string; to: string }[];
  /** Whether the kernel has time namespaces: then the host's uptime is its own. */
  ownUptime: boolean;
}

/**
 * What a host may not do because it would do it to the machine: set the clock or wake it, load kernel modules, touch
 * I/O ports and raw memory. CAP_SYS_BOOT stays, because inside a PID namespace reboot(2) ends only that namespace and
 * without it `systemctl reboot` powers off; loading another kernel, which it also allows, is filtered out below.
 */
const DROPPED = ['CAP_SYS_TIME', 'CAP_SYS_MODULE', 'CAP_SYS_RAWIO', 'CAP_WAKE_ALARM'];

/** System calls beyond systemd-nspawn's own list: what a container engine needs. */
const ALLOWED = ['add_key', 'keyctl', 'bpf'];

export function nspawnArguments(wanted: BootWanted): string[] {
  const { host, at } = wanted;
  return [
    'systemd-nspawn',
    '--boot',
    '--quiet',
    '--register=no',
    '--keep-unit',
    `--directory=${at.root}`,
    `--machine=${host.machine}`,
    `--hostname=${host.name}`,
    `--network-namespace-path=/run/netns/${host.namespace}`,
    '--capability=all',
    `--drop-capability=${DROPPED.join(',')}`,
    `--system-call-filter=${ALLOWED.join(' ')}`,
    '--system-call-filter=~kexec_load kexec_file_load',
    // Docker's overlay cannot lie on the host's own overlay.
    `--bind=${at.docker}:/var/lib/docker`,
    `--bind=${at.containerd}:/var/lib/containerd`,
    `--bind=${at.standIn}:/.lab`,
    ...wanted.binds.map(({ from, to }) => `--bind-ro=${from}:${to}`),
    '--resolv-conf=off',
    '--timezone=off',
    '--link-journal=no',
    '--console=pipe',
    '--kill-signal=SIGRTMIN+3',
  ];
}

/** The whole script. The root is mounted in a mount namespace of its own: the machine never sees it. */
export function bootScript(wanted: BootWanted): string {
  const { at } = wanted;
  const overlay = `lowerdir=${wanted.layers.join(':')},upperdir=${at.upper},workdir=${at.work}`;
  const inner = [
    shline(['mount', '-t', 'overlay', wanted.host.machine, '-o', overlay, at.root]),
    `exec ${shline(nspawnArguments(wanted))}`,
  ].join(' && ');
  const environment = [
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    // /sys read-only (else networkd waits for a device manager), only the network's settings writable.
    'SYSTEMD_NSPAWN_API_VFS_WRITABLE=network',
    'SYSTEMD_NSPAWN_LOCK=0',
    'SYSTEMD_NSPAWN_TMPFS_TMP=0',
  ];
  const clock = wanted.ownUptime ? ['--time', '--boottime', '"-$uptime"', '--monotonic', '0'] : [];
  return [
    '#!/bin/sh',
    `# Boots ${wanted.host.name} once; written by \`sparkwright lab up\`.`,
    ...wanted.cgroupProcs.map((file) => `echo $$ > ${shq(file)}`),
    'read -r uptime _ < /proc/uptime',
    'uptime=${uptime%%.*}',
    `exec ${shline(['env', '-i', ...environment])} unshare --mount --propagation private ${clock.join(' ')} -- \\`,
    `  sh -c ${shq(inner)} < /dev/null > ${shq(at.console)} 2>&1`,
    '',
  ].join('\n');
}
