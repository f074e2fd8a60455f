import type { Entry } from '../entry.ts';

export const recipe = {
  'recipe.place.noValue': {
    en: '{place} has no value here, and {text} needs one',
    zh: '{place} 在这里没有值，而 {text} 需要它',
  },
  'recipe.place.unknown': {
    en: 'there is no place or knob "{place}"',
    zh: '没有名为 "{place}" 的占位符或参数',
  },
  'recipe.place.notHere': {
    en: '"{place}" is not known yet where this text is filled',
    zh: '填写此处文本时，"{place}" 的值还不确定',
  },
  'recipe.place.unknownFunction': { en: 'there is no function "{name}"', zh: '没有名为 "{name}" 的函数' },
  'recipe.place.functionAlone': {
    en: '"{name}" is a function and needs the names of knobs behind it',
    zh: '"{name}" 是函数，后面需要写参数名',
  },
  'recipe.place.arguments': {
    en: '"{name}" takes {takes} names, not {given}',
    zh: '"{name}" 需要 {takes} 个名称，而不是 {given} 个',
  },
  'recipe.place.wordsAlone': {
    en: '{place} becomes several words, so it must stand alone in the command',
    zh: '{place} 会展开成多个词，只能在 command 中单独成项',
  },
  'recipe.place.badDefaults': {
    en: '{place} makes no sense with the defaults {values}',
    zh: '{place} 用默认值 {values} 无法计算',
  },
  'recipe.place.broken': {
    en: 'a place opens here and is not closed, or holds more than names: {text}',
    zh: '占位符没有闭合，或其中不只是名称：{text}',
  },
  'recipe.condition.form': {
    en: '"{text}" is no condition; write head, worker, keyed, a knob, knob = value, or not before one of them',
    zh: '"{text}" 不是条件；可写 head、worker、keyed、参数名、参数名 = 值，前面可加 not',
  },
  'recipe.condition.unknown': {
    en: 'the condition names "{name}", which is no knob',
    zh: '条件中的 "{name}" 不是任何参数',
  },
  'recipe.condition.noValue': {
    en: '"{name}" is either so or not and compares with nothing',
    zh: '"{name}" 只有是与否，不能与值比较',
  },
  'recipe.knob.unknown': {
    en: 'recipe {recipe} has no knob "{knob}"',
    zh: '配方 {recipe} 没有参数 "{knob}"',
  },
  'recipe.knob.int': {
    en: '{knob} must be a whole number, not "{value}"',
    zh: '{knob} 必须是整数，而不是 "{value}"',
  },
  'recipe.knob.float': {
    en: '{knob} must be a number, not "{value}"',
    zh: '{knob} 必须是数字，而不是 "{value}"',
  },
  'recipe.knob.bytes': {
    en: '{knob} must be bytes such as 2700000000, 2.7GB or 1.5GiB, not "{value}"',
    zh: '{knob} 必须是字节数，如 2700000000、2.7GB 或 1.5GiB，而不是 "{value}"',
  },
  'recipe.knob.seconds': {
    en: '{knob} must be a duration such as 90, 90s, 10m or 1h30m, not "{value}"',
    zh: '{knob} 必须是时长，如 90、90s、10m 或 1h30m，而不是 "{value}"',
  },
  'recipe.knob.bool': {
    en: '{knob} must be true or false, not "{value}"',
    zh: '{knob} 必须是 true 或 false，而不是 "{value}"',
  },
  'recipe.knob.choice': { en: '{knob} cannot be "{value}"', zh: '{knob} 不能是 "{value}"' },
  'recipe.knob.path': {
    en: '{knob} must be a path that starts with / or ~/ and holds no .. or colon, not "{value}"',
    zh: '{knob} 必须是以 / 或 ~/ 开头、不含 .. 和冒号的路径，而不是 "{value}"',
  },
  'recipe.knob.text': { en: '{knob} must be text, not {value}', zh: '{knob} 必须是文本，而不是 {value}' },
  'recipe.knob.long': { en: '{knob} has more than {most} characters', zh: '{knob} 超过 {most} 个字符' },
  'recipe.knob.control': { en: '{knob} holds control characters', zh: '{knob} 含有控制字符' },
  'recipe.knob.range': {
    en: '{knob} is {value}, outside its range {range}',
    zh: '{knob} 为 {value}，超出范围 {range}',
  },
  'recipe.knob.multiple': {
    en: '{knob} is {value}, not a multiple of {step}',
    zh: '{knob} 为 {value}，不是 {step} 的倍数',
  },
  'recipe.knob.needsChoices': { en: 'a choice needs its choices', zh: '类型 choice 需要给出 choices' },
  'recipe.knob.strayChoices': {
    en: 'choices belong to the type choice only',
    zh: '只有类型 choice 才能写 choices',
  },
  'recipe.knob.strayRange': {
    en: 'a range belongs to numbers, bytes and seconds only',
    zh: '只有数字、字节和秒类型才有范围',
  },
  'recipe.knob.emptyRange': { en: 'min is larger than max', zh: 'min 大于 max' },
  'recipe.knob.reserved': {
    en: '"{knob}" means something else already; the knob needs another name',
    zh: '"{knob}" 已有其他含义；请给参数换个名字',
  },
  'recipe.knob.placeInDefault': {
    en: 'the default of {knob} is a value; places are not filled in it',
    zh: '{knob} 的默认值是固定值；其中的占位符不会被填写',
  },
  'recipe.alias.twice': { en: 'alias {alias} belongs to {knob} already', zh: '别名 {alias} 已属于 {knob}' },
  'recipe.alias.secret': {
    en: '{alias} may hold a secret or belongs to the shell; a recipe may not read it',
    zh: '{alias} 可能含有机密或属于 shell；配方不得读取',
  },
  'recipe.set.form': { en: 'write --set KNOB=VALUE', zh: '请写成 --set 参数=值' },
  'recipe.settings.issues': {
    en: 'settings that cannot be used: {count}',
    zh: '有 {count} 项设置无法使用',
  },
  'recipe.nodes.range': {
    en: 'nodes: at least {min} but at most {max}',
    zh: 'nodes：最少 {min} 却最多 {max}',
  },
  'recipe.nodes.outside': {
    en: '{count} nodes is outside {min} … {max}',
    zh: '{count} 个节点不在 {min} … {max} 之内',
  },
  'recipe.mount.noFile': {
    en: "{source} is not in the recipe's folder",
    zh: '配方文件夹里没有 {source}',
  },
  'recipe.mount.createOwn': {
    en: '{source} is a file of the recipe and is never made',
    zh: '{source} 是配方自带的文件，不需要创建',
  },
  'recipe.mount.twice': { en: 'two mounts share the target {target}', zh: '两个挂载使用同一目标 {target}' },
  'recipe.key.inEnv': {
    en: '{name} would hold the key where docker inspect shows it; leave it out: the key comes by file',
    zh: '{name} 会让密钥出现在 docker inspect 中；请去掉：密钥通过文件传入',
  },
  'recipe.key.inCommand': {
    en: '--api-key would show the key in ps and docker inspect; leave it out: the key comes by file',
    zh: '--api-key 会让密钥出现在 ps 和 docker inspect 中；请去掉：密钥通过文件传入',
  },
  'recipe.phase.twice': { en: 'phase "{id}" exists already', zh: '阶段 "{id}" 已存在' },
  'recipe.phase.unknown': { en: 'there is no phase "{id}"', zh: '没有阶段 "{id}"' },
  'recipe.phase.pattern': {
    en: 'not a regular expression: {pattern}',
    zh: '不是有效的正则表达式：{pattern}',
  },
  'recipe.phase.slow': {
    en: 'a repetition inside a repetition, or a back reference, can take forever on a long line: {pattern}',
    zh: '嵌套重复或反向引用在长行上可能永远算不完：{pattern}',
  },
  'recipe.form.name': {
    en: '"{value}" is no name: small letters, digits, dots and dashes, at most 63',
    zh: '"{value}" 不是有效名称：只能用小写字母、数字、点和连字符，最多 63 个',
  },
  'recipe.form.variable': { en: '"{value}" is no name of a variable', zh: '"{value}" 不是有效的变量名' },
  'recipe.form.relative': {
    en: '"{value}" must be a path inside the folder: no leading /, no .., no colon',
    zh: '"{value}" 必须是文件夹内的路径：不以 / 开头，不含 .. 和冒号',
  },
  'recipe.form.hostPath': {
    en: '"{value}" must start with /, ~/, ./ or a place and hold no .. or colon',
    zh: '"{value}" 必须以 /、~/、./ 或占位符开头，且不含 .. 和冒号',
  },
  'recipe.form.containerPath': {
    en: '"{value}" must be an absolute path without .. or colon',
    zh: '"{value}" 必须是不含 .. 和冒号的绝对路径',
  },
  'recipe.form.image': {
    en: '"{value}" is no image: write name:tag or name@sha256:…',
    zh: '"{value}" 不是镜像名：请写 name:tag 或 name@sha256:…',
  },
  'recipe.form.knob': {
    en: '"{value}" is no name for a knob: a small letter, then letters and digits, at most 40',
    zh: '"{value}" 不是有效的参数名：小写字母开头，后接字母和数字，最多 40 个',
  },
  'recipe.form.alias': {
    en: '"{value}" is no alias: capital letters, digits and underscores',
    zh: '"{value}" 不是有效的别名：只能用大写字母、数字和下划线',
  },
  'recipe.form.mount': {
    en: '"{value}" is no mount: write source:target, source:target:ro, or keys',
    zh: '"{value}" 不是挂载：请写 源:目标、源:目标:ro，或用键值形式',
  },
  'recipe.form.device': {
    en: '"{value}" is no device: it starts with /dev/',
    zh: '"{value}" 不是设备：须以 /dev/ 开头',
  },
  'recipe.form.ulimit': {
    en: '"{value}" is no limit docker knows',
    zh: '"{value}" 不是 docker 认识的限制项',
  },
  'recipe.form.repository': {
    en: '"{value}" is no repository: write owner/name',
    zh: '"{value}" 不是仓库：请写 所有者/名称',
  },
  'recipe.form.revision': { en: '"{value}" is no revision', zh: '"{value}" 不是有效的版本' },
  'recipe.form.phase': {
    en: '"{value}" is no id: small letters, digits and dashes',
    zh: '"{value}" 不是有效的标识：只能用小写字母、数字和连字符',
  },
  'recipe.form.nodeCount': { en: '"{value}" is no number of nodes', zh: '"{value}" 不是节点数' },
  'recipe.folder.none': {
    en: '{folder} holds no recipe: there is no recipe.yaml in it',
    zh: '{folder} 里没有 recipe.yaml，不是配方',
  },
  'recipe.folder.unreadable': { en: '{path} cannot be read', zh: '无法读取 {path}' },
  'recipe.folder.link': {
    en: "{path} is a link or no plain file; a recipe's folder holds plain files only",
    zh: '{path} 是链接或特殊文件；配方文件夹只能包含普通文件',
  },
  'recipe.folder.tooMuch': {
    en: '{folder} holds too much for a recipe: at most {files} files and {bytes}, {depth} levels deep',
    zh: '{folder} 内容过多：配方最多 {files} 个文件、{bytes}、{depth} 层文件夹',
  },
  'recipe.folder.name': { en: 'a file has a name that is not valid: {path}', zh: '文件名无效：{path}' },
  'recipe.files.bad': {
    en: 'the recipe that came with the request is damaged at {path}',
    zh: '请求中附带的配方在 {path} 处损坏',
  },
  'recipe.notFound': {
    en: 'there is no recipe "{name}"; sparkwright recipe list shows all',
    zh: '没有配方 "{name}"；用 sparkwright recipe list 查看全部',
  },
  'recipe.notFound.near': {
    en: 'there is no recipe "{name}"; did you mean "{near}"?',
    zh: '没有配方 "{name}"；是否想写 "{near}"？',
  },
  'recipe.may.image': { en: 'runs the image {image}', zh: '运行镜像 {image}' },
  'recipe.may.imageUnpinned': {
    en: 'runs the image {image}, whose content may change: it is not named by digest',
    zh: '运行镜像 {image}；它没有用摘要固定，内容可能变化',
  },
  'recipe.may.privileged': {
    en: 'runs privileged: what is in the image can do anything on the node',
    zh: '以特权模式运行：镜像中的程序可以在节点上做任何事',
  },
  'recipe.may.host': {
    en: "shares the node's network and its memory between processes (host network, host IPC)",
    zh: '共用节点的网络和进程间内存（host network、host IPC）',
  },
  'recipe.may.read': { en: 'reads {source} of the node', zh: '读取节点上的 {source}' },
  'recipe.may.write': { en: 'reads and changes {source} of the node', zh: '读取并修改节点上的 {source}' },
  'recipe.may.devices': { en: 'uses the devices {devices}', zh: '使用设备 {devices}' },
  'recipe.may.scripts': {
    en: 'runs {count} commands of its own in the container before the engine, first: {first}',
    zh: '在引擎启动前于容器内运行 {count} 条自带命令，第一条：{first}',
  },
  'recipe.may.files': {
    en: 'puts {count} files of its folder ({bytes}) on every node',
    zh: '把配方文件夹中的 {count} 个文件（{bytes}）放到每个节点',
  },
  'recipe.may.prepare': { en: 'writes {path} on every node', zh: '在每个节点上写入 {path}' },
  'recipe.may.model': {
    en: 'fetches the model {repository} ({bytes}) from {hub}',
    zh: '从 {hub} 下载模型 {repository}（{bytes}）',
  },
  'recipe.may.environment': {
    en: 'takes settings from your environment: {names}',
    zh: '从你的环境变量读取设置：{names}',
  },
  'recipe.may.restart': {
    en: 'is started again by Docker after a reboot ({policy})',
    zh: '重启后由 Docker 再次启动（{policy}）',
  },
  'recipe.list.broken': {
    en: 'cannot be used; see sparkwright recipe check {name}',
    zh: '无法使用；见 sparkwright recipe check {name}',
  },
  'recipe.show.source': { en: 'Source', zh: '来源' },
  'recipe.show.nodes': { en: 'Nodes', zh: '节点' },
  'recipe.show.model': { en: 'Model', zh: '模型' },
  'recipe.show.directory': { en: 'Model folder', zh: '模型文件夹' },
  'recipe.show.image': { en: 'Image', zh: '镜像' },
  'recipe.show.api': { en: 'Served as', zh: '服务名称' },
  'recipe.show.boot': { en: 'Boot', zh: '启动' },
  'recipe.show.hash': { en: 'Content', zh: '内容摘要' },
  'recipe.show.mayDo': { en: 'What it may do', zh: '它可以做什么' },
  'recipe.show.knobs': { en: 'Knobs', zh: '参数' },
  'recipe.check.ok': {
    en: '{name} is a valid recipe ({knobs} knobs, {files} files, {hash})',
    zh: '{name} 是有效的配方（{knobs} 个参数，{files} 个文件，{hash}）',
  },
} as const satisfies Record<string, Entry>;
