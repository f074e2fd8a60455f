/**
 * The robustness matrix: sparkwright is killed or interrupted in each named moment, on either side of the connection,
 * and the same command must then end as an undisturbed run does. Minutes long, in a lab of its own; no part of CI.
 *
 *   npm run matrix -- [--seed N] [--only WORDS] [--no-build]
 */
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { casesOf, referenceOf } from '../test/matrix/cases.ts';
import { MatrixLab } from '../test/matrix/lab.ts';
import { randomFrom } from '../test/matrix/seed.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string' }, only: { type: 'string' }, 'no-build': { type: 'boolean' } },
});
const seed = values.seed === undefined ? randomInt(1_000_000) : Number(values.seed);
const checkout = join(import.meta.dirname, '..');
if (values['no-build'] !== true) {
  for (const words of [['build.ts'], ['build-portable.ts', process.arch]]) {
    const [script = '', ...more] = words;
    execFileSync(process.execPath, [join(checkout, 'scripts', script), ...more], { stdio: 'inherit' });
  }
}

const say = (line: string) => process.stdout.write(`${line}\n`);
say(`seed ${seed}`);
const begun = Date.now();
const since = (from: number) => `${((Date.now() - from) / 1000).toFixed(1)} s`;
const lab = new MatrixLab(checkout);
let passed = 0;
const failed: string[] = [];
let interrupted = false;
process.on('SIGINT', () => {
  interrupted = true;
});
try {
  await lab.open();
  const reference = await referenceOf(lab);
  say(`undisturbed (${since(begun)}):\n${reference.up.replace(/^/gm, '  ')}`);
  const cases = casesOf(lab, reference, randomFrom(seed));
  for (const { name, run } of cases.filter((each) => each.name.includes(values.only ?? ''))) {
    if (interrupted) break;
    const from = Date.now();
    const wrong = await run().catch((error: unknown) => String(error));
    if (wrong === undefined) passed += 1;
    else failed.push(name);
    say(`${wrong === undefined ? 'ok    ' : 'FAILED'} ${since(from).padStart(7)}  ${name}`);
    if (wrong !== undefined) say(wrong.replace(/^/gm, '         '));
  }
} catch (error) {
  failed.push('the matrix itself');
  say(String(error));
} finally {
  const wrong = await lab.close();
  if (wrong !== undefined) {
    failed.push('lab down');
    say(wrong);
  }
}
say(`${since(begun)}, seed ${seed}`);
say(`${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 && !interrupted ? 0 : 1;
