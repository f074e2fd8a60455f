import { expect, test } from 'vitest';
import { unpackCounter } from './build.ts';

test("progress counts each package twice, unpacked and set up, over both of the builder's rounds", () => {
  const seen: (string | undefined)[] = [];
  const line = unpackCounter((done, total) => seen.push(`${done}/${total}`));
  line('0 upgraded, 2 newly installed, 0 to remove and 0 not upgraded.');
  line('Unpacking libc6 (2.36) ...');
  line('Setting up libc6 (2.36) ...');
  line('1 upgraded, 1 newly installed');
  line('Unpacking sudo (1.9) ...');
  line('I: success in 45 seconds');
  expect(seen).toEqual(['1/4', '2/4', '3/6']);
});
