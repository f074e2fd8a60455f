import type { Entry } from '../entry.ts';

export const recipe = {
  'recipe.place.noValue': {
    en: '{place} has no value here, and {text} needs one',
    zh: '{place} 在这里没有值，而 {text} 需要它',
  },
} as const satisfies Record<string, Entry>;
