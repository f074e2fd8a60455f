import type { Entry } from '../entry.ts';

export const deployment = {
  'deployment.fabric.none': {
    en: 'No fabric link on {nodes}: no ACTIVE RDMA device there has an IPv4 address that ranks can use',
    zh: '{nodes} 上没有可用的互联链路：没有处于 ACTIVE 状态且带可用 IPv4 地址的 RDMA 设备',
  },
  'deployment.fabric.no-shared-subnet': {
    en: 'The fabric addresses of {nodes} are in no common subnet, so the ranks could not reach each other',
    zh: '{nodes} 的互联地址不在同一子网内，各 rank 无法互通',
  },
  'deployment.fabric.overrides': {
    en: 'Give the rails IPv4 addresses in one subnet for all nodes, or name the link by hand in the cluster file: {keys}. Wi-Fi, LAN and Tailscale addresses are never chosen by themselves.',
    zh: '请为各节点的互联端口配置同一子网的 IPv4 地址，或在集群文件中手动指定链路：{keys}。Wi-Fi、局域网和 Tailscale 地址不会被自动选用。',
  },
  'deployment.fabric.no-rdma': {
    en: 'The link {netdev} of {node} has no ACTIVE RDMA device, and this recipe needs RoCE',
    zh: '{node} 的链路 {netdev} 上没有处于 ACTIVE 状态的 RDMA 设备，而此配方需要 RoCE',
  },
  'deployment.fabric.override': {
    en: '{key} of {node} says {value}, which the node does not have',
    zh: '{node} 的 {key} 指定为 {value}，但该节点上没有',
  },
  'deployment.fabric.override.means': {
    en: 'The evidence is what the node shows. Correct {key} in the cluster file, or remove it to let the link be found.',
    zh: '证据为该节点的实际情况。请在集群文件中更正 {key}，或将其删除以自动检测链路。',
  },
  'deployment.nodes.too-few': {
    en: 'The recipe {recipe} runs on {counts} nodes, and the cluster file has {given}',
    zh: '配方 {recipe} 需要 {counts} 个节点，而集群文件中有 {given} 个',
  },
  'deployment.nodes.too-few.means': {
    en: 'Add nodes to the cluster file (exactly one with role head), or choose a recipe for fewer nodes: `sparkwright recipe list`.',
    zh: '请在集群文件中添加节点（恰好一个 head），或选择所需节点更少的配方：`sparkwright recipe list`。',
  },
  'deployment.node.unread': {
    en: 'The probe {what} gave no usable answer on {node}, and the containers depend on it',
    zh: '{node} 上的探针 {what} 没有给出可用的结果，而容器参数依赖于它',
  },
  'deployment.node.unreachable': {
    en: '{node} was not reached ({why}), so its containers cannot be settled',
    zh: '无法连接 {node}（{why}），因此无法确定其容器参数',
  },
  'deployment.node.unread.means': {
    en: 'Nothing is guessed and nothing is started. The evidence is what {node} answered; when it answers well, run the same command again.',
    zh: '不会猜测，也不会启动任何容器。证据为 {node} 的应答；恢复正常后请再次执行同一命令。',
  },
  'deployment.forecast.weights': {
    en: 'weights of one rank, 1/{parts} of the checkpoint',
    zh: '单个 rank 的权重（检查点的 1/{parts}）',
  },
  'deployment.forecast.checkpoint': { en: 'checkpoint on disk', zh: '磁盘上的检查点' },
  'deployment.forecast.image': { en: 'image to fetch where it is absent', zh: '缺失时需拉取的镜像' },
} as const satisfies Record<string, Entry>;
