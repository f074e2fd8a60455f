/** What the lab that stands was made from, kept beside it. */
import type { EngineFolders } from './engine-folders.ts';
import { type LabPaths, labPrefix, standingFile } from './paths.ts';
import { type LabPlan, planLab } from './plan.ts';
import { readWhenThere, writeWhole } from './written.ts';

export interface Standing {
  hosts: number;
  layer: string;
  engine: EngineFolders;
}

export async function readStanding(paths: LabPaths): Promise<Standing | undefined> {
  const text = await readWhenThere(standingFile(paths));
  if (text === undefined) return undefined;
  return JSON.parse(text);
}

export async function writeStanding(paths: LabPaths, standing: Standing): Promise<void> {
  await writeWhole(standingFile(paths), `${JSON.stringify(standing)}\n`);
}

/** The plan of the lab that stands, or undefined when none does. */
export async function standingPlan(paths: LabPaths): Promise<LabPlan | undefined> {
  const standing = await readStanding(paths);
  return standing === undefined ? undefined : planLab(standing.hosts, labPrefix(paths));
}
