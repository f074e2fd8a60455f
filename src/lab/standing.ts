/** What the lab that stands was made from, kept beside it. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import type { EngineFolders } from './engine-folders.ts';
import { type LabPaths, labPrefix, standingFile } from './paths.ts';
import { type LabPlan, planLab } from './plan.ts';

export interface Standing {
  hosts: number;
  layer: string;
  engine: EngineFolders;
}

export async function readStanding(paths: LabPaths): Promise<Standing | undefined> {
  const text = await readFile(standingFile(paths), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  return JSON.parse(text);
}

export async function writeStanding(paths: LabPaths, standing: Standing): Promise<void> {
  const file = standingFile(paths);
  await writeFile(`${file}.part`, `${JSON.stringify(standing)}\n`);
  await rename(`${file}.part`, file);
}

/** The plan of the lab that stands, or undefined when none does. */
export async function standingPlan(paths: LabPaths): Promise<LabPlan | undefined> {
  const standing = await readStanding(paths);
  return standing === undefined ? undefined : planLab(standing.hosts, labPrefix(paths));
}
