import type { Entry } from '../entry.ts';

export const facts = {
  'facts.bundle.no-folder': {
    en: '{folder} is no support bundle: neither a folder with bundle.json in it nor a tar.gz of one. Make one with: sparkwright bundle',
    zh: '{folder} 不是支持包：它既不是含有 bundle.json 的文件夹，也不是这样的文件夹的 tar.gz。可用 sparkwright bundle 生成',
  },
  'facts.bundle.bad-archive': {
    en: '{file} is not read, since no support bundle looks like this: {why}. Ask its sender for another, made with: sparkwright bundle',
    zh: '不读取 {file}，因为支持包不会是这样：{why}。请让发送者用 sparkwright bundle 重新生成',
  },
  'facts.bundle.bad-json': {
    en: '{file} does not say what a support bundle says: {why}',
    zh: '{file} 不是有效的支持包说明：{why}',
  },
  'facts.bundle.version': {
    en: '{file} is a support bundle of version {version}; this sparkwright reads version 1. Use the sparkwright that made it, or a newer one',
    zh: '{file} 是版本 {version} 的支持包，而本程序只能读取版本 1。请使用生成它的 sparkwright 或更新的版本',
  },
  'facts.bundle.too-large': {
    en: '{file} is larger than {megabytes} MB: no probe prints that much, so this bundle is not read',
    zh: '{file} 超过 {megabytes} MB：没有探针会输出这么多内容，因此不读取此支持包',
  },
} as const satisfies Record<string, Entry>;
