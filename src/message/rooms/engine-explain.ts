/** What `explain` says around the cause. */
import type { Entry } from '../entry.ts';

export const engineExplain = {
  'engine.explain.ready': { en: 'Ready: the API is up.', zh: '已就绪：API 已启动。' },
  'engine.explain.died': { en: 'Failed, after it had been ready.', zh: '曾经就绪，随后失败。' },
  'engine.explain.failed': {
    en: 'Failed. Phase reached: {title} [{phase}].',
    zh: '失败。到达的阶段：{title} [{phase}]。',
  },
  'engine.explain.running': {
    en: 'Neither ready nor failed. Phase reached: {title} [{phase}].',
    zh: '既未就绪也未失败。到达的阶段：{title} [{phase}]。',
  },
  'engine.explain.nothing': {
    en: 'The logs are empty: nothing was started.',
    zh: '日志为空：没有启动任何进程。',
  },
  'engine.explain.rank': { en: 'rank {rank} ({role})', zh: 'rank {rank}（{role}）' },
  'engine.explain.head': { en: 'head', zh: '主节点' },
  'engine.explain.worker': { en: 'worker', zh: '工作节点' },
  'engine.explain.at': { en: '{title} [{phase}]', zh: '{title} [{phase}]' },
  'engine.explain.items': { en: '{done}/{total} ({percent} %)', zh: '{done}/{total}（{percent} %）' },
  'engine.explain.silent': { en: 'last progress {spent} ago', zh: '最近一次进展在 {spent}前' },
  'engine.explain.lives': { en: 'start number {lives} in this log', zh: '此日志中的第 {lives} 次启动' },
  'engine.explain.cause': { en: 'Cause, on {rank}  [{id}]', zh: '原因，位于 {rank}  [{id}]' },
  'engine.explain.line': { en: '{file} line {line}: {text}', zh: '{file} 第 {line} 行：{text}' },
  'engine.explain.next': { en: 'What to do:', zh: '下一步：' },
  'engine.explain.followed': { en: 'What followed from it:', zh: '由此引起的后果：' },
  'engine.explain.says': { en: 'What the boot says:', zh: '启动日志中的信息：' },
  'engine.explain.warnings': { en: 'To look at:', zh: '需要留意：' },
  'engine.explain.notes': { en: 'Seen, and no cause by itself:', zh: '已看到，本身并非原因：' },

  'engine.fact.engine': { en: 'engine', zh: '引擎' },
  'engine.fact.architecture': { en: 'architecture', zh: '模型架构' },
  'engine.fact.context': { en: 'context', zh: '上下文长度' },
  'engine.fact.network': { en: 'network', zh: '网络' },
  'engine.fact.weights': { en: 'weights', zh: '权重' },
  'engine.fact.kv': { en: 'KV cache', zh: 'KV 缓存' },
  'engine.fact.graphs': { en: 'CUDA graphs', zh: 'CUDA graph' },
  'engine.fact.serves': { en: 'serves at', zh: '服务地址' },
  'engine.fact.tokens': { en: '{count} tokens', zh: '{count} 个 token' },
  'engine.fact.times': {
    en: '{times}x requests of {count} tokens',
    zh: '可并发 {times} 个长度 {count} 的请求',
  },

  'engine.warning.slow-load': {
    en: 'Rank {rank}: loading slowed down from {peak} it/s to {now} it/s at {done}/{total}. On unified memory the page cache of the weights takes the room that the load needs{memory}: evict it (`sync; echo 3 | sudo tee /proc/sys/vm/drop_caches`), or the load may die late',
    zh: 'rank {rank}：加载速度在 {done}/{total} 处从 {peak} it/s 降到 {now} it/s。统一内存上，权重文件的页缓存（page cache）会占用加载所需的空间{memory}：请释放页缓存（`sync; echo 3 | sudo tee /proc/sys/vm/drop_caches`），否则加载可能在后期失败',
  },
  'engine.warning.slow-load-memory': {
    en: ' (MemFree {free} GiB, page cache {cached} GiB)',
    zh: '（MemFree {free} GiB，页缓存 {cached} GiB）',
  },
  'engine.warning.sockets-now': {
    en: 'Rank {rank}: RoCE is not in use, NCCL took NET/Socket over {devices}; see /dev/infiniband, IPC_LOCK and memlock of the container',
    zh: 'rank {rank}：没有使用 RoCE，NCCL 选择了 NET/Socket（{devices}）；请检查容器的 /dev/infiniband、IPC_LOCK 和 memlock',
  },
  'engine.warning.versions-differ': {
    en: 'The ranks run different engine versions: {versions}',
    zh: '各 rank 的引擎版本不同：{versions}',
  },
  'engine.warning.kernel-kill': {
    en: 'The kernel on {node} killed {process} for want of memory',
    zh: '{node} 的内核因内存不足杀死了 {process}',
  },

  'engine.note.nvrm': {
    en: 'NV_ERR_NO_MEMORY stands {count} times in the kernel log. Healthy boots say it too; it counts only together with a dead process or no memory left',
    zh: '内核日志中出现 {count} 次 NV_ERR_NO_MEMORY。正常启动也会出现；只有同时存在进程死亡或内存耗尽时才有意义',
  },
  'engine.note.xid': {
    en: 'The GPU driver reports an error (Xid {code}) in the kernel log: {text}',
    zh: '内核日志中有 GPU 驱动错误（Xid {code}）：{text}',
  },
  'engine.note.unknown-variable': {
    en: 'Rank {rank}: the engine does not know the variable {name}, so setting it does nothing',
    zh: 'rank {rank}：引擎不认识变量 {name}，设置它没有作用',
  },
  'engine.note.hint': { en: 'Rank {rank}: {text}', zh: 'rank {rank}：{text}' },
  'engine.note.exit-zero': {
    en: 'The container ended with status 0 although its engine died: this status proves nothing',
    zh: '引擎已崩溃，但容器仍以状态 0 退出：该状态不能说明问题',
  },
  'engine.note.stopped': {
    en: 'Rank {rank} was then stopped as asked',
    zh: 'rank {rank} 随后按要求停止',
  },
  'engine.note.one-log': {
    en: 'Only the log of rank {rank} was given: the reason may stand in the log of another rank',
    zh: '只提供了 rank {rank} 的日志：原因可能在其他 rank 的日志中',
  },
} as const satisfies Record<string, Entry>;
