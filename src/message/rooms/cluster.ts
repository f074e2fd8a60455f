import type { Entry } from '../entry.ts';

export const cluster = {
  'cluster.file.missing': { en: 'there is no file {file}', zh: '没有文件 {file}' },
  'cluster.file.unreadable': { en: '{file} cannot be read', zh: '无法读取 {file}' },
  'cluster.file.none': {
    en: 'no cluster file: no {name} in {folder} or above it, and no {own}; write one with sparkwright init',
    zh: '没有集群文件：{folder} 及其上级目录中没有 {name}，也没有 {own}；用 sparkwright init 生成一个',
  },
  'cluster.form.name': {
    en: '"{value}" is no name for a cluster: small letters, digits, dots and dashes, at most 42',
    zh: '"{value}" 不是有效的集群名：只能用小写字母、数字、点和连字符，最多 42 个',
  },
  'cluster.form.node': {
    en: '"{value}" is no name for a node: letters, digits and dashes, at most 63',
    zh: '"{value}" 不是有效的节点名：只能用字母、数字和连字符，最多 63 个',
  },
  'cluster.form.ssh': {
    en: '"{value}" is nothing ssh can be given: write host, user@host or an alias of your ssh config',
    zh: '"{value}" 不能作为 ssh 目标：请写 主机、用户@主机 或 ssh 配置中的别名',
  },
  'cluster.form.path': {
    en: '"{value}" must start with / or ~/ and hold no .. or colon',
    zh: '"{value}" 必须以 / 或 ~/ 开头，且不含 .. 和冒号',
  },
  'cluster.form.localPath': {
    en: '"{value}" must start with /, ~/ or ./ and hold no colon',
    zh: '"{value}" 必须以 /、~/ 或 ./ 开头，且不含冒号',
  },
  'cluster.form.device': {
    en: '"{value}" is no RDMA device, such as rocep1s0f1',
    zh: '"{value}" 不是 RDMA 设备名（如 rocep1s0f1）',
  },
  'cluster.form.netdev': {
    en: '"{value}" is no network device, such as enp1s0f1np1',
    zh: '"{value}" 不是网卡名（如 enp1s0f1np1）',
  },
  'cluster.form.address': {
    en: '"{value}" is no IPv4 address',
    zh: '"{value}" 不是 IPv4 地址',
  },
  'cluster.form.recipe': {
    en: '"{value}" is neither a recipe\'s name nor a path that starts with . or /',
    zh: '"{value}" 既不是配方名，也不是以 . 或 / 开头的路径',
  },
  'cluster.form.knob': { en: '"{value}" is no name of a knob', zh: '"{value}" 不是有效的参数名' },
  'cluster.head.none': {
    en: 'no node has the role head; exactly one must',
    zh: '没有节点的 role 是 head；必须恰好有一个',
  },
  'cluster.head.two': {
    en: '{head} is the head already; this one must be a worker',
    zh: '{head} 已是 head；此节点必须是 worker',
  },
  'cluster.twice': { en: '"{value}" is used by {node} already', zh: '"{value}" 已被 {node} 使用' },
  'cluster.init.askHead': {
    en: 'How does ssh reach the head, the Spark that serves the API (host, user@host or alias)?',
    zh: 'ssh 如何连接 head（提供 API 的那台 Spark）？（主机、用户@主机或别名）',
  },
  'cluster.init.askWorkers': {
    en: 'How does ssh reach the workers (one or more, with spaces between)?',
    zh: 'ssh 如何连接 worker？（一个或多个，用空格分开）',
  },
  'cluster.init.askRecipe': {
    en: 'Which recipe is to run? sparkwright recipe list shows all',
    zh: '要运行哪个配方？用 sparkwright recipe list 查看全部',
  },
  'cluster.init.exists': {
    en: '{file} exists and says something else; it was left as it is. Overwrite it with --force',
    zh: '{file} 已存在且内容不同；未做改动。用 --force 覆盖',
  },
  'cluster.render.head': {
    en: 'The cluster file of sparkwright: where to run what. Yours to edit.\nEvery value with its origin: sparkwright config show',
    zh: 'sparkwright 的集群文件：在哪里运行什么。可自由编辑。\n查看每个值及其来源：sparkwright config show',
  },
  'cluster.render.name': {
    en: 'Names the containers and the state folder on the head.',
    zh: '用于命名容器和 head 上的状态文件夹。',
  },
  'cluster.render.nodes': {
    en: 'Exactly one head (rank 0, serves the API); workers take their ranks in this order.\nssh: host, user@host or an alias of your ssh config. sshFromHead: how the head reaches a worker, when that differs.\nfabric (address, netdev, rdmaDevices, gidIndex) is found by itself; give only what must be otherwise.',
    zh: '恰好一个 head（rank 0，提供 API）；worker 按此顺序取得 rank。\nssh：主机、用户@主机或 ssh 配置中的别名。sshFromHead：head 连接 worker 的方式（若不同）。\nfabric（address、netdev、rdmaDevices、gidIndex）会自动探测；只写需要改动的项。',
  },
  'cluster.render.sshConfig': {
    en: 'Used instead of your own ssh config, on this machine only.',
    zh: '代替你自己的 ssh 配置，仅在本机使用。',
  },
  'cluster.render.recipe': {
    en: 'A name of sparkwright recipe list, or a path that starts with . or /',
    zh: 'sparkwright recipe list 中的名称，或以 . 或 / 开头的路径',
  },
  'cluster.render.exposure': {
    en: "loopback: only the head itself reaches the API (ssh -L brings it to you).\nengine: every machine in the head's networks reaches the engine; some of its routes ask for no key.",
    zh: 'loopback：只有 head 本机能访问 API（用 ssh -L 转发给你）。\nengine：head 所在网络的所有机器都能访问引擎；其中一些路由不需要密钥。',
  },
  'cluster.render.port': { en: "The API's port, when not the recipe's.", zh: 'API 端口（若与配方不同）。' },
  'cluster.render.keyFile': {
    en: 'The file on the head that holds the API key; made once when it is missing.',
    zh: 'head 上存放 API 密钥的文件；缺失时自动生成一次。',
  },
  'cluster.render.model': {
    en: "The model's folder on every node, when not the recipe's.",
    zh: '每个节点上的模型文件夹（若与配方不同）。',
  },
  'cluster.render.state': {
    en: "sparkwright's folder on every node.",
    zh: '每个节点上 sparkwright 的文件夹。',
  },
  'cluster.render.knobs': {
    en: 'Knobs of the recipe that shall differ from its defaults; take away the # to set one.',
    zh: '与配方默认值不同的参数；去掉 # 即可设置。',
  },
} as const satisfies Record<string, Entry>;
