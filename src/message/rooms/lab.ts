import type { Entry } from '../entry.ts';

export const lab = {
  'lab.needs-linux': {
    en: 'The lab runs on Linux only: its virtual Sparks are Linux namespaces. This machine runs {system}.',
    zh: '实验环境只能在 Linux 上运行：虚拟 Spark 依赖 Linux 命名空间。本机系统是 {system}。',
  },
  'lab.needs-root': {
    en: 'The lab needs root on this machine: it makes network namespaces, mounts and cgroups. Run the same command with sudo.',
    zh: '实验环境需要本机的 root 权限：要创建网络命名空间、挂载点和 cgroup。请用 sudo 运行同一条命令。',
  },
  'lab.needs-debian': {
    en: 'The lab needs these Debian packages and installs them by itself only on Debian and Ubuntu: {packages}. Install what holds the same programs, then run the command again.',
    zh: '实验环境需要以下 Debian 软件包，只有在 Debian 和 Ubuntu 上才能自动安装：{packages}。请先安装提供相同程序的软件包，再重新运行。',
  },
  'lab.needs-powers': {
    en: 'Root lacks {powers} here, as inside a container. The lab needs a machine or a virtual machine of its own.',
    zh: '这里的 root 缺少 {powers}（通常是因为在容器内）。实验环境需要一台完整的物理机或虚拟机。',
  },
  'lab.needs-cgroups': {
    en: 'No cgroup file system is mounted below /sys/fs/cgroup, so hosts cannot be kept apart. Mount one and run the command again.',
    zh: '/sys/fs/cgroup 下没有挂载 cgroup 文件系统，无法隔离各台主机。请挂载后重新运行。',
  },
  'lab.needs-disk-folder': {
    en: '{folder} lies on an overlay file system, on which a host cannot have its disk. Set SPARKWRIGHT_LAB_DIR to a folder on a real disk.',
    zh: '{folder} 位于 overlay 文件系统上，不能存放主机磁盘。请把 SPARKWRIGHT_LAB_DIR 设为真实磁盘上的目录。',
  },
  'lab.needs-space': {
    en: 'The disk of {folder} has {free} GB free; the lab needs {needed} GB. Free some, or move the lab with SPARKWRIGHT_LAB_DIR and SPARKWRIGHT_CACHE_DIR.',
    zh: '{folder} 所在磁盘剩余 {free} GB，实验环境需要 {needed} GB。请清理空间，或用 SPARKWRIGHT_LAB_DIR 和 SPARKWRIGHT_CACHE_DIR 换到别的磁盘。',
  },
  'lab.needs-packages': {
    en: 'The lab needs Debian packages that are not installed here. Run it again with --yes, or install them: apt-get install --no-install-recommends {packages}',
    zh: '实验环境需要的 Debian 软件包尚未安装。请加 --yes 重新运行，或自行安装：apt-get install --no-install-recommends {packages}',
  },
  'lab.ask-install': {
    en: 'Install these Debian packages on this machine? {packages}',
    zh: '要在本机安装这些 Debian 软件包吗？{packages}',
  },
  'lab.install-failed': {
    en: 'Installing {packages} on this machine failed. Mend what apt-get says, then run the command again.',
    zh: '在本机安装 {packages} 失败。请按 apt-get 的提示修复，再重新运行。',
  },
  'lab.command-failed': {
    en: '`{command}` ended with {rc} on this machine. `sparkwright lab down` removes what was made so far.',
    zh: '本机上的 `{command}` 以 {rc} 结束。`sparkwright lab down` 会清除已经创建的内容。',
  },
  'lab.base-failed': {
    en: "Building the hosts' base system (Debian {suite}) on this machine failed; nothing of it is kept. If a package could not be fetched, check the machine's apt sources and proxy, then run the command again.",
    zh: '在本机构建主机基础系统（Debian {suite}）失败，未保留任何内容。如果是软件包下载失败，请检查本机的 apt 源和代理，再重新运行。',
  },
  'lab.base-gone': {
    en: "{host}'s disk was made on a base image that is no longer in the cache, so it cannot boot. `sparkwright lab down --purge` discards the disks; the next `lab up` makes fresh ones.",
    zh: '{host} 的磁盘所依赖的基础镜像已不在缓存中，无法启动。`sparkwright lab down --purge` 会丢弃磁盘，下次 `lab up` 会重新创建。',
  },
  'lab.other-shape': {
    en: 'A lab with another number of hosts or other engine folders is up, and its hosts would have to stop for this one. Run `sparkwright lab down` first; disks are kept.',
    zh: '正在运行的实验环境主机数量或引擎目录不同，改变它必须先停止主机。请先运行 `sparkwright lab down`（磁盘会保留）。',
  },
  'lab.not-ours': {
    en: "The network namespace {name} exists on this machine, but the lab's ledger does not list it, so it is left alone. If nothing of yours needs it, remove it with `ip netns delete {name}` and run the command again.",
    zh: '本机已存在网络命名空间 {name}，但实验环境的账本里没有它，因此不会动它。确认不再需要后，用 `ip netns delete {name}` 删除，再重新运行。',
  },
  'lab.group-not-ours': {
    en: "Processes run in the control group {path}, but the lab's ledger does not list it, so they are left alone: perhaps the folder of an earlier lab was removed by hand. End them (their numbers stand in {path}/cgroup.procs and below) or restart the machine, then run the command again.",
    zh: '控制组 {path} 中有进程在运行，但实验环境的账本里没有它，因此不会动这些进程：可能是早先实验环境的目录被手动删除了。请结束这些进程（编号见 {path}/cgroup.procs 及其子目录）或重启本机，再重新运行。',
  },
  'lab.group-stuck': {
    en: 'Processes in the control group {path} on this machine do not end, even by SIGKILL: most often they wait for a disk. What is left stays listed; run `sparkwright lab down` again later.',
    zh: '本机控制组 {path} 中的进程无法结束（SIGKILL 也无效），多半是在等待磁盘。剩余内容仍记录在账本中，请稍后再运行 `sparkwright lab down`。',
  },
  'lab.folder-not-ours': {
    en: '{folder} holds files but no ledger of a lab, so it is left alone: `lab down` would remove some of them by their names. Set SPARKWRIGHT_LAB_DIR to an empty or a new folder.',
    zh: '{folder} 中已有文件，却没有实验环境的账本，因此不会使用它：否则 `lab down` 会按名称删除其中一些文件。请把 SPARKWRIGHT_LAB_DIR 设为空目录或新目录。',
  },
  'lab.folder-name': {
    en: 'The name {folder} holds a colon, a comma, a quotation mark, a backslash or a control character, which mounts cannot take. Set SPARKWRIGHT_LAB_DIR and SPARKWRIGHT_CACHE_DIR to folders without them.',
    zh: '{folder} 的名称中含有冒号、逗号、引号、反斜杠或控制字符，无法用于挂载。请把 SPARKWRIGHT_LAB_DIR 和 SPARKWRIGHT_CACHE_DIR 设为不含这些字符的目录。',
  },
  'lab.mounted-inside': {
    en: 'Something is mounted inside {folder} on this machine, so nothing of it is removed. Unmount what is listed below, then run the command again.',
    zh: '本机的 {folder} 内有挂载点，因此未删除其中任何内容。请卸载下面列出的挂载点，再重新运行。',
  },
  'lab.pruned': {
    en: 'Removed from {folder}, since no lab on this machine needs it and it was not used for {days} days: {names}',
    zh: '已从 {folder} 删除以下内容（本机没有实验环境需要它，且 {days} 天未使用）：{names}',
  },
  'lab.prune-failed': {
    en: 'Whether old entries of {folder} are still needed could not be found out, so none was removed: {why}',
    zh: '无法确认 {folder} 中的旧内容是否仍被需要，因此没有删除：{why}',
  },
  'lab.held': {
    en: 'Another `sparkwright lab` command is at work (process {pid}). Wait for it to end, then run this one again.',
    zh: '另一条 `sparkwright lab` 命令正在运行（进程 {pid}）。请等它结束后再运行。',
  },
  'lab.host-died': {
    en: '{host} went off while it was booting. Its last words stand below; `sparkwright lab up` tries again, `sparkwright lab reset {host}` gives it a fresh disk.',
    zh: '{host} 在启动过程中关机了，最后的输出见下。`sparkwright lab up` 会重试，`sparkwright lab reset {host}` 会换一块新磁盘。',
  },
  'lab.host-silent': {
    en: '{host} did not let us log in over SSH within {seconds} s. What it said last stands below; `sparkwright lab reset {host}` gives it a fresh disk.',
    zh: '{host} 在 {seconds} 秒内无法通过 SSH 登录，最后的输出见下。`sparkwright lab reset {host}` 会换一块新磁盘。',
  },
  'lab.not-up': {
    en: 'No lab is up on this machine. `sparkwright lab up` starts one.',
    zh: '本机没有正在运行的实验环境。请用 `sparkwright lab up` 启动。',
  },
  'lab.no-such-host': {
    en: 'The lab has no host {host}; it has {names}.',
    zh: '实验环境中没有主机 {host}，现有 {names}。',
  },
  'lab.cluster-kept': {
    en: '{file} was edited, so it is left as it is.',
    zh: '{file} 已被修改过，因此保持原样。',
  },
  'lab.step-packages': { en: 'install {packages} on this machine', zh: '在本机安装 {packages}' },
  'lab.step-base': {
    en: "base system of the hosts (built once, about {megabytes} MB from the machine's apt mirror)",
    zh: '主机基础系统（只构建一次，从本机 apt 源下载约 {megabytes} MB）',
  },
  'lab.step-disks': { en: 'fresh disks for {names}', zh: '为 {names} 创建新磁盘' },
  'lab.step-network': {
    en: "the lab's network: management and two rails a cable, {hosts} hosts",
    zh: '实验网络：管理网和每根线缆两条链路，共 {hosts} 台主机',
  },
  'lab.step-hosts': { en: 'switch on {names} and wait for SSH', zh: '启动 {names} 并等待 SSH 就绪' },
  'lab.step-stands': { en: 'the lab is up: {hosts} hosts', zh: '实验环境已在运行：{hosts} 台主机' },
  'lab.step-down': { en: 'switch the lab off; disks are kept', zh: '关闭实验环境，保留磁盘' },
  'lab.step-purge': { en: 'switch the lab off and discard its disks', zh: '关闭实验环境并丢弃磁盘' },
  'lab.step-reset': { en: 'a fresh disk for {host}', zh: '为 {host} 换一块新磁盘' },
} as const satisfies Record<string, Entry>;
