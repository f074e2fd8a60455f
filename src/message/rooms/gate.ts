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
    en: 'This cluster is being changed by another run: {verb} by {user} on {host}, process {pid}, since {started}. Watch it: sparkwright attach',
    zh: '另一个运行正在更改此集群：{host} 上 {user} 的 {verb}，进程 {pid}，自 {started} 起。可旁观：sparkwright attach',
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
    en: 'The lock {file} was lost while we worked, as after a long sleep of this machine. Nothing more is changed; run the same command again',
    zh: '工作期间丢失了锁 {file}（例如本机长时间休眠之后）。不再做任何更改；请再次执行同一命令',
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
