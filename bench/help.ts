/** `sparkwright --help` against a Node that loads an empty module: what our own code costs at every call. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { interleave, type Row, ratios, rowOf } from './ratio.ts';
import { run, sparkwright } from './run.ts';

const PAIRS = 15;
const BAR = 2.5;

/** Wall and processor seconds of a command, as bash's `time` has them from the kernel. */
const TIMED = `TIMEFORMAT='%3R %3U %3S'; { time "$@" > /dev/null 2>&1; } 2>&1`;

export async function benchHelp(scratch: string): Promise<Row[]> {
  const empty = join(scratch, 'empty.mjs');
  await writeFile(empty, '');
  const argv = { help: sparkwright('--help'), bare: [process.execPath, empty] };
  const cpu: { of: number; over: number }[] = [];
  const wall: { of: number; over: number }[] = [];
  // The first call of each reads from the disk, and ours fills Node's compile cache.
  for (const words of Object.values(argv)) await run(words);
  let cpuOf = { help: 0, bare: 0 };
  const pairs = await interleave(PAIRS, ['help', 'bare'], async (side) => {
    const said = await run(['bash', '-c', TIMED, 'time', ...argv[side]]);
    const [real = Number.NaN, user = Number.NaN, system = Number.NaN] = said.trim().split(' ').map(Number);
    cpuOf = { ...cpuOf, [side]: user + system };
    if (cpuOf.help > 0 && cpuOf.bare > 0) {
      cpu.push({ of: cpuOf.help, over: cpuOf.bare });
      cpuOf = { help: 0, bare: 0 };
    }
    return real;
  });
  for (const { help, bare } of pairs) wall.push({ of: help, over: bare });
  return [
    rowOf('--help over bare node, processor time', ratios(cpu), '', BAR),
    rowOf('--help over bare node, wall time', ratios(wall), '', BAR),
  ];
}
