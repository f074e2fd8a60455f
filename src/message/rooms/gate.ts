import type { Entry } from '../entry.ts';

export const gate = {
  'gate.bad-name': {
    en: '{name} cannot be the name of a cluster: letters, digits, dot, dash and underscore, at most 100, starting with a letter or digit',
    zh: '{name} 不能作为集群名：只可含字母、数字、点、连字符和下划线，至多 100 个字符，且以字母或数字开头',
  },
  'gate.unreadable': {
    en: '{file} is damaged: it cannot be read as what this tool writes there. Move it away and run the same command again',
    zh: '{file} 已损坏：内容不是本工具写入的格式。请将它移走后再次执行同一命令',
  },
  'gate.held': {
    en: 'This cluster is being changed by another run: {verb} by {user} on {host}, process {pid}, since {started}. Watch it: sparkwright attach. If it hangs, take the lock from it: the same command with --steal',
    zh: '另一个运行正在更改此集群：{host} 上 {user} 的 {verb}，进程 {pid}，自 {started} 起。可旁观：sparkwright attach。若它已挂起，可在同一命令后加 --steal 接管锁',
  },
  'gate.held-by-someone': {
    en: 'This cluster is being changed by another run that has not said its name; it holds {file}. Who it is: fuser -v {file}',
    zh: '另一个运行正在更改此集群，但未留下名字；它持有 {file}。查看是谁：fuser -v {file}',
  },
  'gate.lock-failed': {
    en: 'The lock {file} could not be taken. It needs flock of util-linux and a folder that we may write',
    zh: '无法获取锁 {file}。需要 util-linux 的 flock 以及可写的文件夹',
  },
  'gate.lock-lost': {
    en: 'The lock {file} was lost while we worked: another run took it with --steal, or this machine slept for long. Nothing more is changed. See who holds it: sparkwright attach; then run the same command again',
    zh: '工作期间丢失了锁 {file}：可能被另一个运行用 --steal 接管，或本机长时间休眠。不再做任何更改。可用 sparkwright attach 查看持有者，之后再次执行同一命令',
  },
  'gate.steal-doubt': {
    en: 'The lock {file} was not taken: what holds it cannot be proven to be the run that is named as its owner, so nothing was ended. Who holds it: fuser -v {file}',
    zh: '未接管锁 {file}：无法证明持有者就是所登记的运行，因此没有结束任何进程。查看持有者：fuser -v {file}',
  },
  'gate.steal-denied': {
    en: 'The lock was not taken: process {pid} of {user} may not be ended by us. Run the same command as {user}',
    zh: '未接管锁：我们无权结束 {user} 的进程 {pid}。请以 {user} 的身份执行同一命令',
  },
  'gate.no-look': {
    en: '{node}: the files could not be looked at; what was said is below',
    zh: '{node}：无法查看这些文件；其输出见下',
  },
  'gate.undo-no-file': { en: 'no file', zh: '没有文件' },
  'gate.undo-edited': {
    en: '{node}: {file} was edited since, so it is left as it is. What stood there before the change: {copy}',
    zh: '{node}：{file} 此后被编辑过，因此保持原样。更改之前的内容：{copy}',
  },
  'gate.undo-copy-gone': {
    en: '{node}: {file} cannot be put back: its kept copy {copy} is gone',
    zh: '{node}：无法还原 {file}：保留的副本 {copy} 已不存在',
  },
  'gate.undo-untold': {
    en: '{node}: whether {file} was edited since cannot be told: it cannot be read, or the run ended before it noted how it left it. It is left as it is. What stood there before the change: {copy}',
    zh: '{node}：无法判断 {file} 此后是否被编辑：它不可读，或该运行在记录文件状态之前就已结束。保持原样。更改之前的内容：{copy}',
  },
  'gate.exit': {
    en: '{node}: the work ended with exit status {rc}; its last words are below',
    zh: '{node}：该操作以退出码 {rc} 结束；最后的输出见下',
  },
  'gate.deadline': {
    en: '{node}: the work was not done within {seconds} s and was ended',
    zh: '{node}：该操作在 {seconds} 秒内未完成，已被终止',
  },
  'gate.vanished': {
    en: '{node}: the job is gone without a result, as after a reboot or a kill, and nothing can prove that it was done. Run the same command again: it starts anew',
    zh: '{node}：该任务已消失且没有结果（例如重启或被杀之后），也无法证明它已完成。请再次执行同一命令，任务会重新开始',
  },
  'gate.head-file': {
    en: 'The file {file} of this machine could not be read to its end; nothing was replaced by it',
    zh: '未能完整读取本机文件 {file}；没有任何文件被它替换',
  },
  'gate.no-backup': {
    en: '{node}: no copy of {file} could be kept, so it was not touched',
    zh: '{node}：无法保留 {file} 的副本，因此未改动它',
  },
  'gate.no-node': {
    en: 'No node {node} is known to this run',
    zh: '本次运行中没有节点 {node}',
  },
  'gate.broke': {
    en: '{action} broke off inside this tool; that is a defect of ours. The text below belongs into the report',
    zh: '{action} 在本工具内部中断，这是我们的缺陷。请在报告中附上下面的文字',
  },
  'gate.proof-failed': {
    en: 'The work ended well, but what was read afterwards shows that it is not done',
    zh: '操作已正常结束，但随后读到的事实表明并未完成',
  },
  'gate.proof-unknown': {
    en: 'The work ended well, but it could not be proven: what was to be read afterwards could not be read',
    zh: '操作已正常结束，但无法验证：随后需要读取的内容未能读到',
  },
  'gate.detached': {
    en: 'Detached. Jobs go on where they run; the same command again finds them',
    zh: '已脱离。任务会在各自的机器上继续运行；再次执行同一命令即可接上',
  },
} as const satisfies Record<string, Entry>;
