import type { Entry } from '../entry.ts';

export const measure = {} as const satisfies Record<string, Entry>;
