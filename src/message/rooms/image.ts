import type { Entry } from '../entry.ts';

export const image = {} as const satisfies Record<string, Entry>;
