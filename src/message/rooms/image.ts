import type { Entry } from '../entry.ts';

export const image = {
  'image.pull': { en: 'Pull the image {reference} on {node}', zh: '在 {node} 上拉取镜像 {reference}' },
  'image.pull.asks': {
    en: 'Pull {reference} on {node}: about {megabytes} MB, {minutes} min at 50 MB/s?',
    zh: '在 {node} 上拉取 {reference}：约 {megabytes} MB，按 50 MB/s 需 {minutes} 分钟，是否继续？',
  },
  'image.load': {
    en: 'Load the image {reference} on {node} from {archive}',
    zh: '在 {node} 上从 {archive} 载入镜像 {reference}',
  },
  'image.load.asks': {
    en: 'Load {reference} on {node} from {archive}: {megabytes} MB from its own disk, about {minutes} min?',
    zh: '在 {node} 上从 {archive} 载入 {reference}：{megabytes} MB，读取本机磁盘，约 {minutes} 分钟，是否继续？',
  },
  'image.missing': {
    en: '{node} does not have the image {reference}',
    zh: '{node} 上没有镜像 {reference}',
  },
  'image.unread': {
    en: 'Could not tell whether {node} has the image {reference}',
    zh: '无法确认 {node} 上是否有镜像 {reference}',
  },
} as const satisfies Record<string, Entry>;
