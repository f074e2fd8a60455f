/** What is installed: inside every host, and on the machine that holds the lab. */

/** The release the hosts are made of. A Spark has Ubuntu 24.04; what probes read says so, see files/host/etc/os-release. */
export const SUITE = 'bookworm';

/** Inside a host: what a Spark has of what we, the recipes and the probes use, and nothing else. */
export const INSIDE = [
  ...['systemd', 'systemd-sysv', 'dbus', 'libpam-systemd', 'dbus-user-session', 'libnss-myhostname'],
  ...['openssh-server', 'sudo', 'rsync', 'curl', 'jq', 'ca-certificates', 'zstd', 'lsof', 'procps'],
  ...['docker.io', 'iptables', 'nftables'],
  ...['netplan.io', 'iproute2', 'iputils-ping', 'iputils-arping', 'ethtool', 'pciutils', 'kmod'],
  ...['python3-minimal', 'busybox-static'],
];

export interface OuterNeed {
  program: string;
  debianPackage: string;
}

/** On the machine itself: the programs the lab calls and the packages that hold them. */
export const OUTSIDE: OuterNeed[] = [
  { program: 'mmdebstrap', debianPackage: 'mmdebstrap' },
  { program: 'systemd-nspawn', debianPackage: 'systemd-container' },
  { program: 'ip', debianPackage: 'iproute2' },
  { program: 'unshare', debianPackage: 'util-linux' },
  { program: 'nsenter', debianPackage: 'util-linux' },
  { program: 'setsid', debianPackage: 'util-linux' },
  { program: 'mount', debianPackage: 'mount' },
  { program: 'ssh', debianPackage: 'openssh-client' },
  { program: 'ssh-keygen', debianPackage: 'openssh-client' },
];

/** Ubuntu does not carry the keys of Debian, from which the hosts are made. */
export const DEBIAN_KEYS: OuterNeed & { file: string } = {
  program: '',
  debianPackage: 'debian-archive-keyring',
  file: '/usr/share/keyrings/debian-archive-keyring.gpg',
};

/** Free space the base, two hosts and their images are given, in bytes; the base measured 0.5 GB. */
export const NEEDED_BYTES = 3_000_000_000;
/** Roughly what building the base fetches, in bytes; measured 125 MB. */
export const FETCHED_BYTES = 130_000_000;
