import type { Entry } from '../entry.ts';

export const checks = {} as const satisfies Record<string, Entry>;
