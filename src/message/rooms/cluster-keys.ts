import type { Entry } from '../entry.ts';

/** One sentence a key of sparkwright.yaml: shown by editors (`schema cluster`) and in docs/cluster-file.md. */
export const clusterKeys = {
  'cluster.key.version': { en: 'Version of this file’s format.', zh: '此文件格式的版本。' },
  'cluster.key.name': {
    en: 'Names the containers and the state folder on the head.',
    zh: '用于命名容器和 head 上的状态文件夹。',
  },
  'cluster.key.nodes': {
    en: 'The machines; exactly one is the head. Workers take their ranks in this order.',
    zh: '各台机器；恰好一台为 head。worker 按此顺序取得 rank。',
  },
  'cluster.key.nodes.name': { en: 'Letters, digits and dashes.', zh: '字母、数字和连字符。' },
  'cluster.key.nodes.role': { en: 'head is rank 0 and serves the API.', zh: 'head 为 rank 0，提供 API。' },
  'cluster.key.nodes.ssh': {
    en: 'What ssh is given: host, user@host or an alias.',
    zh: 'ssh 目标：主机、用户@主机或别名。',
  },
  'cluster.key.nodes.sshFromHead': {
    en: 'How the head reaches this worker, when that differs.',
    zh: 'head 连接此 worker 的方式（若不同）。',
  },
  'cluster.key.nodes.fabric': {
    en: 'Replaces what the probes find; each on its own.',
    zh: '覆盖探测结果；可单独设置。',
  },
  'cluster.key.nodes.fabric.address': { en: 'IPv4 address on the fabric.', zh: '互联上的 IPv4 地址。' },
  'cluster.key.nodes.fabric.netdev': { en: 'Network device of the fabric.', zh: '互联网卡。' },
  'cluster.key.nodes.fabric.rdmaDevices': {
    en: 'RDMA devices, the own one first.',
    zh: 'RDMA 设备，首个为自身设备。',
  },
  'cluster.key.nodes.fabric.gidIndex': {
    en: 'GID index; found anew at each start when left out.',
    zh: 'GID 索引；省略时每次启动重新查找。',
  },
  'cluster.key.nodes.paths': { en: 'Paths on this node only.', zh: '仅此节点的路径。' },
  'cluster.key.nodes.paths.model': { en: 'The model’s folder on this node.', zh: '此节点上的模型文件夹。' },
  'cluster.key.nodes.paths.state': { en: 'Our folder on this node.', zh: '此节点上 sparkwright 的文件夹。' },
  'cluster.key.sshConfig': {
    en: 'An ssh config used instead of your own, on the machine that holds this file.',
    zh: '代替你自己的 ssh 配置，仅用于保存此文件的机器。',
  },
  'cluster.key.recipe': {
    en: 'A name of recipe list, or a path that starts with . or /.',
    zh: 'recipe list 中的名称，或以 . 或 / 开头的路径。',
  },
  'cluster.key.exposure': {
    en: 'Who reaches the API: only the head itself, or every machine in its networks.',
    zh: '谁能访问 API：仅 head 本机，或其网络中的所有机器。',
  },
  'cluster.key.paths': { en: 'Paths on every node.', zh: '每个节点上的路径。' },
  'cluster.key.paths.model': {
    en: 'The model’s folder, when not the recipe’s.',
    zh: '模型文件夹（若与配方不同）。',
  },
  'cluster.key.paths.state': { en: 'Our folder.', zh: 'sparkwright 的文件夹。' },
  'cluster.key.api': { en: 'How the API is served.', zh: 'API 的提供方式。' },
  'cluster.key.api.port': {
    en: 'Port on the head, when not the recipe’s.',
    zh: 'head 上的端口（若与配方不同）。',
  },
  'cluster.key.api.keyFile': {
    en: 'File on the head that holds the API key; made once when it is missing.',
    zh: 'head 上存放 API 密钥的文件；缺失时自动生成一次。',
  },
  'cluster.key.knobs': {
    en: 'Knobs of the recipe that differ from its defaults.',
    zh: '与配方默认值不同的参数。',
  },
} as const satisfies Record<string, Entry>;
