/** One sentence in both languages; places are {named} and the same in both (a test holds it). */
export interface Entry {
  en: string;
  zh: string;
}
