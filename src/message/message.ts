/** A sentence a person reads: a key of the catalogue and its values, said in a language only where it is shown. */
import { catalogue } from './catalogue.ts';

export type Catalogue = typeof catalogue;
export type MessageKey = keyof Catalogue;
export type Language = 'en' | 'zh';
export type Values = Record<string, string | number>;

type Places<S extends string> = S extends `${string}{${infer P}}${infer Rest}` ? P | Places<Rest> : never;
type ValuesOf<K extends MessageKey> = Record<Places<Catalogue[K]['en']>, string | number>;

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

/** The sentence in a language. An unknown key (an event of a newer tool) is shown as it stands. */
export function say(message: Message, language: Language): string {
  const entry = (catalogue as Record<string, { en: string; zh: string } | undefined>)[message.key];
  if (entry === undefined) return `${message.key} ${JSON.stringify(message.values)}`;
  return entry[language].replace(/\{(\w+)\}/g, (whole, place: string) => {
    const value = message.values[place];
    return value === undefined ? whole : String(value);
  });
}

/** Which language a person wants: the flag, then SPARKWRIGHT_LANG, then the locale. */
export function languageFrom(flag: string | undefined, env: Record<string, string | undefined>): Language {
  const wish = flag ?? env.SPARKWRIGHT_LANG ?? env.LC_ALL ?? env.LC_MESSAGES ?? env.LANG ?? '';
  return /^zh/i.test(wish) ? 'zh' : 'en';
}
