import type { Entry } from '../entry.ts';

export const text = {
  'text.bytes.bad': {
    en: '"{text}" is not a number of bytes; write 2700000000, 2.7GB or 1.5GiB',
    zh: '"{text}" 不是字节数；请写成 2700000000、2.7GB 或 1.5GiB',
  },
  'text.seconds.bad': {
    en: '"{text}" is not a duration; write 90 (seconds), 90s, 10m or 1h30m',
    zh: '"{text}" 不是时长；请写成 90（秒）、90s、10m 或 1h30m',
  },
  'text.integer.bad': { en: '"{text}" is not a whole number', zh: '"{text}" 不是整数' },
  'text.number.bad': { en: '"{text}" is not a number', zh: '"{text}" 不是数字' },
  'text.file.issues': {
    en: '{file} cannot be used; {count} to mend:',
    zh: '{file} 无法使用，有 {count} 处需要修改：',
  },
  'text.didYouMean': { en: 'did you mean "{word}"?', zh: '是否想写 "{word}"？' },
  'text.oneOf': { en: 'valid here: {words}', zh: '此处可用：{words}' },
  'text.yaml.syntax': { en: 'not valid YAML: {detail}', zh: '不是有效的 YAML：{detail}' },
  'text.yaml.tab': {
    en: 'a tab indents this line; YAML wants spaces',
    zh: '此行用制表符缩进；YAML 只允许空格',
  },
  'text.yaml.indent': {
    en: 'the indentation does not fit the lines above',
    zh: '缩进与上面的行不一致',
  },
  'text.yaml.unclosed': {
    en: 'something opened before is not closed here',
    zh: '前面打开的括号或引号在这里没有闭合',
  },
  'text.yaml.duplicate': { en: '"{key}" is given twice', zh: '"{key}" 写了两次' },
  'text.yaml.documents': {
    en: 'a second document begins here (---); one file holds one',
    zh: '这里开始了第二个文档（---）；一个文件只能有一个',
  },
  'text.yaml.alias': {
    en: 'this alias names no anchor, or aliases grow too much',
    zh: '此别名没有对应的锚点，或别名展开过大',
  },
  'text.yaml.empty': { en: 'the file is empty', zh: '文件是空的' },
  'text.yaml.notMap': {
    en: 'the file must be a list of "key: value" lines',
    zh: '文件必须由 "键: 值" 行组成',
  },
  'text.yaml.tooLarge': {
    en: 'the file has {bytes} bytes; at most {most} are read',
    zh: '文件有 {bytes} 字节；最多读取 {most} 字节',
  },
  'text.yaml.tooDeep': { en: 'more than {most} levels inside each other', zh: '嵌套超过 {most} 层' },
  'text.yaml.quotePlace': {
    en: 'a value that starts with {braces} must stand in quotes: {example}',
    zh: '以 {braces} 开头的值必须加引号：{example}',
  },
  'text.schema.unknownKey': { en: 'unknown key "{key}"', zh: '未知的键 "{key}"' },
  'text.schema.missing': { en: '"{key}" is missing', zh: '缺少 "{key}"' },
  'text.schema.text': { en: '"{key}" must be text, not {got}', zh: '"{key}" 必须是文本，而不是 {got}' },
  'text.schema.number': { en: '"{key}" must be a number, not {got}', zh: '"{key}" 必须是数字，而不是 {got}' },
  'text.schema.integer': {
    en: '"{key}" must be a whole number, not {got}',
    zh: '"{key}" 必须是整数，而不是 {got}',
  },
  'text.schema.boolean': {
    en: '"{key}" must be true or false, not {got}',
    zh: '"{key}" 必须是 true 或 false，而不是 {got}',
  },
  'text.schema.value': {
    en: '"{key}" must be one value, not {got}',
    zh: '"{key}" 必须是单个值，而不是 {got}',
  },
  'text.schema.list': { en: '"{key}" must be a list, not {got}', zh: '"{key}" 必须是列表，而不是 {got}' },
  'text.schema.map': {
    en: '"{key}" must hold keys of its own, not {got}',
    zh: '"{key}" 必须包含下级键，而不是 {got}',
  },
  'text.schema.quote': { en: 'write it in quotes: {quoted}', zh: '请加引号：{quoted}' },
  'text.schema.choice': { en: '"{key}" cannot be {got}', zh: '"{key}" 不能是 {got}' },
  'text.schema.min': { en: '"{key}" is {got}; at least {limit}', zh: '"{key}" 是 {got}；至少为 {limit}' },
  'text.schema.max': { en: '"{key}" is {got}; at most {limit}', zh: '"{key}" 是 {got}；最多为 {limit}' },
  'text.schema.many': { en: '"{key}" holds too much; at most {limit}', zh: '"{key}" 内容过多；最多 {limit}' },
  'text.schema.few': {
    en: '"{key}" holds too little; at least {limit}',
    zh: '"{key}" 内容过少；至少 {limit}',
  },
  'text.schema.form': {
    en: '"{key}" has a form that is not valid here: {got}',
    zh: '"{key}" 的写法在此无效：{got}',
  },
} as const satisfies Record<string, Entry>;
