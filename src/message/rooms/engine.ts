import type { Entry } from '../entry.ts';

export const engine = {
  'engine.phase.start': { en: 'starting', zh: '启动中' },
  'engine.phase.arguments': { en: 'reading arguments', zh: '解析启动参数' },
  'engine.phase.engine': { en: 'starting the engine', zh: '启动推理引擎' },
  'engine.phase.rendezvous': { en: 'waiting for the other ranks', zh: '等待其他 rank 汇合' },
  'engine.phase.nccl': { en: 'connecting the ranks (NCCL)', zh: '建立 rank 间通信（NCCL）' },
  'engine.phase.joined': { en: 'ranks joined', zh: '各 rank 已汇合' },
  'engine.phase.load': { en: 'loading weights', zh: '加载权重' },
  'engine.phase.drafter': { en: 'loading the draft model', zh: '加载草稿模型' },
  'engine.phase.compile': { en: 'compiling', zh: '编译' },
  'engine.phase.kv-cache': { en: 'reserving the KV cache', zh: '分配 KV 缓存' },
  'engine.phase.graphs': { en: 'capturing CUDA graphs', zh: '捕获 CUDA graph' },
  'engine.phase.warm-up': { en: 'warming up', zh: '预热' },
  'engine.phase.serving': { en: 'starting the API', zh: '启动 API 服务' },
  'engine.phase.ready': { en: 'API is up', zh: 'API 已启动' },
  'engine.phase.own': { en: '{title}', zh: '{title}' },
  'engine.phase.bad-pattern': {
    en: 'Boot phase {phase} of the recipe has a pattern that is no regular expression: {pattern}',
    zh: '配方的启动阶段 {phase} 的 pattern 不是合法的正则表达式：{pattern}',
  },
  'engine.phase.unknown-after': {
    en: 'Boot phase {phase} of the recipe follows {after}, which is no phase. Known are: {known}',
    zh: '配方的启动阶段 {phase} 指定排在 {after} 之后，但没有这个阶段。可用的阶段：{known}',
  },

  'engine.stalled.start': {
    en: 'The process runs but says nothing. Look at its CPU use and at the disk: a first start reads several GB of libraries.',
    zh: '进程在运行但没有输出。请查看其 CPU 占用和磁盘读取情况：首次启动要读入数 GB 的库文件。',
  },
  'engine.stalled.rendezvous': {
    en: 'A rank has not joined. Check that its container runs, that all ranks name the same head address and port, and that no firewall stands between the fabric addresses.',
    zh: '有 rank 未能汇合。请检查其容器是否在运行、所有 rank 的主节点地址和端口是否一致，以及互联地址之间是否有防火墙阻挡。',
  },
  'engine.stalled.nccl': {
    en: 'The ranks found each other, but NCCL does not come up. Check the GID index and the rails of both nodes (`sparkwright doctor --stage network`) and whether a GPU clock is stuck low.',
    zh: '各 rank 已互相发现，但 NCCL 未能建立。请检查两台节点的 GID 索引和互联链路（`sparkwright doctor --stage network`），以及 GPU 频率是否被锁在低位。',
  },
  'engine.stalled.load': {
    en: 'Loading does not move. On unified memory a full page cache starves the load: look at MemFree, and at the disk if the model lies on a network mount.',
    zh: '加载没有进展。统一内存上，页缓存占满会拖死加载：请查看 MemFree；若模型位于网络挂载，请检查其磁盘吞吐。',
  },
  'engine.stalled.compile': {
    en: 'Compiling kernels, capturing graphs or warming up takes long, most of all the first time and after a new image. If no process is busy on any node, the ranks wait for each other: restart both.',
    zh: '编译内核、捕获 CUDA graph 或预热耗时较长，首次启动和更换镜像后尤其如此。如果所有节点上都没有忙碌的进程，说明各 rank 在互相等待：请两边一起重启。',
  },
  'engine.stalled.serving': {
    en: 'The engine is warm, but the API does not open. Check whether its port is taken.',
    zh: '引擎已就绪，但 API 没有打开。请检查端口是否被占用。',
  },
  'engine.stalled.own': {
    en: 'A phase of the recipe does not move. Its notes say how long it takes: `sparkwright recipe show`.',
    zh: '配方自定义的阶段没有进展。其说明中写有通常耗时：`sparkwright recipe show`。',
  },

  'engine.warning.unknown-variable': {
    en: 'Rank {rank}: the engine does not know the variable {name}, so setting it does nothing',
    zh: 'rank {rank}：引擎不认识变量 {name}，设置它没有作用',
  },
  'engine.warning.patch-not-applied': {
    en: 'Rank {rank}: the patch {name} is not applied',
    zh: 'rank {rank}：补丁 {name} 未生效',
  },
  'engine.warning.head-unreachable': {
    en: 'Rank {rank} cannot reach the head at {name} and tries again: is the head started, is a firewall between them?',
    zh: 'rank {rank} 暂时连不上主节点 {name}，正在重试：主节点是否已启动，中间是否有防火墙？',
  },
  'engine.warning.key-in-log': {
    en: 'Rank {rank}: the engine prints its API key (api_key) into its own log. It is hidden here, but not in `docker logs`.',
    zh: 'rank {rank}：引擎把 API 密钥（api_key）写进了自己的日志。此处已隐藏，但 `docker logs` 中仍可见。',
  },

  'engine.trouble.unauthorized': {
    en: '{url} answered 401: the key is wrong or missing. This says nothing about the model.',
    zh: '{url} 返回 401：密钥错误或缺失。这与模型本身无关。',
  },
  'engine.trouble.no-such-model': {
    en: '{url} does not serve a model of this name',
    zh: '{url} 没有以该名称提供的模型',
  },
  'engine.trouble.context-too-long': {
    en: '{url} refused the request: it asks for more tokens than the model length allows',
    zh: '{url} 拒绝了请求：所需 token 数超过模型允许的长度',
  },
  'engine.trouble.bad-request': {
    en: '{url} refused the request (status {status})',
    zh: '{url} 拒绝了请求（状态码 {status}）',
  },
  'engine.trouble.not-found': {
    en: '{url} does not exist: something other than the engine may listen there',
    zh: '{url} 不存在：该端口上监听的可能不是推理引擎',
  },
  'engine.trouble.busy': {
    en: '{url} has no room for another request now (status 429)',
    zh: '{url} 目前无法接受更多请求（状态码 429）',
  },
  'engine.trouble.engine-dead': {
    en: '{url} answers, but its engine is dead. Both ranks must be restarted: `sparkwright restart`',
    zh: '{url} 有响应，但其引擎已停止工作。需要重启两个 rank：`sparkwright restart`',
  },
  'engine.trouble.server-error': {
    en: '{url} failed (status {status}); the reason stands in the log of rank 0: `sparkwright logs`',
    zh: '{url} 出错（状态码 {status}）；原因见 rank 0 的日志：`sparkwright logs`',
  },
  'engine.trouble.refused': {
    en: '{url} refused the connection: nothing listens there',
    zh: '{url} 拒绝连接：没有程序在监听',
  },
  'engine.trouble.unreachable': {
    en: '{url} cannot be reached from here',
    zh: '无法从本机访问 {url}',
  },
  'engine.trouble.cut': {
    en: 'The connection to {url} ended before the answer did',
    zh: '与 {url} 的连接在回答结束前断开',
  },
  'engine.trouble.deadline': {
    en: '{url} did not finish its answer within {seconds} s',
    zh: '{url} 未能在 {seconds} 秒内完成回答',
  },
  'engine.trouble.cancelled': {
    en: 'The request to {url} was cancelled',
    zh: '发往 {url} 的请求已取消',
  },
  'engine.trouble.stream-error': {
    en: 'The stream of {url} ended with an error of the engine, although its status was 200',
    zh: '{url} 的流式回答虽返回状态码 200，但以引擎错误结束',
  },
  'engine.trouble.stream-cut': {
    en: 'The stream of {url} was cut: it ended without [DONE]',
    zh: '{url} 的流式回答被中断：没有收到 [DONE]',
  },
  'engine.trouble.unexpected': {
    en: '{url} answered, but not as an OpenAI-compatible engine does',
    zh: '{url} 有响应，但内容不符合 OpenAI 兼容接口',
  },
  'engine.trouble.too-large': {
    en: '{url} sent more than an answer may hold; reading stopped',
    zh: '{url} 返回的数据超出上限，已停止读取',
  },
  'engine.trouble.bad-key': {
    en: 'The API key holds characters that cannot stand in a header (a line end, a space or non-ASCII)',
    zh: 'API 密钥含有不能出现在请求头中的字符（换行、空格或非 ASCII 字符）',
  },
} as const satisfies Record<string, Entry>;
