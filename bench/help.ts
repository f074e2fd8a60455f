/** `sparkwright --help` against a Node that loads an empty module: what our own code costs at every call. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { interleave, type Row, rowOf } from './ratio.ts';
import { run, sparkwright } from './run.ts';

const PAIRS = 15;
const BAR = 2.5;

/** Wall and processor seconds of a command, as bash's `time` has them from the kernel. */
const TIMED = `TIMEFORMAT='%3R %3U %3S'; { time "$@" > /dev/null 2>&1; } 2>&1`;

export async function benchHelp(scratch: string): Promise<Row[]> {
  const empty = join(scratch, 'empty.mjs');
  await writeFile(empty, '');
  const argv = { help: sparkwright('--help'), bare: [process.execPath, empty] };
  // The first call of each reads from the disk, and ours fills Node's compile cache.
  for (const words of Object.values(argv)) await run(words);
  const pairs = await interleave(PAIRS, ['help', 'bare'], async (side) => {
    const said = await run(['bash', '-c', TIMED, 'time', ...argv[side]]);
    const [wall = Number.NaN, user = Number.NaN, system = Number.NaN] = said.trim().split(' ').map(Number);
    return { wall, cpu: user + system };
  });
  const over = (kind: 'cpu' | 'wall') => pairs.map(({ help, bare }) => help[kind] / bare[kind]);
  return [
    rowOf('--help over bare node, processor time', over('cpu'), '', BAR),
    rowOf('--help over bare node, wall time', over('wall'), '', BAR),
  ];
}
