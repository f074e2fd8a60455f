import type { Entry } from '../entry.ts';

export const checks = {
  'checks.access.ok': { en: '{node} answers', zh: '{node} 可以连接' },
  'checks.access.not-read': { en: 'Nothing was read of {node}', zh: '没有读取到 {node} 的任何信息' },
  'checks.access.unreachable': {
    en: '{node} cannot be reached at {target}',
    zh: '无法通过 {target} 连接 {node}',
  },
  'checks.access.docker.ok': {
    en: '{user} may use Docker on {node}',
    zh: '{user} 可以使用 {node} 上的 Docker',
  },
  'checks.access.docker.group': {
    en: '{user} may not use Docker on {node}',
    zh: '{user} 无权使用 {node} 上的 Docker',
  },
  'checks.access.docker.group.means': {
    en: 'The login is not in the docker group. Being in it is being root on that machine, so this is your decision. Afterwards log in anew.',
    zh: '该用户不在 docker 组中。加入该组等同于拥有那台机器的 root 权限，因此需由您决定。加入后请重新登录。',
  },
  'checks.access.docker.old-login': {
    en: '{user} is in the docker group of {node}, but this login is older than that',
    zh: '{user} 已在 {node} 的 docker 组中，但当前登录会话早于加入该组的时间',
  },
  'checks.access.docker.old-login.means': {
    en: 'Groups are given at login. End the shared SSH connection and run the command again; where that does not help, restart the machine.',
    zh: '用户组在登录时生效。请断开共享的 SSH 连接后重试；若仍无效，请重启该机器。',
  },
  'checks.docker.ok': {
    en: 'Docker {version} answers on {node}',
    zh: '{node} 上的 Docker {version} 应答正常',
  },
  'checks.docker.missing': { en: 'Docker is not installed on {node}', zh: '{node} 上没有安装 Docker' },
  'checks.docker.unread': {
    en: 'Docker on {node} gave no answer that can be read',
    zh: '{node} 上的 Docker 没有给出可读的应答',
  },
  'checks.docker.down': {
    en: 'The Docker daemon of {node} does not answer',
    zh: '{node} 上的 Docker 守护进程没有应答',
  },
  'checks.docker.down.means': {
    en: 'It is stopped, failed to start, or is starting again. Its journal says why; running containers are not touched by looking.',
    zh: '它已停止、启动失败，或正在重启。原因见其日志；查看日志不会影响正在运行的容器。',
  },
  'checks.docker.gpu.ok': {
    en: 'Docker on {node} can hand a GPU to a container, as far as its settings show',
    zh: '从配置看，{node} 上的 Docker 可以把 GPU 交给容器使用',
  },
  'checks.docker.gpu': {
    en: 'Docker on {node} has no way to hand a GPU to a container',
    zh: '{node} 上的 Docker 无法把 GPU 交给容器使用',
  },
  'checks.docker.gpu.means': {
    en: 'Neither the nvidia runtime, nor its hook, nor a CDI device is there: --gpus all would fail. Restarting Docker stops its containers.',
    zh: '既没有 nvidia 运行时，也没有其钩子程序或 CDI 设备：--gpus all 会失败。注意：重启 Docker 会停止其中的容器。',
  },
  'checks.image.ok': { en: 'The image {image} is on {node}', zh: '{node} 上已有镜像 {image}' },
  'checks.image.absent': {
    en: 'The image {image} is not on {node} yet; up fetches it',
    zh: '{node} 上还没有镜像 {image}，up 时会获取',
  },
  'checks.image.unread': {
    en: 'Whether {node} has the image {image} could not be read',
    zh: '无法得知 {node} 上是否有镜像 {image}',
  },
  'checks.image.architecture': {
    en: 'The image {image} on {node} is for {architecture}; this recipe runs on {wanted}',
    zh: '{node} 上的镜像 {image} 是 {architecture} 架构，而此配方需要 {wanted}',
  },
  'checks.image.architecture.means': {
    en: 'It would start with "exec format error". What is there is not replaced unasked: after the command below up fetches the right one.',
    zh: '启动时会出现 “exec format error”。已有的镜像不会被擅自替换：执行下面的命令后，up 会获取正确的镜像。',
  },
  'checks.image.differs': {
    en: 'The image {image} is not the same on {nodes}',
    zh: '镜像 {image} 在 {nodes} 上的内容不一致',
  },
  'checks.image.differs.means': {
    en: 'Architecture and layers differ under one name; ranks of different builds hang or give wrong answers. The command below copies the one of the first node to the other.',
    zh: '同名镜像的架构或层不同；不同构建的 rank 会卡死或给出错误结果。下面的命令会把第一个节点的镜像复制到另一个节点。',
  },
  'checks.model.ok': {
    en: 'All {total} required model files are in {directory} on {node}',
    zh: '{node} 的 {directory} 中已有全部 {total} 个必需的模型文件',
  },
  'checks.model.unread': {
    en: 'The model directory of {node} could not be read',
    zh: '无法读取 {node} 上的模型目录',
  },
  'checks.model.missing': {
    en: '{count} of {total} required model files are missing on {node} in {directory}',
    zh: '{node} 的 {directory} 中缺少 {total} 个必需模型文件中的 {count} 个',
  },
  'checks.model.missing.means': {
    en: 'Without them the engine fails after minutes of loading. Put the checkpoint there (where another node has it, the command below copies it), or name its directory as paths.model in the cluster file.',
    zh: '缺少这些文件，引擎会在加载数分钟后失败。请把检查点放到该目录（若其他节点已有，可用下面的命令复制），或在集群文件的 paths.model 中指定其目录。',
  },
  'checks.fabric.ok': {
    en: '{node} reaches the other nodes over {netdev} ({address})',
    zh: '{node} 通过 {netdev}（{address}）与其他节点互联',
  },
  'checks.fabric.none.means': {
    en: 'Give the rails IPv4 addresses in one subnet for all nodes, or name the link in the cluster file: nodes[].fabric.address, .netdev, .rdmaDevices.',
    zh: '请为各节点的互联端口配置同一子网的 IPv4 地址，或在集群文件中指定链路：nodes[].fabric.address、.netdev、.rdmaDevices。',
  },
  'checks.fabric.no-carrier': {
    en: 'The link {netdev} of {node} has no carrier',
    zh: '{node} 的链路 {netdev} 没有载波',
  },
  'checks.fabric.no-carrier.means': {
    en: 'The cable is out, the port at the other end is down, or the other machine is off.',
    zh: '网线未插好、对端端口未启用，或对端机器已关机。',
  },
  'checks.fabric.mtu.ok': { en: 'One MTU on every node in {subnet}', zh: '{subnet} 中各节点的 MTU 一致' },
  'checks.fabric.mtu.unread': {
    en: 'The MTU of a port in {subnet} could not be read',
    zh: '无法读取 {subnet} 中某个端口的 MTU',
  },
  'checks.fabric.mtu': {
    en: 'The MTU differs between the nodes in {subnet}: {mtus}',
    zh: '{subnet} 中各节点的 MTU 不一致：{mtus}',
  },
  'checks.fabric.mtu.means': {
    en: 'Large RDMA messages are lost without a word (IBV_WC_RETRY_EXC_ERR 12). The command sets {mtu} until the next boot; the netplan file of the port must say mtu: {mtu} too.',
    zh: '较大的 RDMA 消息会被静默丢弃（IBV_WC_RETRY_EXC_ERR 12）。下面的命令将 MTU 设为 {mtu}，重启后失效；该端口的 netplan 文件也须写明 mtu: {mtu}。',
  },
  'checks.fabric.twins': {
    en: 'Two fabric ports of {node} are in one subnet, {subnet}: {netdevs}',
    zh: '{node} 的两个互联端口位于同一子网 {subnet}：{netdevs}',
  },
  'checks.fabric.twins.means': {
    en: 'Which port answers is then chance, and NCCL may fail or use half the bandwidth. Give each rail a subnet of its own.',
    zh: '此时由哪个端口应答是随机的，NCCL 可能失败或只用到一半带宽。请为每条链路配置独立的子网。',
  },
  'checks.ports.free': { en: 'Port {port} of {node} is free', zh: '{node} 的端口 {port} 空闲' },
  'checks.ports.ours': {
    en: 'Port {port} of {node} is held by our own container: {names}',
    zh: '{node} 的端口 {port} 由我们自己的容器占用：{names}',
  },
  'checks.ports.perhaps-ours': {
    en: 'Port {port} of {node} is held by something that cannot be seen without root: perhaps our own container ({names}), which has other settings than wanted now',
    zh: '{node} 的端口 {port} 已被占用，没有 root 权限无法看到是谁：可能是我们自己的容器（{names}），其设置与当前要求不同',
  },
  'checks.ports.unread': {
    en: 'Whether port {port} of {node} is free could not be read',
    zh: '无法得知 {node} 的端口 {port} 是否空闲',
  },
  'checks.ports.engine': {
    en: 'Port {port} of {node} is held by an engine that runs already, not started by this cluster: container {name} ({image})',
    zh: '{node} 的端口 {port} 由已在运行的推理引擎占用，它不是本集群启动的：容器 {name}（{image}）',
  },
  'checks.ports.engine.means': {
    en: 'It also holds the memory. A restart policy brings such a container back after a reboot. Stop it on every node before `up`; we do not stop what we did not start.',
    zh: '它同时占用内存。重启策略会在开机后自动恢复这类容器。请在 `up` 之前在所有节点上停止它；本工具不会停止非自己启动的程序。',
  },
  'checks.ports.taken': {
    en: 'Port {port} of {node} is in use by {holder} (pid {pid})',
    zh: '{node} 的端口 {port} 已被 {holder}（pid {pid}）占用',
  },
  'checks.ports.taken-unseen': {
    en: 'Port {port} of {node} is in use by something that cannot be seen without root',
    zh: '{node} 的端口 {port} 已被占用，没有 root 权限无法看到是谁',
  },
  'checks.ports.taken.api': {
    en: 'The API is to listen there. Stop what holds it, or set another api.port in the cluster file; nothing of others is ever stopped by us.',
    zh: 'API 要在此端口监听。请停止占用者，或在集群文件中改用其他 api.port；本工具绝不会停止他人的程序。',
  },
  'checks.ports.taken.rendezvous': {
    en: 'The ranks meet at port {port}, which the recipe fixes. Stop what holds it; nothing of others is ever stopped by us.',
    zh: '各 rank 在端口 {port} 会合，该端口由配方固定。请停止占用者；本工具绝不会停止他人的程序。',
  },
  'checks.memory.ok': {
    en: '{node} has {available} GiB of memory available; its part of the weights takes {needed} GiB',
    zh: '{node} 可用内存 {available} GiB；其分担的权重需要 {needed} GiB',
  },
  'checks.memory.ours': {
    en: '{node} has {available} GiB of memory available beside our running container; its part of the weights takes {needed} GiB',
    zh: '{node} 在我们的容器运行时仍有 {available} GiB 可用内存；其分担的权重需要 {needed} GiB',
  },
  'checks.memory.unread': {
    en: 'The available memory of {node} could not be read',
    zh: '无法读取 {node} 的可用内存',
  },
  'checks.memory.low': {
    en: '{node} has {available} GiB of memory available; its part of the weights alone takes {needed} GiB',
    zh: '{node} 可用内存仅 {available} GiB，而其分担的权重就需要 {needed} GiB',
  },
  'checks.memory.low.means': {
    en: 'Other programs or another engine hold it. GPU memory is this same memory on a Spark: stop them before up, or the boot ends for lack of it.',
    zh: '内存被其他程序或另一个引擎占用。在 Spark 上显存就是这部分内存：请先停止它们再执行 up，否则启动会因内存不足而失败。',
  },
} as const satisfies Record<string, Entry>;
