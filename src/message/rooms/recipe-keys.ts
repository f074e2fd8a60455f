import type { Entry } from '../entry.ts';

/** One sentence a key of recipe.yaml: shown by editors (`schema recipe`) and in docs/recipe-file.md. */
export const recipeKeys = {
  'recipe.key.format': { en: 'Version of this file’s format.', zh: '此文件格式的版本。' },
  'recipe.key.name': {
    en: 'Small letters, digits, dots and dashes; best the name of its folder.',
    zh: '小写字母、数字、点和连字符；最好与文件夹同名。',
  },
  'recipe.key.title': {
    en: 'One line; one sentence for both languages, or en and zh.',
    zh: '一行标题；可两种语言共用一句，或分别写 en 和 zh。',
  },
  'recipe.key.summary': {
    en: 'What it is good for; the title when left out.',
    zh: '适用场景；省略时为标题。',
  },
  'recipe.key.source': { en: 'Where it was published or measured.', zh: '发布或测量的出处。' },
  'recipe.key.architectures': { en: 'Processors the image runs on.', zh: '镜像支持的处理器架构。' },
  'recipe.key.nodes': {
    en: 'How many nodes it runs on: one number, or min and max.',
    zh: '运行所需节点数：一个数字，或 min 与 max。',
  },
  'recipe.key.nodes.min': { en: 'Fewest nodes.', zh: '最少节点数。' },
  'recipe.key.nodes.max': { en: 'Most nodes.', zh: '最多节点数。' },
  'recipe.key.tensorParallel': {
    en: 'Tensor parallel size for each number of nodes; the number itself when left out.',
    zh: '每种节点数对应的张量并行大小；省略时等于节点数。',
  },
  'recipe.key.transport': {
    en: 'What must carry the ranks: RDMA over the fabric, or plain sockets.',
    zh: 'rank 之间的传输方式：互联上的 RDMA，或普通套接字。',
  },
  'recipe.key.model': {
    en: 'The checkpoint: where it comes from and lies.',
    zh: '模型权重：来源与存放位置。',
  },
  'recipe.key.model.hub': {
    en: 'Where it is fetched from; local is never fetched.',
    zh: '下载来源；local 表示不下载。',
  },
  'recipe.key.model.repository': {
    en: 'owner/name on the hub; for local what it is made from.',
    zh: '在 hub 上的 所有者/名称；local 时为其来源说明。',
  },
  'recipe.key.model.revision': { en: 'Commit of the repository.', zh: '仓库的提交版本。' },
  'recipe.key.model.directory': {
    en: 'Folder on every node; may use cluster, home, state, nodes and knobs.',
    zh: '每个节点上的文件夹；可用 cluster、home、state、nodes 和参数。',
  },
  'recipe.key.model.bytes': {
    en: 'Size of the whole checkpoint, such as 462GB.',
    zh: '完整权重的大小，如 462GB。',
  },
  'recipe.key.model.required': {
    en: 'Files that must be there before a start, relative to the folder.',
    zh: '启动前必须存在的文件，相对于该文件夹。',
  },
  'recipe.key.model.license': { en: 'Licence of the weights.', zh: '权重的许可证。' },
  'recipe.key.image': { en: 'The engine’s container image.', zh: '引擎的容器镜像。' },
  'recipe.key.image.reference': {
    en: 'name:tag or, better, name@sha256:…; a knob may stand in it.',
    zh: 'name:tag，最好是 name@sha256:…；可以包含参数。',
  },
  'recipe.key.image.archive': {
    en: 'A docker-load archive on the node, used instead of a registry.',
    zh: '节点上的 docker load 归档，代替镜像仓库。',
  },
  'recipe.key.image.bytes': { en: 'What a pull moves.', zh: '拉取时传输的大小。' },
  'recipe.key.image.variants': { en: 'Other references by name.', zh: '其他镜像引用，按名称列出。' },
  'recipe.key.api': { en: 'How the API is served.', zh: 'API 的提供方式。' },
  'recipe.key.api.port': { en: 'Port on the head.', zh: 'head 上的端口。' },
  'recipe.key.api.servedName': {
    en: 'Name under which clients ask for the model; the recipe’s name when left out.',
    zh: '客户端请求模型时使用的名称；省略时为配方名。',
  },
  'recipe.key.api.key': {
    en: 'Whether the engine must be given an API key.',
    zh: '引擎是否必须使用 API 密钥。',
  },
  'recipe.key.api.keyEnv': {
    en: 'Variable in which the engine reads its key; filled from a file.',
    zh: '引擎读取密钥的环境变量；由文件填入。',
  },
  'recipe.key.rendezvousPort': {
    en: 'Port on the head where the ranks meet.',
    zh: 'rank 在 head 上汇合的端口。',
  },
  'recipe.key.knobs': { en: 'What an owner may tune, by name.', zh: '可调参数，按名称列出。' },
  'recipe.key.knobs.type': { en: 'Type of the value.', zh: '值的类型。' },
  'recipe.key.knobs.default': { en: 'Value when nothing else is said.', zh: '默认值。' },
  'recipe.key.knobs.min': {
    en: 'Smallest value, in the knob’s own type (500MB, 10m).',
    zh: '最小值，用参数自身的类型书写（500MB、10m）。',
  },
  'recipe.key.knobs.max': { en: 'Largest value.', zh: '最大值。' },
  'recipe.key.knobs.multipleOf': { en: 'The value must be a multiple of this.', zh: '值必须是它的倍数。' },
  'recipe.key.knobs.choices': { en: 'Valid values of a choice.', zh: 'choice 类型的可选值。' },
  'recipe.key.knobs.unit': {
    en: 'Unit for people: tokens, sequences.',
    zh: '供人阅读的单位：tokens、sequences。',
  },
  'recipe.key.knobs.says': { en: 'One sentence about what it does.', zh: '用一句话说明作用。' },
  'recipe.key.knobs.aliases': {
    en: 'Environment variables of other tools that mean the same; none that may hold a secret.',
    zh: '其他工具中含义相同的环境变量；不得是可能含机密的变量。',
  },
  'recipe.key.knobs.source': {
    en: 'Where the default was measured or published.',
    zh: '默认值的测量或发布出处。',
  },
  'recipe.key.container': { en: 'The container of one rank.', zh: '单个 rank 的容器。' },
  'recipe.key.container.name': { en: 'Name of the container.', zh: '容器名。' },
  'recipe.key.container.entrypoint': {
    en: 'What runs before the command; repeats the image’s own where it is needed.',
    zh: 'command 之前执行的程序；需要时重复镜像自带的入口。',
  },
  'recipe.key.container.command': {
    en: 'Words of the command; a group { when, use, otherwise } applies only sometimes.',
    zh: '命令的各个词；{ when, use, otherwise } 按条件生效。',
  },
  'recipe.key.container.env': {
    en: 'Variables; null or a place without a value leaves one out, empty stays empty.',
    zh: '环境变量；null 或没有值的占位符表示不设置，空字符串保持为空。',
  },
  'recipe.key.container.unsetWhenEmpty': {
    en: 'Variables that are removed before the engine starts when they are empty.',
    zh: '为空时在引擎启动前删除的变量。',
  },
  'recipe.key.container.prepend': {
    en: 'Put before the image’s own value with a colon, such as PATH.',
    zh: '用冒号加在镜像原值之前，如 PATH。',
  },
  'recipe.key.container.fallback': {
    en: 'Set only when the image has no such variable.',
    zh: '仅当镜像没有该变量时设置。',
  },
  'recipe.key.container.mounts': {
    en: 'source:target, source:target:ro, or keys.',
    zh: '源:目标、源:目标:ro，或键值形式。',
  },
  'recipe.key.container.mounts.source': {
    en: 'Path on the node; ./… is a file of the recipe’s folder.',
    zh: '节点上的路径；./… 是配方文件夹中的文件。',
  },
  'recipe.key.container.mounts.target': { en: 'Path in the container.', zh: '容器内的路径。' },
  'recipe.key.container.mounts.readOnly': {
    en: 'Whether the container may not write to it.',
    zh: '容器是否只读。',
  },
  'recipe.key.container.mounts.when': { en: 'Mounted only then.', zh: '仅在该条件下挂载。' },
  'recipe.key.container.mounts.create': {
    en: 'A folder that is made when it is missing.',
    zh: '缺失时自动创建的文件夹。',
  },
  'recipe.key.container.devices': { en: 'Devices of the node.', zh: '节点上的设备。' },
  'recipe.key.container.ulimits': {
    en: 'Limits by docker’s names; -1 is none.',
    zh: '按 docker 名称的资源限制；-1 表示不限。',
  },
  'recipe.key.container.shmBytes': { en: 'Shared memory, such as 32GiB.', zh: '共享内存，如 32GiB。' },
  'recipe.key.container.privileged': {
    en: 'Full rights on the node; said to the owner before the first run.',
    zh: '对节点的完全权限；首次运行前会告知所有者。',
  },
  'recipe.key.container.gpus': { en: 'Whether the rank gets the GPU.', zh: 'rank 是否使用 GPU。' },
  'recipe.key.container.restart': { en: 'Docker’s restart policy.', zh: 'Docker 的重启策略。' },
  'recipe.key.container.stopTimeoutSeconds': {
    en: 'How long a rank may take to end; at least 30 s are given.',
    zh: 'rank 退出的等待时间；至少 30 秒。',
  },
  'recipe.key.prepare': {
    en: 'Files made on each node from JSON files that lie there, before a start.',
    zh: '启动前在每个节点上由已有 JSON 文件生成的文件。',
  },
  'recipe.key.prepare.from': { en: 'The JSON file.', zh: '原 JSON 文件。' },
  'recipe.key.prepare.to': { en: 'The file that is written.', zh: '写入的文件。' },
  'recipe.key.prepare.edits': {
    en: 'What differs; all other keys are kept.',
    zh: '改动之处；其余键保持不变。',
  },
  'recipe.key.prepare.edits.key': { en: 'Key whose text is edited.', zh: '要修改的键。' },
  'recipe.key.prepare.edits.split': {
    en: 'What parts the text; the parts are joined by it again.',
    zh: '分隔文本的字符；修改后仍用它连接。',
  },
  'recipe.key.prepare.edits.prefix': {
    en: 'Put before the last path component of each part.',
    zh: '加在每一部分末级路径名之前。',
  },
  'recipe.key.patches': {
    en: 'Commands in the container before the engine, in order; the first that fails ends the start.',
    zh: '引擎启动前在容器内依次执行的命令；任何一条失败即终止启动。',
  },
  'recipe.key.patches.run': { en: 'The command’s words.', zh: '命令的各个词。' },
  'recipe.key.patches.when': { en: 'Run only then.', zh: '仅在该条件下执行。' },
  'recipe.key.patches.success': {
    en: 'Text that its output holds when it worked.',
    zh: '成功时输出中包含的文本。',
  },
  'recipe.key.boot': { en: 'What a boot looks like.', zh: '启动过程。' },
  'recipe.key.boot.estimateSeconds': {
    en: 'How long it takes, until this cluster has a history.',
    zh: '预计时长，直到本集群有历史记录。',
  },
  'recipe.key.boot.limitSeconds': { en: 'How long it may take.', zh: '最长时间。' },
  'recipe.key.boot.phaseLimitSeconds': {
    en: 'How long a phase may show no progress, by its id.',
    zh: '各阶段无进展的最长时间，按阶段标识。',
  },
  'recipe.key.boot.probe': {
    en: 'The completion that makes a deployment ready.',
    zh: '判定部署就绪的那次补全请求。',
  },
  'recipe.key.boot.probe.prompt': { en: 'What is asked.', zh: '提问内容。' },
  'recipe.key.boot.probe.maxTokens': { en: 'How many tokens it may take.', zh: '最多 token 数。' },
  'recipe.key.boot.probe.temperature': { en: 'Sampling temperature.', zh: '采样温度。' },
  'recipe.key.boot.probe.body': {
    en: 'Members of the request that only this engine knows.',
    zh: '只有该引擎认识的请求字段。',
  },
  'recipe.key.boot.phases': { en: 'Phases beyond the engine’s own.', zh: '引擎自身阶段之外的阶段。' },
  'recipe.key.boot.phases.id': { en: 'Small letters, digits and dashes.', zh: '小写字母、数字和连字符。' },
  'recipe.key.boot.phases.title': { en: 'What a person sees.', zh: '显示的名称。' },
  'recipe.key.boot.phases.pattern': {
    en: 'Regular expression of the line with which it begins.',
    zh: '阶段开始行的正则表达式。',
  },
  'recipe.key.boot.phases.after': { en: 'Phase that it follows.', zh: '其前一个阶段。' },
  'recipe.key.boot.phases.limitSeconds': {
    en: 'How long it may show no progress.',
    zh: '无进展的最长时间。',
  },
  'recipe.key.boot.expects': {
    en: 'What a healthy boot reported; other values are shown beside these.',
    zh: '正常启动时报告的数值；实际值会与之对照显示。',
  },
  'recipe.key.boot.expects.kvTokens': { en: 'Tokens of the KV cache.', zh: 'KV 缓存的 token 数。' },
  'recipe.key.boot.expects.kvGiB': { en: 'Memory of the KV cache, in GiB.', zh: 'KV 缓存的内存，GiB。' },
  'recipe.key.boot.expects.maxConcurrency': {
    en: 'Conversations of full length at once.',
    zh: '满长度会话的并发数。',
  },
  'recipe.key.boot.source': { en: 'Where these figures are from.', zh: '这些数值的出处。' },
  'recipe.key.smoke': { en: 'What smoke asks.', zh: 'smoke 的提问。' },
  'recipe.key.smoke.questions': { en: 'Questions, asked one after the other.', zh: '依次提出的问题。' },
  'recipe.key.smoke.questions.id': { en: 'Names the question in the report.', zh: '报告中的问题名。' },
  'recipe.key.smoke.questions.prompt': { en: 'The question.', zh: '问题。' },
  'recipe.key.smoke.questions.maxTokens': { en: 'Longest answer.', zh: '最长回答。' },
  'recipe.key.smoke.questions.expect': { en: 'When the answer counts.', zh: '回答何时算通过。' },
  'recipe.key.smoke.questions.expect.contains': { en: 'Text it must hold.', zh: '必须包含的文本。' },
  'recipe.key.smoke.questions.expect.minTokens': { en: 'Fewest tokens.', zh: '最少 token 数。' },
  'recipe.key.smoke.concurrency': { en: 'Conversations at once.', zh: '同时会话数。' },
  'recipe.key.smoke.timeoutSeconds': { en: 'How long an answer may take.', zh: '单个回答的最长时间。' },
  'recipe.key.notes': { en: 'What an owner should know.', zh: '所有者应了解的事项。' },
  'recipe.placeIs.rank': { en: 'Rank of the container: 0 on the head.', zh: '容器的 rank：head 为 0。' },
  'recipe.placeIs.nodes': { en: 'How many nodes serve.', zh: '参与服务的节点数。' },
  'recipe.placeIs.tensorParallel': {
    en: 'Tensor parallel size for that many nodes.',
    zh: '该节点数对应的张量并行大小。',
  },
  'recipe.placeIs.cluster': { en: 'Name of the cluster.', zh: '集群名。' },
  'recipe.placeIs.home': { en: 'Home of the login on this node.', zh: '此节点上登录用户的主目录。' },
  'recipe.placeIs.state': { en: 'Our folder on this node.', zh: '此节点上 sparkwright 的文件夹。' },
  'recipe.placeIs.model': { en: 'The model’s folder on this node.', zh: '此节点上的模型文件夹。' },
  'recipe.placeIs.image': { en: 'The image’s reference.', zh: '镜像引用。' },
  'recipe.placeIs.servedName': { en: 'Name under which the model is served.', zh: '模型的服务名称。' },
  'recipe.placeIs.rendezvousPort': { en: 'Port where the ranks meet.', zh: 'rank 汇合的端口。' },
  'recipe.placeIs.api.host': {
    en: 'Address the API is bound to, by the exposure.',
    zh: 'API 绑定的地址，由 exposure 决定。',
  },
  'recipe.placeIs.api.port': { en: 'Port of the API.', zh: 'API 端口。' },
  'recipe.placeIs.head.address': { en: 'Fabric address of the head.', zh: 'head 的互联地址。' },
  'recipe.placeIs.node.name': { en: 'Name of this node.', zh: '此节点的名称。' },
  'recipe.placeIs.node.address': { en: 'Fabric address of this node.', zh: '此节点的互联地址。' },
  'recipe.placeIs.node.netdev': {
    en: 'Network device of the fabric on this node.',
    zh: '此节点的互联网卡。',
  },
  'recipe.placeIs.node.rdmaDevices': {
    en: 'RDMA devices of this node, with commas between.',
    zh: '此节点的 RDMA 设备，用逗号分隔。',
  },
  'recipe.placeIs.node.gidIndex': {
    en: 'GID index of this node; without a value when none is common.',
    zh: '此节点的 GID 索引；没有共同索引时无值。',
  },
  'recipe.functionIs.captureSizes': {
    en: 'captureSizes maxSeqs draftTokens [list]: sizes of CUDA graphs, with commas; a list that is not empty replaces them.',
    zh: 'captureSizes maxSeqs draftTokens [list]：CUDA graph 的尺寸，用逗号分隔；非空的 list 会替换它们。',
  },
  'recipe.functionIs.captureMax': {
    en: 'captureMax maxSeqs draftTokens: the largest of those sizes.',
    zh: 'captureMax maxSeqs draftTokens：其中最大的尺寸。',
  },
  'recipe.functionIs.json': {
    en: 'json knob: the value as JSON, a text with its quotes.',
    zh: 'json knob：值的 JSON 形式，文本带引号。',
  },
  'recipe.functionIs.words': {
    en: 'words knob, alone in the command: a text as so many words; quotes are understood, nothing is evaluated.',
    zh: 'words knob，在 command 中单独成项：把文本拆成多个词；识别引号，不做任何求值。',
  },
} as const satisfies Record<string, Entry>;
