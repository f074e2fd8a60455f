import { writeSync } from 'node:fs';

/**
 * Writes all of a text to a descriptor before it returns. Standard output may be one that does not block (it can
 * share its setting with standard input) and then takes what fits: the rest is given to it again, so that no event
 * is lost to a reader that is slow. Throws as `writeSync` does for everything else.
 */
export function writeWhole(descriptor: number, text: string): void {
  let rest: Uint8Array = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}
