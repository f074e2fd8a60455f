import type { Entry } from '../entry.ts';

export const host = {} as const satisfies Record<string, Entry>;
