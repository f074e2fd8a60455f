/** A sentence a person reads: a key of the catalogue and its values, said in a language only where it is shown. */
import { catalogue } from './catalogue.ts';

export type Catalogue = typeof catalogue;
export type MessageKey = keyof Catalogue;
export type Language = 'en' | 'zh';
/** A value may be a sentence itself: the name of a phase, said in the same language. */
export type Value = string | number | Message;
export type Values = Record<string, Value>;

type Places<S extends string> = S extends `${string}{${infer P}}${infer Rest}` ? P | Places<Rest> : never;
type ValuesOf<K extends MessageKey> = Record<Places<Catalogue[K]['en']>, Value>;

export interface Message {
  key: MessageKey;
  values: Values;
}

/** Makes a message; the compiler holds the values to the places of the English sentence. */
export function msg<K extends MessageKey>(
  key: K,
  ...values: Places<Catalogue[K]['en']> extends never ? [] : [ValuesOf<K>]
): Message {
  return { key, values: (values[0] ?? {}) as Values };
}

/**
 * The sentence in a language. An unknown key (an event of a newer tool) is shown as it stands. A value that is
 * itself a sentence (a title of a recipe) may be given in Chinese too, as `place_zh`.
 */
export function say(message: Message, language: Language): string {
  const entry = (catalogue as Record<string, { en: string; zh: string } | undefined>)[message.key];
  if (entry === undefined) return `${message.key} ${JSON.stringify(message.values)}`;
  return entry[language].replace(/\{(\w+)\}/g, (whole, place: string) => {
    const value = message.values[`${place}_${language}`] ?? message.values[place];
    if (value === undefined) return whole;
    return typeof value === 'object' ? say(value, language) : String(value);
  });
}

/** Which language a person wants: the flag, then SPARKWRIGHT_LANG, then the locale. */
export function languageFrom(flag: string | undefined, env: Record<string, string | undefined>): Language {
  const wish = flag ?? env.SPARKWRIGHT_LANG ?? env.LC_ALL ?? env.LC_MESSAGES ?? env.LANG ?? '';
  return /^zh/i.test(wish) ? 'zh' : 'en';
}
