/** The checks that need no lab: types, style, arrows, unused code, generated pages. One line each. */
import { spawnSync } from 'node:child_process';

export interface Check {
  name: string;
  command: string[];
}

export const CHECKS: Check[] = [
  { name: 'types', command: ['tsc'] },
  { name: 'style', command: ['biome', 'ci', '--colors=off', '--error-on-warnings'] },
  { name: 'arrows', command: ['node', 'scripts/arrows.ts'] },
  { name: 'unused code', command: ['knip'] },
  { name: 'generated pages are current', command: ['node', 'scripts/docs.ts', '--check'] },
];

/** Runs one check; prints its output only when it fails. */
export function runCheck(check: Check): boolean {
  const [program = '', ...words] = check.command;
  const done = spawnSync('npx', ['--no-install', program, ...words], { encoding: 'utf8' });
  const ok = done.status === 0;
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${check.name}`);
  if (!ok) console.log(`${done.stdout}${done.stderr}`);
  return ok;
}

if (import.meta.main) {
  const failed = CHECKS.filter((check) => !runCheck(check));
  process.exit(failed.length === 0 ? 0 : 1);
}
