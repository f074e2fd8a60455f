/**
 * All tests: checks, build, unit tests, the whole program in the lab. Ends with `N passed, N failed, N skipped`.
 * Usage: node scripts/test.ts [--only checks|unit|lab]
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHECKS, runCheck } from './check.ts';

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;
const scratch = mkdtempSync(join(tmpdir(), 'sparkwright-test-'));
const total: Count = { passed: 0, failed: 0, skipped: 0 };

function add(count: Count): void {
  total.passed += count.passed;
  total.failed += count.failed;
  total.skipped += count.skipped;
}

function one(ok: boolean): Count {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

function step(name: string, command: string[]): boolean {
  const [program = '', ...words] = command;
  const done = spawnSync(program, words, { stdio: 'inherit' });
  console.log(`${done.status === 0 ? 'ok  ' : 'FAIL'} ${name}`);
  return done.status === 0;
}

/** Runs one vitest project; a run that gives no report is one failure. */
function vitest(project: string): Count {
  const report = join(scratch, `${project}.json`);
  const words = ['--no-install', 'vitest', 'run', '--project', project];
  const done = spawnSync(
    'npx',
    [...words, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    {
      stdio: 'inherit',
    },
  );
  try {
    const seen = JSON.parse(readFileSync(report, 'utf8'));
    const count = { passed: seen.numPassedTests, failed: seen.numFailedTests, skipped: seen.numPendingTests };
    if (done.status !== 0 && count.failed === 0) count.failed = 1;
    if (count.passed + count.failed === 0) count.failed = 1;
    return count;
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

try {
  if (only === undefined || only === 'checks') for (const check of CHECKS) add(one(runCheck(check)));
  if (only === undefined || only === 'unit') add(vitest('unit'));
  if (only === undefined || only === 'lab') {
    add(one(step('build', ['node', 'scripts/build.ts'])));
    add(one(step('portable builds', ['node', 'scripts/build-portable.ts'])));
    if (total.failed === 0) add(one(step('what the lab needs', ['node', 'scripts/lab-needs.ts'])));
    if (total.failed === 0) add(vitest('lab'));
    else console.log('lab tests left out: something before them failed');
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed === 0 ? 0 : 1);
