import type { Entry } from '../entry.ts';

export const rank = {
  'rank.remove': {
    en: 'Remove the previous containers on {node}: {names}',
    zh: '删除 {node} 上的旧容器：{names}',
  },
  'rank.remove.asks': {
    en: 'On {node} {names} still run, made from other settings than wanted now or without their other ranks. Stop and replace them? Requests under way are lost.',
    zh: '{node} 上的 {names} 仍在运行，但其参数与当前要求不同，或缺少配对的其他 rank。是否停止并替换？正在处理的请求会中断。',
  },
  'rank.remove.undo': {
    en: 'A removed container is made again by `sparkwright up` with the settings it had',
    zh: '容器删除后，用原先的设置运行 `sparkwright up` 即可重新创建',
  },
  'rank.create': { en: 'Make {name} on {node} (rank {rank})', zh: '在 {node} 上创建 {name}（rank {rank}）' },
  'rank.start': { en: 'Start {name} on {node} (rank {rank})', zh: '在 {node} 上启动 {name}（rank {rank}）' },
  'rank.stop': {
    en: 'Stop and remove {names} on {node}, letting each end by itself first',
    zh: '停止并删除 {node} 上的 {names}，先等待各容器自行退出',
  },
  'rank.stop.undo': { en: 'Start again with `sparkwright up`', zh: '用 `sparkwright up` 重新启动' },
  'rank.not-as-wanted': {
    en: '{name} on {node} is not {states} with the wanted settings',
    zh: '{node} 上的 {name} 未以所要求的设置处于 {states} 状态',
  },
  'rank.left-over': { en: '{name} is still on {node}: {state}', zh: '{node} 上仍有 {name}：{state}' },
  'rank.unread': {
    en: 'Could not read which containers {node} has',
    zh: '无法读取 {node} 上有哪些容器',
  },
  'rank.unreachable': {
    en: '{node} was not reached ({why}); a rank may still run there and hold its memory',
    zh: '无法连接 {node}（{why}）；那里可能仍有 rank 在运行并占用内存',
  },
  'rank.unread.means': {
    en: 'A rank left behind keeps memory and ports, and one with a restart policy comes back when {node} boots. Make {node} answer, then run the same command again.',
    zh: '遗留的 rank 会继续占用内存和端口；若带重启策略，{node} 开机后还会自动恢复。请先恢复 {node} 的连接，再重新运行同一命令。',
  },
  'rank.files': {
    en: 'Place the {count} files of the recipe on {node} in {folder}',
    zh: '将配方的 {count} 个文件放到 {node} 的 {folder}',
  },
  'rank.files.missing': {
    en: 'The files of the recipe are not in {folder} on {node}',
    zh: '{node} 的 {folder} 中没有配方文件',
  },
  'rank.files.unread': {
    en: 'Could not tell whether {node} has the files of the recipe in {folder}',
    zh: '无法确认 {node} 的 {folder} 中是否有配方文件',
  },
} as const satisfies Record<string, Entry>;
