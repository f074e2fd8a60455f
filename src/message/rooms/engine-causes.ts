/** Why an engine ended and what to do about it. */
import type { Entry } from '../entry.ts';

export const engineCauses = {
  'engine.cause.master-port-in-use': {
    en: 'Port {port}, on which the ranks are to meet, is already taken on the head.',
    zh: '主节点上用于各 rank 汇合的端口 {port} 已被占用。',
  },
  'engine.cause.api-port-in-use': {
    en: 'The API port {port} is already taken.',
    zh: 'API 端口 {port} 已被占用。',
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
  'engine.cause.unknown-argument': {
    en: 'The engine in this image does not know the option {argument}: the recipe is newer than the image, or the wrong image runs.',
    zh: '该镜像中的引擎不认识选项 {argument}：配方比镜像新，或运行的镜像不对。',
  },
  'engine.cause.missing-argument': {
    en: 'The engine was started without {argument}, which it needs.',
    zh: '启动引擎时缺少必需的参数 {argument}。',
  },
  'engine.cause.bad-argument': {
    en: 'The engine in this image refuses {argument}: {why} The image does not fit the recipe.',
    zh: '该镜像中的引擎拒绝参数 {argument}：{why} 镜像与配方不匹配。',
  },
  'engine.cause.bad-number': {
    en: 'A number was expected, but {value} was given: a typing error, or a settings file saved with Windows line ends (CRLF).',
    zh: '此处应为数字，却得到 {value}：输入有误，或设置文件带有 Windows 换行符（CRLF）。',
  },
  'engine.cause.unknown-choice': {
    en: 'The engine in this image does not know {name}: the image does not fit the recipe.',
    zh: '该镜像中的引擎不认识 {name}：镜像与配方不匹配。',
  },
  'engine.cause.library-missing': {
    en: 'The image cannot load the library {name}: its parts do not fit each other.',
    zh: '镜像无法加载库 {name}：其中的组件版本互不匹配。',
  },
  'engine.cause.wrong-platform': {
    en: 'The image is made for another processor: a Spark needs arm64 (aarch64).',
    zh: '镜像适用于另一种处理器：Spark 需要 arm64（aarch64）镜像。',
  },
  'engine.cause.no-gpu-runtime': {
    en: 'Docker on the node of rank {rank} cannot hand out a GPU: the NVIDIA container toolkit is missing, or Docker was not told about it (or Docker came as a snap).',
    zh: 'rank {rank} 所在节点的 Docker 无法分配 GPU：缺少 NVIDIA container toolkit、Docker 未配置它，或 Docker 是 snap 版本。',
  },
  'engine.cause.driver-mismatch': {
    en: 'The NVIDIA libraries on the node of rank {rank} are newer than the loaded driver module: an upgrade without a reboot.',
    zh: 'rank {rank} 所在节点的 NVIDIA 用户态库比已加载的驱动模块新：升级后没有重启。',
  },
  'engine.cause.no-gpu': {
    en: 'Rank {rank} sees no usable GPU: the container got none, or the driver of its node is broken or too old for the image.',
    zh: 'rank {rank} 看不到可用的 GPU：容器未分配到 GPU，或该节点的驱动损坏、对镜像来说太旧。',
  },
  'engine.cause.image-absent': {
    en: 'The image {image} is not on the node of rank {rank}. An image moved with docker save and load loses its digest and is then not found by it.',
    zh: 'rank {rank} 所在节点上没有镜像 {image}。用 docker save/load 搬运的镜像会丢失摘要，因此按摘要找不到。',
  },
  'engine.cause.name-taken': {
    en: 'A container named {name} is left over from an earlier start.',
    zh: '上次启动遗留了名为 {name} 的容器。',
  },
  'engine.cause.mount-missing': {
    en: '{path} does not exist on the node of rank {rank}, so it cannot be mounted.',
    zh: 'rank {rank} 所在节点上不存在 {path}，无法挂载。',
  },
  'engine.cause.no-program': {
    en: 'The image has no program {name}: it is another image than the recipe expects.',
    zh: '镜像中没有程序 {name}：这不是配方所期望的镜像。',
  },
  'engine.cause.docker-refused': {
    en: 'Docker on the node of rank {rank} did not start the container: {why}',
    zh: 'rank {rank} 所在节点的 Docker 没有启动容器：{why}',
  },
  'engine.cause.master-address-not-here': {
    en: 'Rank {rank} was told to listen at an address that its node does not have: the head address is not one of this machine.',
    zh: 'rank {rank} 被要求监听本节点没有的地址：主节点地址不属于这台机器。',
  },
  'engine.cause.gid-empty': {
    en: 'GID index {index} on {device} is empty (local GID ::, error {code}): the table of this boot is another one, so the pinned NCCL_IB_GID_INDEX no longer fits.',
    zh: '{device} 的 GID index {index} 为空（本地 GID ::，错误 {code}）：本次开机的 GID 表已变化，固定的 NCCL_IB_GID_INDEX 不再适用。',
  },
  'engine.cause.gid-link-local': {
    en: 'GID index {index} on {device} is link-local ({gid}, error {code}), which reaches no other node: the fabric port has no IPv4 address, or NCCL_IB_GID_INDEX is pinned wrongly.',
    zh: '{device} 的 GID index {index} 是链路本地地址（{gid}，错误 {code}），无法到达其他节点：互联端口没有 IPv4 地址，或 NCCL_IB_GID_INDEX 固定错误。',
  },
  'engine.cause.gid-unreached': {
    en: '{device} of rank {rank} (GID index {index}, {gid}) cannot reach {peer} by RDMA (error {code}): the rails are cabled crosswise or in different subnets, the MTU differs, or the GID index does not fit.',
    zh: 'rank {rank} 的 {device}（GID index {index}，{gid}）无法通过 RDMA 到达 {peer}（错误 {code}）：两条链路交叉连接或不在同一子网、MTU 不一致，或 GID 索引不对。',
  },
  'engine.cause.rdma-connect': {
    en: 'Rank {rank} could not set up an RDMA connection: {why}. The GID index does not fit, the rails are crossed or in different subnets, or the MTU differs.',
    zh: 'rank {rank} 无法建立 RDMA 连接：{why}。GID 索引不对、两条链路交叉或不在同一子网，或 MTU 不一致。',
  },
  'engine.cause.rdma-memory-kernel': {
    en: '{call} could not pin memory for RDMA on rank {rank}. Its node runs kernel {kernel}, which is known to keep several GiB of pages that cannot be pinned (KHO). Only when the kernel is a good one, look at memlock of the container.',
    zh: 'rank {rank} 上 {call} 无法为 RDMA 锁定内存。该节点运行内核 {kernel}，已知会保留数 GiB 无法锁定的页面（KHO）。若内核没有问题，再检查容器的 memlock。',
  },
  'engine.cause.rdma-refused': {
    en: 'The container of rank {rank} may not use RDMA ({call}): it lacks IPC_LOCK or the device /dev/infiniband.',
    zh: 'rank {rank} 的容器无权使用 RDMA（{call}）：缺少 IPC_LOCK 权限或 /dev/infiniband 设备。',
  },
  'engine.cause.nccl-versions-differ': {
    en: 'The ranks run different NCCL versions ({one} and {other}): the nodes have different images.',
    zh: '各 rank 的 NCCL 版本不同（{one} 与 {other}）：节点上的镜像不一致。',
  },
  'engine.cause.nccl-no-interface': {
    en: 'NCCL of rank {rank} found no interface to use ({why}): NCCL_SOCKET_IFNAME or NCCL_IB_HCA names one that this node does not have.',
    zh: 'rank {rank} 的 NCCL 找不到可用网卡（{why}）：NCCL_SOCKET_IFNAME 或 NCCL_IB_HCA 指定了本节点没有的设备。',
  },
  'engine.cause.gloo-no-interface': {
    en: 'No interface of the node of rank {rank} has the address {address}, which VLLM_HOST_IP or the head address names.',
    zh: 'rank {rank} 所在节点没有网卡拥有地址 {address}，而 VLLM_HOST_IP 或主节点地址指定了它。',
  },
  'engine.cause.gloo-loopback': {
    en: 'Gloo of rank {rank} used a loopback address, because the host name resolves to one (127.0.1.1 in /etc/hosts is usual): other nodes cannot reach it. GLOO_SOCKET_IFNAME and VLLM_HOST_IP must name the fabric.',
    zh: 'rank {rank} 的 Gloo 使用了回环地址（loopback），因为主机名被解析到回环（常见于 /etc/hosts 中的 127.0.1.1）：其他节点无法访问。GLOO_SOCKET_IFNAME 和 VLLM_HOST_IP 必须指向互联网络。',
  },
  'engine.cause.head-name-unknown': {
    en: 'Rank {rank} cannot resolve the name of the head ({address}).',
    zh: 'rank {rank} 无法解析主节点的名称（{address}）。',
  },
  'engine.cause.head-address-differs': {
    en: 'The ranks were given different head addresses: {addresses}. So they never meet.',
    zh: '各 rank 得到的主节点地址不同：{addresses}，因此无法汇合。',
  },
  'engine.cause.head-restarted': {
    en: 'The head was restarted ({when}) after rank {rank} had joined, so the connection of that rank to port {port} ended. Ranks that were not started together do not meet again.',
    zh: 'rank {rank} 汇合后主节点被重启（{when}），该 rank 到端口 {port} 的连接随之断开。不是一起启动的 rank 不会再次汇合。',
  },
  'engine.cause.versions-differ': {
    en: 'The ranks run different engine versions: {versions}. The nodes have different images.',
    zh: '各 rank 的引擎版本不同：{versions}。节点上的镜像不一致。',
  },
  'engine.cause.rdma-retries': {
    en: 'RDMA from rank {rank} got no acknowledgement ({status}): the MTU differs between the ends, a cable or link dropped, or the other rank ended.',
    zh: 'rank {rank} 的 RDMA 未收到确认（{status}）：两端 MTU 不一致、线缆或链路中断，或对端 rank 已退出。',
  },
  'engine.cause.nccl-warning': {
    en: 'NCCL of rank {rank} warns: {why}',
    zh: 'rank {rank} 的 NCCL 警告：{why}',
  },
  'engine.cause.disk-full': {
    en: 'A disk that rank {rank} writes to is full ({path}).',
    zh: 'rank {rank} 写入的磁盘已满（{path}）。',
  },
  'engine.cause.kv-too-small-plain': {
    en: 'One request of max_model_len {wanted} needs {needs} GiB of KV cache, {has} GiB are there.',
    zh: '单个长度为 max_model_len {wanted} 的请求需要 {needs} GiB KV 缓存，现有 {has} GiB。',
  },
  'engine.cause.kv-tokens-too-few': {
    en: 'max_model_len {wanted} is more than the {fits} tokens that the KV cache holds.',
    zh: 'max_model_len {wanted} 超过了 KV 缓存可容纳的 {fits} 个 token。',
  },
  'engine.cause.no-cache-blocks-by': {
    en: 'Weights and overhead are {over} GiB more than the memory budget ({kv} GiB left for cache blocks; the weights take {model} GiB). On unified memory a larger share helps only if MemAvailable allows it.',
    zh: '权重和其他开销超出显存预算 {over} GiB（留给缓存块的为 {kv} GiB；权重占 {model} GiB）。统一内存上，只有 MemAvailable 足够时调高占比才有用。',
  },
  'engine.cause.out-of-memory-drafter': {
    en: 'Rank {rank} ran out of memory while loading the draft model (drafter), with the weights already in memory.',
    zh: 'rank {rank} 在加载草稿模型（drafter）时内存不足，此时主模型权重已在内存中。',
  },
  'engine.cause.host-memory': {
    en: 'Rank {rank} ran out of memory outside the GPU allocations; on a Spark both come from one pool.',
    zh: 'rank {rank} 在 GPU 分配之外内存不足；Spark 上两者共用一个内存池。',
  },
  'engine.cause.shard-damaged': {
    en: 'A weight file of rank {rank} cannot be read ({why}): it is cut short or damaged.',
    zh: 'rank {rank} 的一个权重文件无法读取（{why}）：文件不完整或已损坏。',
  },
  'engine.cause.weights-missing': {
    en: 'The checkpoint of rank {rank} lacks weights that the model needs: {why}',
    zh: 'rank {rank} 的检查点缺少模型所需的权重：{why}',
  },
  'engine.cause.hub-needed': {
    en: 'Rank {rank} took the model for a name on a hub and may not or cannot fetch it: the model folder is not mounted where the engine looks.',
    zh: 'rank {rank} 把模型当作 hub 上的名称，但不允许或无法下载：模型目录没有挂载到引擎查找的位置。',
  },
  'engine.cause.model-gated': {
    en: 'The hub refused the model to rank {rank}: it asks for an account or an agreement. A deployment should serve a local folder.',
    zh: 'hub 拒绝向 rank {rank} 提供模型：需要账号或授权。部署时应使用本地目录。',
  },
  'engine.cause.remote-code': {
    en: 'The model brings code of its own, which the engine runs only when told to (trust_remote_code).',
    zh: '模型自带代码，只有明确允许（trust_remote_code）时引擎才会运行。',
  },
  'engine.cause.crashed': {
    en: 'A process of rank {rank} crashed: {why}',
    zh: 'rank {rank} 的一个进程崩溃：{why}',
  },
  'engine.cause.killed': {
    en: 'A process of rank {rank} was killed from outside: by the out-of-memory killer of the kernel, by a memory guard, or by a person.',
    zh: 'rank {rank} 的一个进程被外部杀死：内核 OOM、内存守护程序或人为操作。',
  },
  'engine.cause.killed-by-kernel': {
    en: 'The out-of-memory killer of the kernel ended {process} on the node of rank {rank} ({role}): memory ran out. The container ends with {exit}, and OOMKilled may still be false; what other ranks say is only a consequence.',
    zh: 'rank {rank}（{role}）所在节点的内核 OOM killer 结束了 {process}：内存耗尽。容器以 {exit} 退出，OOMKilled 仍可能为 false；其他 rank 的报错只是后果。',
  },
  'engine.cause.killed-by-guard': {
    en: '{guard} ended a process on the node of rank {rank}: memory fell under its limit.',
    zh: '{guard} 结束了 rank {rank} 所在节点上的进程：可用内存低于其阈值。',
  },
  'engine.cause.container-killed': {
    en: 'The container of rank {rank} ended with {exit}: its process was killed from outside (SIGKILL). Usual on a Spark: the out-of-memory killer of the kernel, even where OOMKilled is false.',
    zh: 'rank {rank} 的容器以 {exit} 退出：进程被外部杀死（SIGKILL）。Spark 上常见原因是内核 OOM killer，即使 OOMKilled 为 false。',
  },
  'engine.cause.container-stopped': {
    en: 'The container of rank {rank} ended with {exit} (SIGTERM): docker stop, a shutdown, or a memory guard such as earlyoom.',
    zh: 'rank {rank} 的容器以 {exit} 退出（SIGTERM）：docker stop、关机，或 earlyoom 之类的内存守护程序。',
  },
  'engine.cause.container-ended': {
    en: 'The container of rank {rank} is {status} (exit {exit}) and its log names no reason. Exit 0 proves nothing: the engine also ends so after it died.',
    zh: 'rank {rank} 的容器状态为 {status}（退出码 {exit}），日志没有给出原因。退出码 0 不能说明问题：引擎崩溃后也会这样退出。',
  },
  'engine.cause.stopped-alone': {
    en: 'Rank {rank} was stopped (by a signal, docker stop or a shutdown) while rank {other} ran on. A rank cannot be stopped or started alone.',
    zh: 'rank {rank} 被停止（信号、docker stop 或关机），而 rank {other} 仍在运行。不能单独停止或启动一个 rank。',
  },
  'engine.cause.silent-end': {
    en: 'The log of rank {rank} ends in the middle, and rank {other} lost its connection to it: it was killed (out of memory, docker kill) or its node went down.',
    zh: 'rank {rank} 的日志中途中断，rank {other} 与它失去连接：它被杀死（内存不足、docker kill），或所在节点宕机。',
  },
  'engine.cause.engine-too-slow': {
    en: 'The engine was not ready within the time that the API server waits for it.',
    zh: '引擎未能在 API 服务等待的时间内就绪。',
  },
  'engine.cause.sockets': {
    en: 'The API is up, but RoCE is not in use: NCCL of rank {rank} fell back to NET/Socket over {devices}. The container lacks the device /dev/infiniband, IPC_LOCK or an unlimited memlock, or NCCL_IB_DISABLE is set.',
    zh: 'API 已启动，但没有使用 RoCE：rank {rank} 的 NCCL 退回到 NET/Socket（{devices}）。容器缺少 /dev/infiniband 设备、IPC_LOCK 权限或不限额的 memlock，或设置了 NCCL_IB_DISABLE。',
  },
  'engine.cause.stalled': {
    en: 'Rank {rank} has stalled in phase {phase} ({id}): no progress for {seconds} s, {limit} s are usual. {hint}',
    zh: 'rank {rank} 停滞在阶段“{phase}”（{id}）：{seconds} 秒没有进展，通常不超过 {limit} 秒。{hint}',
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
  'engine.next.render': {
    en: 'Compare what was started with what the recipe wants: `sparkwright render`.',
    zh: '对照实际启动内容与配方要求：`sparkwright render`。',
  },
  'engine.next.env-file': {
    en: 'Look where the value comes from: `sparkwright config show`.',
    zh: '查看该值的来源：`sparkwright config show`。',
  },
  'engine.next.gpu-runtime': {
    en: 'On that node: `sudo nvidia-ctk runtime configure --runtime=docker && sudo systemctl restart docker`.',
    zh: '在该节点执行：`sudo nvidia-ctk runtime configure --runtime=docker && sudo systemctl restart docker`。',
  },
  'engine.next.reboot': {
    en: 'Reboot that node; do not reinstall anything.',
    zh: '重启该节点；不要重装任何东西。',
  },
  'engine.next.gpu-seen': {
    en: 'Run `nvidia-smi` on that node, then `sparkwright doctor`.',
    zh: '在该节点运行 `nvidia-smi`，然后运行 `sparkwright doctor`。',
  },
  'engine.next.image-sync': {
    en: 'Give every node the same image: `sparkwright image sync`.',
    zh: '让所有节点使用同一镜像：`sparkwright image sync`。',
  },
  'engine.next.down-first': {
    en: 'Remove what is left over and start again: `sparkwright down`, then `sparkwright up`.',
    zh: '清除遗留容器后重新启动：`sparkwright down`，然后 `sparkwright up`。',
  },
  'engine.next.doctor-docker': {
    en: 'Look at Docker on that node: `sparkwright doctor --stage docker`.',
    zh: '检查该节点的 Docker：`sparkwright doctor --stage docker`。',
  },
  'engine.next.rails': {
    en: 'Test every rail, also with large packets: `sparkwright network test`.',
    zh: '逐条测试互联链路，包括大包：`sparkwright network test`。',
  },
  'engine.next.rdma-kernel': {
    en: 'If the kernel of that node is 7.0 (`uname -r`), boot a 6.17 kernel or add kho=off to its command line.',
    zh: '若该节点内核为 7.0（`uname -r`），请改用 6.17 内核启动，或在内核命令行加上 kho=off。',
  },
  'engine.next.kernel-kho': {
    en: 'Boot that node with a kernel before 7.0, such as 6.17.0-1032-nvidia, or add kho=off to its kernel command line.',
    zh: '用 7.0 之前的内核（如 6.17.0-1032-nvidia）启动该节点，或在其内核命令行加上 kho=off。',
  },
  'engine.next.memlock': {
    en: 'Then check memlock of the container: `ulimit -l` inside must say unlimited.',
    zh: '然后检查容器的 memlock：容器内 `ulimit -l` 应为 unlimited。',
  },
  'engine.next.disk': {
    en: 'Free space on that node: `df -h` and `docker system df` show where it went.',
    zh: '在该节点释放空间：用 `df -h` 和 `docker system df` 查看占用。',
  },
  'engine.next.lower-share': {
    en: 'Or lower the share of memory to {fits} or less.',
    zh: '或将内存占比调低到 {fits} 或更小。',
  },
  'engine.next.shorter-or-more': {
    en: 'Lower max_model_len, or give the KV cache more memory.',
    zh: '调低 max_model_len，或为 KV 缓存分配更多内存。',
  },
  'engine.next.drafter': {
    en: 'Lower the share of memory, draft fewer tokens, and set PYTORCH_CUDA_ALLOC_CONF=expandable_segments:False.',
    zh: '调低内存占比、减少草稿 token 数，并设置 PYTORCH_CUDA_ALLOC_CONF=expandable_segments:False。',
  },
  'engine.next.guard-limit': {
    en: 'Lower its limit under what the deployment leaves free, or turn it off while a guard of ours watches.',
    zh: '把它的阈值调到低于部署运行时的剩余内存，或在由我们的守护程序看护时关闭它。',
  },
  'engine.next.model-here': {
    en: 'See where the model lies and that it is whole: `sparkwright model verify`; the engine must get the mounted path.',
    zh: '确认模型的位置和完整性：`sparkwright model verify`；引擎应使用挂载后的路径。',
  },
  'engine.next.ready-timeout': {
    en: 'Raise VLLM_ENGINE_READY_TIMEOUT_S (3600 is usual for a first start with compilation).',
    zh: '调高 VLLM_ENGINE_READY_TIMEOUT_S（首次启动需要编译时通常设为 3600）。',
  },
  'engine.next.roce': {
    en: 'Give the container /dev/infiniband, IPC_LOCK and memlock -1 on every node, unset NCCL_IB_DISABLE: `sparkwright render` shows what it gets.',
    zh: '在每个节点为容器提供 /dev/infiniband、IPC_LOCK 和 memlock -1，并取消 NCCL_IB_DISABLE：`sparkwright render` 可查看容器配置。',
  },
  'engine.next.same-head': {
    en: 'Start all ranks from one rendering, so that they get one head address: `sparkwright down`, then `sparkwright up`.',
    zh: '用同一份渲染结果启动所有 rank，使主节点地址一致：`sparkwright down`，然后 `sparkwright up`。',
  },
  'engine.next.worker-first': {
    en: 'Restart both ranks, worker first: `sparkwright restart` does it in that order.',
    zh: '重启两个 rank，先工作节点：`sparkwright restart` 会按此顺序执行。',
  },
  'engine.next.stalled-checks': {
    en: 'Check the GIDs and rails of both nodes (`sparkwright doctor --stage network`) and the GPU clocks (`nvidia-smi -q -d CLOCK`).',
    zh: '检查两台节点的 GID 和互联链路（`sparkwright doctor --stage network`）以及 GPU 频率（`nvidia-smi -q -d CLOCK`）。',
  },
} as const satisfies Record<string, Entry>;
