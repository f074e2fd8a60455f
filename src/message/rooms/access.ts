import type { Entry } from '../entry.ts';

export const access = {} as const satisfies Record<string, Entry>;
