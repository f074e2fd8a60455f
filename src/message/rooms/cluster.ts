import type { Entry } from '../entry.ts';

export const cluster = {} as const satisfies Record<string, Entry>;
