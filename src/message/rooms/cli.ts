import type { Entry } from '../entry.ts';

export const cli = {
  'cli.about': {
    en: 'Takes two or more DGX Spark machines from the box to a measured, guarded, agent-ready LLM endpoint.',
    zh: '把两台或更多 DGX Spark 从开箱带到经过测量、受保护、可供智能体使用的大模型服务端点。',
  },
  'cli.flag.version': { en: 'print the version', zh: '显示版本' },
  'cli.flag.help': { en: 'show help', zh: '显示帮助' },
  'cli.flag.config': {
    en: 'cluster file (default: the nearest sparkwright.yaml upward, then the user config folder)',
    zh: '集群文件（默认：向上查找最近的 sparkwright.yaml，其次是用户配置目录）',
  },
  'cli.flag.node': { en: 'only this node (repeatable)', zh: '只针对此节点（可重复）' },
  'cli.flag.set': { en: 'set a knob for this run (repeatable)', zh: '为本次运行设置参数（可重复）' },
  'cli.flag.json': { en: 'one JSON document on standard output', zh: '在标准输出给出一个 JSON 文档' },
  'cli.flag.events': {
    en: 'with --json: progress as JSON lines on standard error',
    zh: '与 --json 合用：在标准错误逐行输出 JSON 进度事件',
  },
  'cli.flag.dry-run': { en: 'show what would be done; change nothing', zh: '只显示将要做的事，不做任何改动' },
  'cli.flag.yes': {
    en: 'answer yes to questions (never to destructive ones)',
    zh: '对提问一律回答“是”（破坏性操作除外）',
  },
  'cli.flag.quiet': { en: 'say less', zh: '少输出' },
  'cli.flag.verbose': { en: 'say more; stack traces', zh: '多输出；显示调用栈' },
  'cli.flag.no-color': { en: 'no colours', zh: '不使用颜色' },
  'cli.flag.lang': { en: 'language of messages', zh: '消息语言' },
  'cli.flag.timeout': { en: 'give up after this long (90s, 10m)', zh: '超过此时长则放弃（90s、10m）' },
  'cli.flag.no-fetch': {
    en: 'refuse instead of fetching what is absent',
    zh: '缺少的内容不去获取，而是拒绝',
  },
  'cli.flag.wait': { en: 'how long to wait for readiness (10m)', zh: '等待就绪的最长时间（10m）' },
  'cli.flag.no-wait': { en: 'return when the containers exist', zh: '容器建立后立即返回' },
  'cli.flag.exit-code': { en: 'exit 3 when it was already as asked', zh: '若已是所要求的状态则以 3 退出' },
  'cli.flag.expose': {
    en: 'engine: bind the engine itself on every address of the head, without an allow list',
    zh: 'engine：让引擎直接监听主节点的所有地址，没有路由白名单',
  },
  'cli.flag.steal': {
    en: 'take the lock from the run that holds it; that run stops changing anything',
    zh: '接管另一个运行所持的锁；该运行会停止一切更改',
  },
  'cli.flag.undo-list': {
    en: 'every run with its actions: what can be undone and why not',
    zh: '列出各运行及其操作：哪些可以撤销，哪些不能及其原因',
  },
  'cli.flag.follow': { en: 'keep following', zh: '持续跟踪' },
  'cli.flag.rank': { en: 'only this rank', zh: '只看此 rank' },
  'cli.flag.tail': {
    en: 'lines from the end of each rank (default 200)',
    zh: '每个 rank 末尾的行数（默认 200）',
  },
  'cli.flag.at': {
    en: 'when the logs were taken (2026-08-13T13:58:20): judges how long a rank has been silent',
    zh: '日志采集时间（2026-08-13T13:58:20）：用于判断 rank 静默了多久',
  },
  'cli.flag.ask': { en: 'also ask this and show the answer', zh: '另外提出此问题并显示回答' },
  'cli.flag.format': { en: 'docker, json or compose', zh: 'docker、json 或 compose' },
  'cli.flag.bundle': {
    en: 'facts of a support bundle (folder or tar.gz) instead of live ones',
    zh: '使用支持包（文件夹或 tar.gz）中的事实，而不是实时读取',
  },
  'cli.flag.bundle-output': {
    en: 'where to write it (default: sparkwright-<cluster>-<time>.tar.gz here); never overwrites',
    zh: '写到哪里（默认：当前目录的 sparkwright-<集群>-<时间>.tar.gz）；从不覆盖已有文件',
  },
  'cli.verb.bundle': {
    en: 'a support bundle of all nodes, without secrets: facts, engine logs, configuration, receipt',
    zh: '生成所有节点的支持包（已去除机密）：事实、引擎日志、配置、回执',
  },
  'cli.bundle.exists': {
    en: '{file} exists and is not overwritten; name another with -o',
    zh: '{file} 已存在，不会覆盖；请用 -o 另取名称',
  },
  'cli.bundle.no-folder': {
    en: 'The bundle cannot be written to {folder}: {why}. Name another place with -o',
    zh: '支持包无法写入 {folder}：{why}。请用 -o 指定其他位置',
  },
  'cli.bundle.torn': {
    en: 'The bundle did not arrive whole ({got} of {wanted} bytes); nothing was kept. Run it again',
    zh: '支持包没有完整到达（{wanted} 字节中只收到 {got} 字节）；没有保留任何内容。请再次执行',
  },
  'cli.bundle.written': {
    en: '{file}: {files} files of {nodes}, {size}. Secrets are taken out; host names, addresses and MACs are in it. Look it through before you send it.',
    zh: '{file}：{nodes} 的 {files} 个文件，{size}。机密已去除；其中包含主机名、IP 地址和 MAC 地址。发送前请先检查。',
  },
  'cli.flag.head': { en: 'SSH target of the head', zh: '主节点的 SSH 目标' },
  'cli.flag.worker': { en: 'SSH target of a worker (repeatable)', zh: '工作节点的 SSH 目标（可重复）' },
  'cli.flag.recipe': { en: 'recipe name', zh: '配方名称' },
  'cli.flag.name': { en: 'cluster name', zh: '集群名称' },
  'cli.flag.force': {
    en: 'replace an existing file (a copy is kept beside it)',
    zh: '替换已有文件（旁边保留一份副本）',
  },
  'cli.flag.output': { en: 'where to write', zh: '写入位置' },
  'cli.flag.purge': { en: 'also remove the disks of the virtual Sparks', zh: '同时删除虚拟 Spark 的磁盘' },
  'cli.flag.nodes': { en: 'how many virtual Sparks (2 to 4)', zh: '虚拟 Spark 的数量（2 到 4）' },
  'cli.flag.no-engine': { en: 'without the real engine', zh: '不准备真实引擎' },

  'cli.verb.up': {
    en: 'bring the deployment up; a second time: nothing to do',
    zh: '启动部署；再次执行则无事可做',
  },
  'cli.verb.down': {
    en: 'stop every rank and prove that nothing is left',
    zh: '停止所有 rank 并证明没有残留',
  },
  'cli.verb.restart': { en: 'down, then up', zh: '先停止，再启动' },
  'cli.verb.undo': {
    en: 'put back what a run changed, newest first; the newest run that has something to undo, or this run or action',
    zh: '还原某次运行所做的更改，从最新的开始；默认为最近一次有可撤销内容的运行，也可指定运行或操作',
  },
  'cli.undo.run': { en: '{run}  {verb}  {at}', zh: '{run}  {verb}  {at}' },
  'cli.undo.possible': { en: 'can be undone', zh: '可撤销' },
  'cli.undo.none': { en: 'cannot be undone', zh: '不可撤销' },
  'cli.undo.undone': { en: 'undone', zh: '已撤销' },
  'cli.undo.superseded': { en: 'later change on top', zh: '其上有后来的更改' },
  'cli.undo.back': { en: 'back already', zh: '已恢复' },
  'cli.undo.refused': { en: 'refused', zh: '拒绝' },
  'cli.undo.unknown': { en: 'not known', zh: '未知' },
  'cli.verb.status': {
    en: 'what was asked for, what is, on which node',
    zh: '所要求的状态、实际状态以及各节点情况',
  },
  'cli.verb.logs': { en: 'engine logs of all ranks', zh: '所有 rank 的引擎日志' },
  'cli.verb.explain': {
    en: 'read engine logs of one or more ranks (files, or - for standard input; at least one is needed now): the phase reached, the cause, what to do. Files beside them (kernel log, docker inspect, /proc/meminfo) are known by their content',
    zh: '读取一个或多个 rank 的引擎日志（文件，或用 - 表示标准输入；目前至少需要一个）：到达的阶段、原因、下一步。同时给出的内核日志、docker inspect 输出、/proc/meminfo 按内容识别',
  },
  'cli.verb.attach': { en: 'show the run that is under way on the head', zh: '显示主节点上正在进行的运行' },
  'cli.verb.smoke': {
    en: 'does it answer, stream, count and bear several at once',
    zh: '检查能否回答、流式输出、计数正确并承受并发',
  },
  'cli.verb.render': {
    en: 'exactly what `up` would start; touches nothing',
    zh: '显示 `up` 将启动的确切内容；不做任何改动',
  },
  'cli.verb.init': { en: 'write sparkwright.yaml for your machines', zh: '为你的机器写出 sparkwright.yaml' },
  'cli.verb.recipe': { en: 'recipes: what can be run', zh: '配方：可以运行的内容' },
  'cli.verb.recipe.list': { en: 'all recipes', zh: '列出所有配方' },
  'cli.verb.recipe.show': {
    en: 'one recipe: knobs, what it may do, what it needs',
    zh: '查看一个配方：参数、权限与需求',
  },
  'cli.verb.recipe.check': { en: 'check a recipe folder', zh: '检查一个配方目录' },
  'cli.verb.config': { en: 'effective settings', zh: '有效设置' },
  'cli.verb.config.show': {
    en: 'every knob with its origin and what it shadows',
    zh: '每个参数的值、来源及其遮盖的值',
  },
  'cli.verb.config.validate': { en: 'check the cluster file and its knobs', zh: '检查集群文件及其参数' },
  'cli.verb.schema': {
    en: 'JSON Schema of the recipe or the cluster file',
    zh: '配方或集群文件的 JSON Schema',
  },
  'cli.verb.lab': { en: 'virtual Sparks on this machine', zh: '本机上的虚拟 Spark' },
  'cli.verb.lab.up': {
    en: 'build and start them; writes their cluster file',
    zh: '构建并启动；写出其集群文件',
  },
  'cli.verb.lab.down': {
    en: 'stop them and remove everything but the cache',
    zh: '停止并移除除缓存外的一切',
  },
  'cli.verb.lab.status': { en: 'what is there', zh: '查看现状' },
  'cli.verb.lab.reset': { en: 'a fresh disk for one of them', zh: '给其中一台换上全新的磁盘' },
  'cli.verb.lab.shell': {
    en: 'a shell, or a command, on one of them',
    zh: '在其中一台上打开 shell 或执行命令',
  },

  'cli.usage.option': { en: 'Unknown option {word}. See --help.', zh: '未知选项 {word}。请看 --help。' },
  'cli.usage.option-near': {
    en: 'Unknown option {word}. Did you mean {near}?',
    zh: '未知选项 {word}。你是想用 {near} 吗？',
  },
  'cli.usage.verb': {
    en: 'Unknown verb {word}. There are: {valid}',
    zh: '未知命令 {word}。可用的有：{valid}',
  },
  'cli.usage.verb-near': {
    en: 'Unknown verb {word}. Did you mean {near}?',
    zh: '未知命令 {word}。你是想用 {near} 吗？',
  },
  'cli.usage.verb-missing': {
    en: '{command} needs one more word. See: {command} --help',
    zh: '{command} 还需要一个子命令。请看：{command} --help',
  },
  'cli.usage.excess': { en: '{command} takes no word {word}.', zh: '{command} 不接受参数 {word}。' },
  'cli.usage.other': { en: 'Wrong usage: {what}', zh: '用法错误：{what}' },
  'cli.duration-form': {
    en: '{flag} takes a duration such as 90s or 10m, got {text}',
    zh: '{flag} 需要时长，例如 90s 或 10m，收到的是 {text}',
  },
  'cli.count-form': {
    en: '{flag} takes a whole number from {least} to {most}, got {text}',
    zh: '{flag} 需要 {least} 到 {most} 的整数，收到的是 {text}',
  },
  'cli.choice-form': {
    en: '{flag} takes one of {valid}, got {text}',
    zh: '{flag} 只能取 {valid}，收到的是 {text}',
  },
  'cli.expose-lan': {
    en: '--expose lan needs the authenticated front, which this version does not have. The API stays on 127.0.0.1 of the head; use an SSH forward, or --expose engine at your own risk.',
    zh: '--expose lan 需要带鉴权的前端，本版本还没有。API 只在主节点的 127.0.0.1 上；请使用 SSH 转发，或自担风险使用 --expose engine。',
  },
  'cli.no-head': { en: '{file} names no head node.', zh: '{file} 中没有主节点。' },
  'cli.recipe-unknown': {
    en: 'The recipe {name} ({hash}) is not one of ours. It may:',
    zh: '配方 {name}（{hash}）不是内置配方。它可以：',
  },
  'cli.recipe-ask': { en: 'Run the recipe {name}?', zh: '是否运行配方 {name}？' },
  'cli.recipe-declined': {
    en: 'The recipe {name} was not agreed to; nothing was changed. See it with: sparkwright recipe show {name}',
    zh: '未同意运行配方 {name}；没有做任何改动。可用 sparkwright recipe show {name} 查看',
  },
  'cli.timed-out': { en: 'Gave up after {timeout}.', zh: '{timeout} 后放弃。' },
  'cli.wrote': {
    en: 'Wrote {file}. Next: sparkwright render, then sparkwright up',
    zh: '已写出 {file}。下一步：sparkwright render，然后 sparkwright up',
  },
  'cli.kept-copy': { en: 'The old file is {file}.', zh: '旧文件保存为 {file}。' },
  'cli.init-needs': {
    en: 'init needs --head and at least one --worker (SSH targets such as dgx@spark-5c2d.local) when it cannot ask.',
    zh: '在无法提问时，init 需要 --head 和至少一个 --worker（SSH 目标，例如 dgx@spark-5c2d.local）。',
  },
  'cli.ok': { en: '{what} is fine.', zh: '{what} 没有问题。' },

  'cli.run': {
    en: '{verb} · cluster {cluster} · on {node} · sparkwright {tool}',
    zh: '{verb} · 集群 {cluster} · 在 {node} 上 · sparkwright {tool}',
  },
  'cli.run-recipe': {
    en: '{verb} · cluster {cluster} · recipe {recipe} · on {node} · sparkwright {tool}',
    zh: '{verb} · 集群 {cluster} · 配方 {recipe} · 在 {node} 上 · sparkwright {tool}',
  },
  'cli.step.nothing': { en: 'nothing to do', zh: '无需操作' },
  'cli.answered-yes': { en: 'answered: yes', zh: '回答：是' },
  'cli.answered-no': { en: 'answered: no', zh: '回答：否' },
  'cli.phase-begun': { en: 'rank {rank} on {node}: {phase}', zh: 'rank {rank}（{node}）：{phase}' },
  'cli.phase-begun-estimate': {
    en: 'rank {rank} on {node}: {phase} (about {left} to go)',
    zh: 'rank {rank}（{node}）：{phase}（大约还需 {left}）',
  },
  'cli.phase': {
    en: 'rank {rank} on {node}: {phase} ({spent})',
    zh: 'rank {rank}（{node}）：{phase}（{spent}）',
  },
  'cli.phase-estimate': {
    en: 'rank {rank} on {node}: {phase} ({spent}, about {left} to go)',
    zh: 'rank {rank}（{node}）：{phase}（{spent}，大约还需 {left}）',
  },
  'cli.status.head': {
    en: 'asked for: {intent}   is: {state}   cluster {cluster}',
    zh: '要求：{intent}   实际：{state}   集群 {cluster}',
  },
  'cli.status.node': { en: '{node}  {memory} GiB available', zh: '{node}  可用内存 {memory} GiB' },
  'cli.status.unreachable': { en: '{node}  unreachable: {why}', zh: '{node}  无法连接：{why}' },
  'cli.status.unread': {
    en: '{node}  its containers could not be read: {why}',
    zh: '{node}  无法读取其容器：{why}',
  },
  'cli.status.unit': {
    en: '{unit}  {container}  {state}  image {image}  spec {spec}',
    zh: '{unit}  {container}  {state}  镜像 {image}  规格 {spec}',
  },
  'cli.status.none': { en: 'no containers of this deployment', zh: '没有此部署的容器' },
  'cli.status.guard': { en: 'guard: not installed', zh: '内存守卫：未安装' },
  'cli.status.endpoint': {
    en: 'endpoint {url}  model {model}  health {health}',
    zh: '端点 {url}  模型 {model}  健康 {health}',
  },
  'cli.status.images-differ': { en: 'The nodes run different images.', zh: '各节点运行的镜像不同。' },
  'cli.smoke.check': { en: '{mark} {id} ({seconds} s) {detail}', zh: '{mark} {id}（{seconds} 秒）{detail}' },
  'cli.smoke.answer': { en: 'answer: {text}', zh: '回答：{text}' },
  'cli.lab.none': { en: 'The lab is down.', zh: '实验环境未启动。' },
  'cli.lab.up': {
    en: 'The lab is up. Cluster file: {file}\n  bring the engine up: sparkwright up --yes -c {file}\n  look around: sparkwright lab shell spark-a\n  remove it again: sparkwright lab down',
    zh: '实验环境已启动。集群文件：{file}\n  启动引擎：sparkwright up --yes -c {file}\n  进去看看：sparkwright lab shell spark-a\n  再次移除：sparkwright lab down',
  },
  'cli.lab.down': {
    en: 'The lab is down. `lab down --purge` removes its disks and keys too; the cache stays.',
    zh: '实验环境已停止。`lab down --purge` 会一并删除磁盘和密钥；缓存会保留。',
  },

  'cli.explain.no-file': {
    en: 'explain needs the log of at least one rank: a file, or - for standard input, such as: sparkwright logs --tail 5000 | sparkwright explain -',
    zh: 'explain 至少需要一个 rank 的日志：文件，或用 - 表示标准输入，例如：sparkwright logs --tail 5000 | sparkwright explain -',
  },
  'cli.explain.twice': { en: 'Standard input (-) can be read only once', zh: '标准输入（-）只能读取一次' },
  'cli.explain.unreadable': { en: 'The log {file} cannot be read', zh: '无法读取日志 {file}' },
  'cli.explain.time-form': {
    en: '--at takes a time such as 2026-08-13T13:58:20, got {text}',
    zh: '--at 需要形如 2026-08-13T13:58:20 的时间，得到 {text}',
  },
} as const satisfies Record<string, Entry>;
