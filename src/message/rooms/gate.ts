import type { Entry } from '../entry.ts';

export const gate = {} as const satisfies Record<string, Entry>;
