import type { Entry } from '../entry.ts';

export const remote = {} as const satisfies Record<string, Entry>;
