/** What runs on this machine, for tests that must leave nothing behind. */
import { readdirSync, readFileSync } from 'node:fs';

/** Whether any process has exactly this word among its arguments. */
export function runsWith(word: string): boolean {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(word);
      } catch {
        return false;
      }
    });
}
