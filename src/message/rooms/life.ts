import type { Entry } from '../entry.ts';

export const life = {
  'life.nothing-to-do': { en: 'Nothing to do: already as asked.', zh: '无需操作：已是所要求的状态。' },
} as const satisfies Record<string, Entry>;
