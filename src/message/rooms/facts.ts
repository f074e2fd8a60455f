import type { Entry } from '../entry.ts';

export const facts = {} as const satisfies Record<string, Entry>;
