import type { Entry } from '../entry.ts';

export const lab = {} as const satisfies Record<string, Entry>;
