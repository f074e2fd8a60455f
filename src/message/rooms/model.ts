import type { Entry } from '../entry.ts';

export const model = {} as const satisfies Record<string, Entry>;
