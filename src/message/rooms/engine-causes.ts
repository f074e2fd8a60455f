/** Why an engine ended. */
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
  'engine.cause.some-peer-lost': {
    en: 'Rank {rank} lost its connection to another rank. The reason is on the other side: that rank ended, or its node or link did.',
    zh: 'rank {rank} 与另一个 rank 的连接中断。原因在对端：对端 rank 已退出，或其节点、链路出现故障。',
  },
  'engine.cause.nccl-error': {
    en: 'NCCL of rank {rank} ended with a {kind} error, which names nothing: the GID index, memlock, /dev/shm, a rail or another rank may be the reason. The NCCL WARN line that names it is not in this log.',
    zh: 'rank {rank} 的 NCCL 以 {kind} 错误结束，没有指明原因：可能是 GID 索引、memlock、/dev/shm、互联链路或其他 rank。指明原因的 NCCL WARN 行不在此日志中。',
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
} as const satisfies Record<string, Entry>;
