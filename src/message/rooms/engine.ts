import type { Entry } from '../entry.ts';

export const engine = {} as const satisfies Record<string, Entry>;
