/** A replayable case: a folder with `case.json` and the files it speaks of. */
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';

export interface Case {
  id: string;
  kind: string;
  input: string;
  files: { path: string; mode?: string }[];
  expect: { verdict: Verdict; must_mention: string[]; fix?: string };
  params?: Record<string, unknown>;
}

export type Verdict = 'ok' | 'warn' | 'fail';

export interface LoadedCase extends Case {
  folder: string;
  paths: string[]; // its files, below the folder
}

/** What the product made of a case: its verdict, and the English text a person would see. */
export interface Judged {
  verdict: Verdict;
  text: string;
}

export type Runner = (one: LoadedCase) => Promise<Judged>;

/** The repository's own copy, or the folder that $CASES_DIR names. */
export const casesFolder = process.env.CASES_DIR ?? join(import.meta.dirname, 'data');

/** Every case of a folder, in the order of their names; a file that needs a mode is run from a copy. */
export function loadCases(folder: string): LoadedCase[] {
  const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
  return names.sort().map((name) => loadCase(join(folder, name)));
}

function loadCase(folder: string): LoadedCase {
  const one = JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8')) as Case;
  const modes = one.files.filter((file) => file.mode !== undefined);
  let at = folder;
  if (modes.length > 0) {
    const copy = mkdtempSync(join(tmpdir(), 'sparkwright-case-'));
    process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
    at = copy;
    cpSync(folder, at, { recursive: true, verbatimSymlinks: true });
    for (const { path, mode } of modes) chmodSync(join(at, path), Number.parseInt(mode ?? '644', 8));
  }
  const paths = one.files.map((file) => file.path.split('/').join(sep));
  return { ...one, folder: at, paths };
}

export function fileOf(one: LoadedCase, path: string): string | undefined {
  return one.paths.includes(path) ? readFileSync(join(one.folder, path), 'utf8') : undefined;
}
