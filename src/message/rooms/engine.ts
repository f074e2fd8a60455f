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
    en: 'Compiling or warming up takes long, most of all the first time and after a new image. If no process is busy on any node, the ranks wait for each other: restart both.',
    zh: '编译或预热耗时较长，首次启动和更换镜像后尤其如此。如果所有节点上都没有忙碌的进程，说明各 rank 在互相等待：请两边一起重启。',
  },
  'engine.stalled.serving': {
    en: 'The engine is warm, but the API does not open. Check whether its port is taken.',
    zh: '引擎已就绪，但 API 没有打开。请检查端口是否被占用。',
  },
  'engine.stalled.own': {
    en: 'A phase of the recipe does not move. Its notes say how long it takes: `sparkwright recipe show`.',
    zh: '配方自定义的阶段没有进展。其说明中写有通常耗时：`sparkwright recipe show`。',
  },

  'engine.cause.unknown-argument': {
    en: 'The engine in this image does not know the option {argument}: the recipe is newer than the image.',
    zh: '该镜像中的引擎不认识选项 {argument}：配方比镜像新。',
  },
  'engine.cause.bad-argument': {
    en: 'The engine in this image refuses {argument}: {why}',
    zh: '该镜像中的引擎拒绝参数 {argument}：{why}',
  },
  'engine.cause.master-port-in-use': {
    en: 'Port {port}, on which the ranks are to meet, is already taken on the head.',
    zh: '主节点上用于各 rank 汇合的端口 {port} 已被占用。',
  },
  'engine.cause.api-port-in-use': {
    en: 'The API port {port} is already taken.',
    zh: 'API 端口 {port} 已被占用。',
  },
  'engine.cause.gid-unusable': {
    en: 'GID index {index} on {device} (local GID {gid}) cannot reach the other node (error {code}): the slot is empty, link-local or pinned wrongly. NCCL_IB_GID_INDEX does not fit this boot.',
    zh: '{device} 的 GID 索引 {index}（本地 GID {gid}）无法到达对端节点（错误 {code}）：该槽位为空、为链路本地地址或固定值有误。NCCL_IB_GID_INDEX 与本次开机的实际情况不符。',
  },
  'engine.cause.rdma-memory': {
    en: '{call} could not pin memory for RDMA on rank {rank}: locked memory is limited in the container, or the kernel keeps pages that cannot be pinned.',
    zh: 'rank {rank} 上 {call} 无法为 RDMA 锁定内存：容器的 memlock 受限，或内核保留了无法锁定的页面。',
  },
  'engine.cause.shm-too-small': {
    en: 'The container has too little /dev/shm for {path}.',
    zh: '容器的 /dev/shm 太小，无法创建 {path}。',
  },
  'engine.cause.gloo-no-address': {
    en: 'GLOO_SOCKET_IFNAME names {netdev}, which has no IPv4 address on the node of rank {rank}.',
    zh: 'GLOO_SOCKET_IFNAME 指定了 {netdev}，但 rank {rank} 所在节点的该网卡没有 IPv4 地址。',
  },
  'engine.cause.gloo-loopback': {
    en: 'Gloo of rank {rank} used a loopback address, because the host name resolves to one: other nodes cannot reach it. GLOO_SOCKET_IFNAME and VLLM_HOST_IP must name the fabric.',
    zh: 'rank {rank} 的 Gloo 使用了回环地址（loopback），因为主机名被解析到回环：其他节点无法访问。GLOO_SOCKET_IFNAME 和 VLLM_HOST_IP 必须指向互联网络。',
  },
  'engine.cause.gloo-mesh': {
    en: 'Gloo of rank {rank} could not connect to every other rank: GLOO_SOCKET_IFNAME or VLLM_HOST_IP does not name the fabric, or a firewall closes its random ports.',
    zh: 'rank {rank} 的 Gloo 未能连接所有其他 rank：GLOO_SOCKET_IFNAME 或 VLLM_HOST_IP 未指向互联网络，或防火墙封闭了其随机端口。',
  },
  'engine.cause.head-unreachable': {
    en: 'Rank {rank} could not reach the head at {address}, port {port}: another address than the head has, a firewall, or a head that did not start.',
    zh: 'rank {rank} 无法连接主节点 {address} 的端口 {port}：地址与主节点实际地址不符、被防火墙拦截，或主节点没有启动。',
  },
  'engine.cause.free-memory-too-low': {
    en: '{free} of {total} GiB were free at the start, {wanted} GiB ({share}) are wanted. On unified memory the page cache counts as used.',
    zh: '启动时 {total} GiB 中仅有 {free} GiB 空闲，而需要 {wanted} GiB（{share}）。统一内存下页缓存（page cache）也算已用。',
  },
  'engine.cause.kv-too-small': {
    en: 'One request of max_model_len {wanted} needs {needs} GiB of KV cache, {has} GiB are there; {fits} tokens would fit.',
    zh: '单个长度为 max_model_len {wanted} 的请求需要 {needs} GiB KV 缓存，现有 {has} GiB；最多可容纳 {fits} 个 token。',
  },
  'engine.cause.no-cache-blocks': {
    en: 'Weights and overhead use up the whole memory budget: nothing is left for cache blocks.',
    zh: '权重和其他开销已用完全部显存预算：没有剩余空间分配缓存块（cache blocks）。',
  },
  'engine.cause.memory-moved': {
    en: 'Another process freed memory while the engine measured it ({before} to {after} GiB), so the measurement is void.',
    zh: '引擎测量内存时有其他进程释放了内存（{before} 变为 {after} GiB），测量无效。',
  },
  'engine.cause.context-too-long': {
    en: 'max_model_len {wanted} is more than the model was made for.',
    zh: 'max_model_len {wanted} 超出了模型支持的长度。',
  },
  'engine.cause.out-of-memory': {
    en: 'Rank {rank} ran out of GPU memory.',
    zh: 'rank {rank} 的 GPU 内存不足。',
  },
  'engine.cause.no-gb10-kernels': {
    en: 'The image has no code for the GPU of a Spark (GB10, sm_121). This is the image, not the driver.',
    zh: '镜像中没有适用于 Spark GPU（GB10，sm_121）的代码。问题在镜像，不在驱动。',
  },
  'engine.cause.model-type-unknown': {
    en: 'The engine in this image does not know the model type {type}: the image is too old for the model.',
    zh: '该镜像中的引擎不认识模型类型 {type}：镜像对此模型来说太旧。',
  },
  'engine.cause.permission': {
    en: 'The engine may not write {path}: the folder has another owner or is mounted read-only.',
    zh: '引擎没有 {path} 的写权限：该目录属于其他用户，或以只读方式挂载。',
  },
  'engine.cause.file-missing': {
    en: '{path} is missing in the container of rank {rank}: the model is incomplete, a split file was not assembled, or it is mounted elsewhere.',
    zh: 'rank {rank} 的容器中缺少 {path}：模型不完整、分卷文件未合并，或挂载位置不对。',
  },
  'engine.cause.device-missing': {
    en: 'Docker could not give {device} to rank {rank}: its node does not have it.',
    zh: 'Docker 无法将 {device} 提供给 rank {rank}：该节点上没有这个设备。',
  },
  'engine.cause.package-missing': {
    en: 'The image lacks the Python package {name}.',
    zh: '镜像缺少 Python 包 {name}。',
  },
  'engine.cause.process-died': {
    en: 'The worker process {name} of rank {rank} was killed or crashed (exit code {code}). The container may still end with status 0.',
    zh: 'rank {rank} 的工作进程 {name} 被杀死或崩溃（退出码 {code}）。容器仍可能以状态 0 结束。',
  },
  'engine.cause.rank-missing': {
    en: 'Only {joined} of {wanted} ranks joined within {seconds} s. The reason is on the rank that did not come.',
    zh: '{seconds} 秒内 {wanted} 个 rank 中只有 {joined} 个汇合。原因在没有到达的那个 rank 上。',
  },
  'engine.cause.head-gone': {
    en: 'Rank {rank} had joined and then lost the head: the head ended or was restarted under it.',
    zh: 'rank {rank} 汇合后与主节点失去联系：主节点已退出，或在其运行时被重启。',
  },
  'engine.cause.no-answer': {
    en: 'The ranks did not finish a step ({call}) in time: a rank hangs, or the fabric between them is cut.',
    zh: '各 rank 未能按时完成一步计算（{call}）：某个 rank 挂起，或互联链路中断。',
  },
  'engine.cause.peer-lost': {
    en: 'Rank {rank} lost its connection to {peer}. The reason is on the other side: that rank ended, or its node or link did.',
    zh: 'rank {rank} 与 {peer} 的连接中断。原因在对端：对端 rank 已退出，或其节点、链路出现故障。',
  },
  'engine.cause.wrapper': {
    en: 'The engine ended because one of its processes failed. The reason stands further up in a log.',
    zh: '引擎因其某个进程失败而退出。真正原因在日志更靠前的位置。',
  },
  'engine.cause.exception': {
    en: 'Rank {rank} ended with an error that sparkwright does not know: {kind}.',
    zh: 'rank {rank} 因 sparkwright 未收录的错误退出：{kind}。',
  },

  'engine.next.image-of-recipe': {
    en: 'Use the image that the recipe names on every node: `sparkwright image verify`.',
    zh: '在所有节点上使用配方指定的镜像：`sparkwright image verify`。',
  },
  'engine.next.port-holder': {
    en: 'See who holds the port on the head with `ss -ltnp`; an old rank goes with `sparkwright down`.',
    zh: '在主节点上用 `ss -ltnp` 查看端口占用者；若是旧的 rank，用 `sparkwright down` 停掉。',
  },
  'engine.next.gid': {
    en: 'Remove the pinned GID index so that it is found anew at each start, and run `sparkwright doctor --stage network`.',
    zh: '去掉固定的 GID 索引，让每次启动时重新查找，并运行 `sparkwright doctor --stage network`。',
  },
  'engine.next.rdma-memory': {
    en: 'Check memlock of the container (-1) and the kernel of that node: `sparkwright doctor --stage preflight`.',
    zh: '检查容器的 memlock（应为 -1）以及该节点的内核：`sparkwright doctor --stage preflight`。',
  },
  'engine.next.shm': {
    en: 'Raise the shared memory of the container (10 to 32 GB is usual) and start both ranks again.',
    zh: '增大容器的共享内存（通常 10 至 32 GB），然后重启两边的 rank。',
  },
  'engine.next.fabric-address': {
    en: 'Look at the fabric addresses of both nodes: `sparkwright network plan`.',
    zh: '检查两台节点的互联地址：`sparkwright network plan`。',
  },
  'engine.next.rendezvous': {
    en: 'Compare the addresses that the ranks were given (`sparkwright render`) and test the fabric: `sparkwright network test`.',
    zh: '对照各 rank 得到的地址（`sparkwright render`），并测试互联网络：`sparkwright network test`。',
  },
  'engine.next.free-memory': {
    en: 'Stop other users of the memory, drop the page cache (`sync; echo 3 | sudo tee /proc/sys/vm/drop_caches`) or lower the share of memory; `sparkwright render --forecast` shows what it needs.',
    zh: '停止其他占用内存的程序、释放页缓存（`sync; echo 3 | sudo tee /proc/sys/vm/drop_caches`）或调低内存占比；`sparkwright render --forecast` 可显示所需内存。',
  },
  'engine.next.kv-too-small': {
    en: 'Set max_model_len to {fits} or less, or give the KV cache more memory.',
    zh: '将 max_model_len 设为 {fits} 或更小，或为 KV 缓存分配更多内存。',
  },
  'engine.next.shorter-context': {
    en: 'Lower max_model_len; VLLM_ALLOW_LONG_MAX_MODEL_LEN=1 is for those who know why.',
    zh: '调低 max_model_len；只有明确知道后果时才设置 VLLM_ALLOW_LONG_MAX_MODEL_LEN=1。',
  },
  'engine.next.up-again': {
    en: 'Start again with nothing else starting or stopping on the node: `sparkwright up`.',
    zh: '确保节点上没有其他程序正在启动或退出，然后重试：`sparkwright up`。',
  },
  'engine.next.owner': {
    en: 'Give the host folder behind it to the owner that the container runs as, or mount it writable.',
    zh: '将对应的宿主机目录的属主改为容器运行用户，或以可写方式挂载。',
  },
  'engine.next.model-verify': {
    en: 'Prove the model on every node: `sparkwright model verify` (it also tells which parts to assemble).',
    zh: '在所有节点上校验模型：`sparkwright model verify`（也会指出需要合并的分卷）。',
  },
  'engine.next.device': {
    en: 'Check the RDMA driver of that node: `sparkwright doctor --stage network`.',
    zh: '检查该节点的 RDMA 驱动：`sparkwright doctor --stage network`。',
  },
  'engine.next.why-killed': {
    en: "Look for the kernel's out-of-memory killer on the node of rank {rank}: `journalctl -k -b | grep -i oom`.",
    zh: '在 rank {rank} 所在节点上查看是否触发了内核 OOM：`journalctl -k -b | grep -i oom`。',
  },
  'engine.next.other-rank': {
    en: "Read the other rank's log: `sparkwright logs`.",
    zh: '查看另一个 rank 的日志：`sparkwright logs`。',
  },
  'engine.next.restart-both': {
    en: 'Start both ranks again, never one alone: `sparkwright restart`.',
    zh: '两个 rank 一起重启，不要只重启一个：`sparkwright restart`。',
  },
  'engine.next.fabric-test': {
    en: 'Test the fabric: `sparkwright network test`.',
    zh: '测试互联网络：`sparkwright network test`。',
  },
  'engine.next.logs': {
    en: 'Read the whole log of every rank: `sparkwright logs --tail 2000`.',
    zh: '查看所有 rank 的完整日志：`sparkwright logs --tail 2000`。',
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
