import type { Entry } from '../entry.ts';

export const access = {
  'access.key.make': {
    en: 'Make an API key on {node}: 32 random bytes in {path}, readable by its owner only',
    zh: '在 {node} 上生成 API 密钥：32 字节随机数，存于 {path}，仅所有者可读',
  },
  'access.key.close': {
    en: 'Close {path} on {node} to other users: its mode is {mode}, and it holds the API key',
    zh: '收紧 {node} 上 {path} 的权限：当前为 {mode}，其中保存着 API 密钥',
  },
  'access.key.unread': {
    en: 'Could not tell whether {node} has an API key in {path}',
    zh: '无法确认 {node} 的 {path} 中是否有 API 密钥',
  },
  'access.key.no-file': {
    en: '{path} on {node} should be the API key file and is something else; move it away, or name another file as api.keyFile',
    zh: '{node} 上的 {path} 应为 API 密钥文件，但实际不是普通文件；请移走它，或用 api.keyFile 指定其他文件',
  },
  'access.key.no-key': {
    en: 'There is still no usable API key in {path} on {node}',
    zh: '{node} 的 {path} 中仍没有可用的 API 密钥',
  },
} as const satisfies Record<string, Entry>;
