import type { Entry } from '../entry.ts';

export const recipe = {} as const satisfies Record<string, Entry>;
