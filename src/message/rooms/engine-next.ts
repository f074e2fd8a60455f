/** What to do about an engine that ended. */
import type { Entry } from '../entry.ts';

export const engineNext = {
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
  'engine.next.nccl-debug': {
    en: 'Look into the log of the other rank too, and start once with NCCL_DEBUG=WARN on both.',
    zh: '同时查看另一个 rank 的日志，并在两边设置 NCCL_DEBUG=WARN 后启动一次。',
  },
} as const satisfies Record<string, Entry>;
