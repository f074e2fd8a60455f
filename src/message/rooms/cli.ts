import type { Entry } from '../entry.ts';

export const cli = {
  'cli.failed': { en: 'Failed: {what}', zh: '失败：{what}' },
} as const satisfies Record<string, Entry>;
