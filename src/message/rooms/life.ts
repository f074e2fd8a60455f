import type { Entry } from '../entry.ts';

export const life = {
  'life.step.key': { en: 'API key', zh: 'API 密钥' },
  'life.step.image': { en: 'Image on every node', zh: '各节点上的镜像' },
  'life.step.files': { en: 'Files of the recipe on every node', zh: '各节点上的配方文件' },
  'life.step.ranks': { en: 'Ranks, workers first', zh: '启动 rank，工作节点在先' },
  'life.step.ready': { en: 'Boot and readiness', zh: '启动过程与就绪' },
  'life.step.stop': { en: 'Stop every rank', zh: '停止所有 rank' },
  'life.nothing-to-do': {
    en: 'Nothing to do: {model} already answers at {url}.',
    zh: '无需操作：{model} 已在 {url} 应答。',
  },
  'life.ready': {
    en: 'Ready after {seconds} s: {url}  model {model}',
    zh: '{seconds} 秒后就绪：{url}  模型 {model}',
  },
  'life.started': {
    en: 'Started {units}; not waiting for readiness. See: sparkwright status',
    zh: '已启动 {units}；不等待就绪。可用 sparkwright status 查看',
  },
  'life.key-file': { en: 'API key: {file} (0600; never printed)', zh: 'API 密钥：{file}（0600；从不显示）' },
  'life.planned': { en: 'This is the plan; nothing was changed.', zh: '以上是计划；没有做任何改动。' },
  'life.refused': {
    en: 'Refused: {count} finding(s) stand in the way; nothing was changed.',
    zh: '已拒绝：有 {count} 项问题阻碍；没有做任何改动。',
  },
  'life.refused-late': {
    en: 'Refused: {count} finding(s) stand in the way. What was done before stays as it is; mend them and run the same verb again.',
    zh: '已拒绝：有 {count} 项问题阻碍。此前已完成的步骤保持不变；请解决后再次执行同一命令。',
  },
  'life.declined': {
    en: 'Not done: the answer was no. Nothing more was changed.',
    zh: '未执行：回答为否。没有再做任何改动。',
  },
  'life.no-fetch': {
    en: 'The image is absent on {nodes} and --no-fetch was given.',
    zh: '{nodes} 上缺少镜像，而指定了 --no-fetch。',
  },
  'life.action-failed': { en: 'Stopped at: {title} on {node}. {why}', zh: '停在：{title}（{node}）。{why}' },
  'life.needs-root': {
    en: 'Some of it needs root, which asks for a password here. Run this as root, then the same verb again:\n{script}',
    zh: '其中一部分需要 root，而此处需要输入密码。请以 root 运行以下脚本，然后再次执行同一命令：\n{script}',
  },
  'life.rank-died': {
    en: 'rank {rank} on {node} ended during boot (exit {exit}). The lines below are from its log.',
    zh: 'rank {rank}（{node}）在启动过程中结束（退出码 {exit}）。以下为其日志。',
  },
  'life.rank-left': {
    en: 'rank {rank} on {node} still holds memory. Stop every rank with: sparkwright down',
    zh: 'rank {rank}（{node}）仍占用内存。可用 sparkwright down 移除所有 rank',
  },
  'life.boot-failed': {
    en: 'The boot failed in the phase “{phase}” after {seconds} s.',
    zh: '启动在阶段“{phase}”失败，已用 {seconds} 秒。',
  },
  'life.boot-timeout': {
    en: 'Not ready after {seconds} s; the phase reached is “{phase}”. The ranks were left running: sparkwright logs, sparkwright attach, or sparkwright down.',
    zh: '{seconds} 秒后仍未就绪；当前阶段为“{phase}”。rank 保持运行：可用 sparkwright logs、sparkwright attach 或 sparkwright down。',
  },
  'life.boot-stalled': {
    en: 'No progress in the phase “{phase}” on rank {rank} for {seconds} s (limit {limit} s). The ranks were left running; look with: sparkwright logs --rank {rank}',
    zh: 'rank {rank} 在阶段“{phase}”已 {seconds} 秒没有进展（上限 {limit} 秒）。rank 保持运行；可用 sparkwright logs --rank {rank} 查看',
  },
  'life.node-lost': {
    en: 'Lost sight of {node}; its rank counts as unknown and the wait goes on.',
    zh: '与 {node} 失去联系；其 rank 视为未知，继续等待。',
  },
  'life.boot-facts': {
    en: 'KV cache {kvTokens} tokens, concurrency {maxConcurrency} at full context',
    zh: 'KV 缓存 {kvTokens} 个 token，满上下文并发 {maxConcurrency}',
  },
  'life.steal': {
    en: 'Taking the lock from {verb} by {user} on {host}, process {pid}, since {started}; it stops changing anything',
    zh: '正在接管 {host} 上 {user} 的 {verb}（进程 {pid}，自 {started} 起）所持的锁；它会停止一切更改',
  },
  'life.steal-at-work': {
    en: 'The {verb} that had the lock has not ended yet (process {pid}); it starts nothing more, but what it had under way may still end',
    zh: '原先持锁的 {verb} 尚未结束（进程 {pid}）；它不会再开始任何操作，但正在进行的操作可能还会完成',
  },
  'life.step.undo': { en: 'Put back, newest first', zh: '还原，从最新的开始' },
  'life.undo.title': { en: 'Undo: {title}', zh: '撤销：{title}' },
  'life.undo.plan': { en: 'Undo, newest first:', zh: '将要撤销，从最新的开始：' },
  'life.undo.will': { en: '{action} of run {run}: {title}', zh: '运行 {run} 的 {action}：{title}' },
  'life.undo.over': {
    en: 'Passed over: {action} of run {run}. {why}',
    zh: '跳过：运行 {run} 的 {action}。{why}',
  },
  'life.undo.back': {
    en: 'What stood there before is back already; only the journal does not say so yet',
    zh: '更改之前的内容已经恢复，只是日志尚未记录',
  },
  'life.undo.done-before': { en: 'It is undone already, by run {run}', zh: '已由运行 {run} 撤销' },
  'life.undo.superseded': {
    en: 'A later change lies on top of it: {action} of run {run}. Undo that one first',
    zh: '其上还有后来的更改：运行 {run} 的 {action}。请先撤销后者',
  },
  'life.undo.ask': {
    en: 'Undo these {count} action(s) of {cluster}?',
    zh: '撤销 {cluster} 的这 {count} 个操作？',
  },
  'life.undo.nothing': {
    en: 'Nothing to undo: no run of {cluster} left anything that can be put back. All of them: sparkwright undo --list',
    zh: '无可撤销：{cluster} 的运行没有留下可还原的内容。查看全部：sparkwright undo --list',
  },
  'life.undo.nothing-here': {
    en: 'Nothing to undo in {what}; why is said above.',
    zh: '{what} 中无可撤销；原因见上。',
  },
  'life.undo.unknown': {
    en: 'The journal of {cluster} knows no run and no action {what}. Did you mean {near}? All of them: sparkwright undo --list',
    zh: '{cluster} 的日志中没有名为 {what} 的运行或操作。你是想用 {near} 吗？查看全部：sparkwright undo --list',
  },
  'life.undo.refused': {
    en: 'Refused: {count} file(s) cannot be put back: {files}. Nothing was changed. Put them right by hand, or undo the other actions by their names: sparkwright undo ACTION',
    zh: '已拒绝：有 {count} 个文件无法还原：{files}。没有做任何改动。请手动处理，或按名称撤销其他操作：sparkwright undo ACTION',
  },
  'life.undo.finished': {
    en: 'An undo of {what} was cut off before its end; it goes on.',
    zh: '对 {what} 的撤销此前被中断；现在继续。',
  },
  'life.undo.done': {
    en: 'Undone: {count} action(s) of {cluster}.',
    zh: '已撤销 {cluster} 的 {count} 个操作。',
  },
  'life.undo.failed': {
    en: 'Not all of it is undone: {left} action(s) on {nodes} are left, {count} are put back. Mend what is said above and run the same command again.',
    zh: '并未全部撤销：{nodes} 上还剩 {left} 个操作，已还原 {count} 个。请解决上述问题后再次执行同一命令。',
  },
  'life.undo.listed': {
    en: 'Newest run first. Undo one: sparkwright undo RUN',
    zh: '最新的运行在前。撤销其一：sparkwright undo RUN',
  },
  'life.stopped': {
    en: 'Stopped; nothing of {cluster} runs on {nodes}.',
    zh: '已停止；{nodes} 上没有 {cluster} 的任何容器。',
  },
  'life.already-down': {
    en: 'Nothing to do: nothing of {cluster} runs on {nodes}.',
    zh: '无需操作：{nodes} 上没有 {cluster} 的任何容器。',
  },
  'life.stop-failed': {
    en: 'Not proven stopped on {nodes}. A rank there may hold memory and may come back at its next start; run down again when it is reachable.',
    zh: '无法证明 {nodes} 已停止。那里的 rank 可能仍占用内存，并可能在下次开机时恢复；待其可达后请再次执行 down。',
  },
  'life.interrupted': {
    en: 'Interrupted; the ranks go on booting. up again attaches, down stops them.',
    zh: '已中断；rank 仍在继续启动。再次执行 up 会接入，执行 down 会停止。',
  },
  'life.interrupted-work': {
    en: 'Interrupted. What was done stays; the same verb again goes on from there.',
    zh: '已中断。已完成的步骤保持不变；再次执行同一命令会从那里继续。',
  },
  'life.prepare': {
    en: 'The recipe {recipe} asks for files made on each node (prepare); this version cannot make them.',
    zh: '配方 {recipe} 要求在各节点上生成文件（prepare）；本版本尚不支持。',
  },
  'life.not-roce': {
    en: 'It answers, but the ranks speak over TCP sockets, not RoCE: about a tenth of the speed. See both ranks: sparkwright logs. The ranks were left running; stop them with: sparkwright down',
    zh: '已能应答，但 rank 之间走的是 TCP 套接字而不是 RoCE：速度约为十分之一。请查看两个 rank 的日志：sparkwright logs。rank 保持运行；可用 sparkwright down 停止',
  },
  'life.transport-unknown': {
    en: 'The log does not say whether the ranks speak over RoCE; NCCL_DEBUG=INFO would make it say so.',
    zh: '日志没有说明 rank 之间是否走 RoCE；设置 NCCL_DEBUG=INFO 后才会说明。',
  },
  'life.idle-nodes': {
    en: 'The recipe does not use {nodes}.',
    zh: '该配方不使用 {nodes}。',
  },
  'life.no-such-node': {
    en: 'No node is called {node}. Did you mean {near}?',
    zh: '没有名为 {node} 的节点。你是想用 {near} 吗？',
  },
  'life.whole-cluster': {
    en: '{verb} is for the whole cluster: ranks of one deployment start and stop together. --node is for status and logs.',
    zh: '{verb} 针对整个集群：同一部署的各个 rank 一起启动和停止。--node 用于 status 和 logs。',
  },
  'life.no-kept-wish': {
    en: 'The recipe of the cluster file cannot be read here, and the head remembers none: nothing was ever brought up.',
    zh: '此处无法读取集群文件中的配方，主节点也没有记录：从未启动过任何部署。',
  },
  'life.no-deployment': {
    en: 'Nothing of {cluster} runs; start it with: sparkwright up',
    zh: '{cluster} 没有任何容器在运行；请用 sparkwright up 启动',
  },
  'life.bundle.unreachable': {
    en: '{node} cannot be reached; the bundle says so in its place.',
    zh: '无法连接 {node}；支持包中会如实记录。',
  },
  'life.bundle.too-large': {
    en: 'The bundle would have {megabytes} MB, more than anybody could send. Take fewer nodes with --node',
    zh: '支持包将有 {megabytes} MB，过大而无法发送。请用 --node 减少节点',
  },
  'life.logs-unread': { en: 'No logs of {node}: {why}', zh: '没有取得 {node} 的日志：{why}' },
  'life.logs-none': {
    en: 'No logs: what runs on {nodes} could not be read.',
    zh: '没有日志：无法读取 {nodes} 上正在运行的内容。',
  },
  'life.no-such-rank': {
    en: 'No rank {rank} here; there are: {ranks}',
    zh: '没有 rank {rank}；现有：{ranks}',
  },
  'life.no-key': {
    en: 'No API key file at {file}; up makes it.',
    zh: '{file} 没有 API 密钥文件；up 会创建它。',
  },
} as const satisfies Record<string, Entry>;
