/**
 * What the command line costs, as ratios against floors measured in the same minutes. Prints a table; exits 1 when a bar
 * is missed or could not be measured. Usage: node bench/cli.ts [help] [facts] [boot] [noop] [cpu]; all without a word.
 * It measures dist/app and dist/portable as they lie. All but `help` need what the lab needs (docs/lab.md).
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { benchBoot, benchCpu } from './boot.ts';
import { benchFacts } from './facts.ts';
import { benchHelp } from './help.ts';
import { inLab } from './lab.ts';
import { benchNoop } from './noop.ts';
import { printed, type Row } from './ratio.ts';
import { keepBuilt, stop } from './run.ts';

const PARTS = ['help', 'facts', 'boot', 'noop', 'cpu'] as const;
type Part = (typeof PARTS)[number];

const words = process.argv.slice(2);
const strange = words.find((word) => !PARTS.some((part) => part === word));
if (strange !== undefined) {
  console.error(`no part is called ${strange}; there are ${PARTS.join(', ')}`);
  process.exit(2);
}
const wanted = (part: Part) => words.length === 0 || words.includes(part);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => stop.abort(new Error(`stopped by ${signal}`)));
}

const began = performance.now();
const scratch = await mkdtemp('/tmp/sparkwright-bench-');
const rows: Row[] = [];

/** What fails is said, and the next part is still measured. */
async function measure(part: Part, work: () => Promise<Row[]>): Promise<void> {
  if (!wanted(part) || stop.signal.aborted) return;
  const from = performance.now();
  try {
    rows.push(...(await work()));
    console.error(`${part}: measured in ${Math.round((performance.now() - from) / 1000)} s`);
  } catch (error) {
    process.exitCode = 1;
    console.error(`${part}: ${error instanceof Error ? error.message : error}`);
  }
}

try {
  await keepBuilt(scratch);
  await measure('help', () => benchHelp(scratch));
  if (wanted('facts') || wanted('boot') || wanted('noop') || wanted('cpu')) {
    await inLab(scratch, async (lab) => {
      await measure('facts', () => benchFacts(lab, scratch));
      await measure('boot', () => benchBoot(lab));
      await measure('noop', async () => benchNoop(lab, await readFile(lab.clusterFile, 'utf8')));
      await measure('cpu', () => benchCpu(lab));
    });
  }
} catch (error) {
  process.exitCode = 1;
  console.error(error instanceof Error ? error.message : error);
} finally {
  await rm(scratch, { recursive: true, force: true });
}

console.log(printed(rows));
const [load = 0] = loadavg();
console.log(`
${Math.round((performance.now() - began) / 1000)} s on ${cpus().length} processors, load ${load.toFixed(1)} at the end; Node ${process.version}.
The stand-in engine and virtual hosts that share these processors are no statement about a Spark: this is what sparkwright
itself adds.`);
if (stop.signal.aborted) process.exitCode = 130;
else if (rows.some((row) => row.met === false)) process.exitCode = 1;
