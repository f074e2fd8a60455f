import type { Entry } from '../entry.ts';

export const rank = {} as const satisfies Record<string, Entry>;
