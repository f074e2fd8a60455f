import type { Entry } from '../entry.ts';

export const remote = {
  'remote.architecture': {
    en: 'The head runs on {machine}; portable builds exist for x86_64 and aarch64 only.',
    zh: '主节点的架构是 {machine}；可移植构建只有 x86_64 和 aarch64 两种。',
  },
  'remote.no-build': {
    en: 'No portable build of version {version} for {architecture} found in {folders}. Make it with: npm run build:portable',
    zh: '在 {folders} 中没有找到 {version} 版 {architecture} 的可移植构建。请运行：npm run build:portable',
  },
  'remote.place-ask': {
    en: 'Put sparkwright ({megabytes} MB, Node included) on {node} under ~/.local/share/sparkwright? The head does the work, so losing this terminal loses nothing.',
    zh: '是否将 sparkwright（{megabytes} MB，含 Node）放到 {node} 的 ~/.local/share/sparkwright？实际工作由主节点完成，断开本终端不会丢失任何进度。',
  },
  'remote.placing': {
    en: 'Placing sparkwright on {node} ({megabytes} MB)',
    zh: '正在把 sparkwright 放到 {node}（{megabytes} MB）',
  },
  'remote.placed': { en: 'sparkwright is on {node}', zh: 'sparkwright 已在 {node} 上' },
  'remote.place-declined': {
    en: 'Nothing was put on {node}. Run sparkwright on the head itself, or say yes (or --yes) next time.',
    zh: '没有在 {node} 上放置任何文件。请直接在主节点上运行 sparkwright，或下次回答“是”（或使用 --yes）。',
  },
  'remote.place-failed': {
    en: 'The build did not arrive whole on {node}, or does not start there; nothing of it was kept. Is there room on its disk?',
    zh: '构建没有完整到达 {node}，或无法在其上启动；没有保留任何内容。其磁盘是否还有空间？',
  },
  'remote.script-failed': {
    en: 'A command on {node} ended with exit status {rc}.',
    zh: '{node} 上的命令以退出码 {rc} 结束。',
  },
  'remote.unreachable': {
    en: 'Could not reach {node} over SSH ({why}). Try the same by hand: ssh to the target in the cluster file must work without a password.',
    zh: '无法通过 SSH 连接 {node}（{why}）。请手动试一次：对集群文件中的目标执行 ssh 时必须无需密码。',
  },
  'remote.deadline': {
    en: '{node} did not answer within {seconds} s.',
    zh: '{node} 在 {seconds} 秒内没有响应。',
  },
  'remote.interrupted': { en: 'Interrupted.', zh: '已中断。' },
  'remote.attached': {
    en: 'Attached to run {run} ({verb}), already under way on {node}.',
    zh: '已接入正在 {node} 上进行的运行 {run}（{verb}）。',
  },
  'remote.last-run': {
    en: 'No run is under way on {node}. This is the last one: {run} ({verb}).',
    zh: '{node} 上没有正在进行的运行。以下是最近一次：{run}（{verb}）。',
  },
  'remote.other-run': {
    en: 'Another run is under way on {node}: {verb} ({run}). See it with: sparkwright attach (Ctrl+C there stops it). If it hangs: the same command with --steal',
    zh: '{node} 上正有另一个运行：{verb}（{run}）。可用 sparkwright attach 查看（在其中按 Ctrl+C 可停止它）。若它已挂起：在同一命令后加 --steal。',
  },
  'remote.steals': {
    en: 'Another run is under way on {node}: {verb} ({run}). --steal takes the lock from it; it stops changing anything.',
    zh: '{node} 上正有另一个运行：{verb}（{run}）。--steal 将接管它的锁；它会停止一切更改。',
  },
  'remote.lost': {
    en: 'The connection to {node} broke; the run {run} goes on there. Find it again with: sparkwright attach',
    zh: '与 {node} 的连接中断；运行 {run} 仍在那里继续。可用 sparkwright attach 重新接入。',
  },
  'remote.detached': {
    en: 'Detached; run {run} goes on on {node}. Find it again with: sparkwright attach',
    zh: '已脱离；运行 {run} 仍在 {node} 上继续。可用 sparkwright attach 重新接入。',
  },
  'remote.stopping': {
    en: 'Asked run {run} to stop; Ctrl+C again leaves it alone and detaches.',
    zh: '已请求运行 {run} 停止；再次按 Ctrl+C 则不再干预并脱离。',
  },
  'remote.not-stopped': {
    en: 'Run {run} on {node} could not be told to stop. Press Ctrl+C to detach; sparkwright attach finds it again.',
    zh: '无法通知 {node} 上的运行 {run} 停止。按 Ctrl+C 可脱离；sparkwright attach 可重新接入。',
  },
  'remote.mending': {
    en: 'The connection to {node} broke; run {run} goes on there. Trying to connect again for up to 5 minutes.',
    zh: '与 {node} 的连接中断；运行 {run} 仍在那里继续。将在 5 分钟内尝试重新连接。',
  },
  'remote.not-answered': {
    en: 'The answer did not reach {node}. sparkwright attach asks again.',
    zh: '回答没有送达 {node}。sparkwright attach 会再次提问。',
  },
  'remote.no-result': {
    en: '{verb} on {node} ended without a result. Try it again; if it stays so, please report it.',
    zh: '{node} 上的 {verb} 没有给出结果就结束了。请再试一次；若仍如此，请反馈。',
  },
  'remote.vanished': {
    en: 'Run {run} on {node} ended without saying how. The same verb again goes on from where it stopped.',
    zh: '{node} 上的运行 {run} 没有说明结果就结束了。再次执行同一命令会从中断处继续。',
  },
  'remote.no-run': {
    en: 'No run of cluster {cluster} is known on {node}.',
    zh: '{node} 上没有集群 {cluster} 的运行记录。',
  },
  'remote.internal': {
    en: 'sparkwright met an error of its own. Please report it with the text below.',
    zh: 'sparkwright 自身出错。请附上以下文字反馈。',
  },
} as const satisfies Record<string, Entry>;
