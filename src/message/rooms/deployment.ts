import type { Entry } from '../entry.ts';

export const deployment = {} as const satisfies Record<string, Entry>;
