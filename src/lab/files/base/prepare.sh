#!/bin/sh
# Turns a fresh Debian tree ($1) into the base of the lab's hosts: its services, its admin user, and the
# packages a Spark would list. Runs on the machine that builds, once; LAB_USER and LAB_PASSWORD are given.
set -eu
root=$1
units=$root/etc/systemd/system

mkdir -p "$units/multi-user.target.wants" "$units/sysinit.target.wants"
ln -sf /lib/systemd/system/systemd-networkd.service "$units/multi-user.target.wants/systemd-networkd.service"
ln -sf /lib/systemd/system/multi-user.target "$units/default.target"
for unit in swlab-mounts swlab-links swlab-memory; do
  ln -sf "/etc/systemd/system/$unit.service" "$units/sysinit.target.wants/$unit.service"
done
# Nothing to do in a host without a console, a package mirror or devices of its own.
for unit in console-getty.service getty@.service getty-static.service systemd-networkd-wait-online.service \
  apt-daily.timer apt-daily-upgrade.timer e2scrub_all.timer e2scrub_reap.service dpkg-db-backup.timer fstrim.timer \
  systemd-udevd.service systemd-udevd-control.socket systemd-udevd-kernel.socket systemd-udev-trigger.service \
  systemd-timesyncd.service systemd-update-utmp.service systemd-update-utmp-runlevel.service systemd-pstore.service \
  rsync.service nftables.service; do
  ln -sf /dev/null "$units/$unit"
done

chroot "$root" useradd --create-home --uid 1000 --shell /bin/bash --groups adm,sudo,docker "$LAB_USER"
printf '%s:%s\n' "$LAB_USER" "$LAB_PASSWORD" | chroot "$root" chpasswd
rm -f "$root/etc/motd" "$root"/etc/update-motd.d/*

# Every host makes its own identity on its own disk.
rm -f "$root"/etc/ssh/ssh_host_* "$root/var/lib/dbus/machine-id" "$root/etc/hostname" "$root/etc/resolv.conf"
: > "$root/etc/machine-id"
# The builder's proxy and apt settings are its own.
rm -f "$root/etc/apt/apt.conf.d/99mmdebstrap" "$root/etc/dpkg/dpkg.cfg.d/99mmdebstrap"
rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/* "$root"/var/log/*.log
mkdir -p "$root/srv/lab/engine" "$root/srv/lab/models" "$root/srv/lab/images" "$root/.lab" "$root/etc/nvidia"
: > "$root/etc/nvidia/cx7-hotplug-enabled"

# Packages that a Spark has and dpkg-query is asked for. They hold no files.
arch=$(chroot "$root" dpkg --print-architecture)
while read -r name version; do
  [ -n "$name" ] || continue
  printf 'Package: %s\nStatus: install ok installed\nPriority: optional\nSection: misc\nMaintainer: lab <lab@localhost>\nArchitecture: %s\nVersion: %s\nDescription: stands in for the package of a DGX Spark\n\n' \
    "$name" "$arch" "$version" >> "$root/var/lib/dpkg/status"
  printf '/.\n' > "$root/var/lib/dpkg/info/$name.list"
  : > "$root/var/lib/dpkg/info/$name.md5sums"
done <<'PACKAGES'
nvidia-driver-580-open 580.159.03-0ubuntu0.24.04.1
nvidia-utils-580 580.159.03-0ubuntu0.24.04.1
linux-modules-nvidia-580-open-nvidia-hwe-24.04 6.17.0-1029.29
nvidia-container-toolkit 1.19.0-1
dgx-spark-mlnx-hotplug 1.0-1
PACKAGES
