/** The boots of this cluster, one JSON line each: what the next boot is estimated by. */
import { appendFile, readFile } from 'node:fs/promises';
import type { BootRecord } from '../engine/estimate.ts';
import type { StateFolder } from '../gate/state.ts';

interface BootLine {
  recipeHash: string;
  at: string;
  record: BootRecord;
}

/** Boots of the same recipe content, oldest first; a torn line is passed over. */
export async function readBoots(state: StateFolder, recipeHash: string): Promise<BootRecord[]> {
  const text = await readFile(state.boots, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    try {
      const boot = JSON.parse(line) as Partial<BootLine>;
      return boot.recipeHash === recipeHash && boot.record !== undefined ? [boot.record] : [];
    } catch {
      return [];
    }
  });
}

export async function appendBoot(
  state: StateFolder,
  recipeHash: string,
  record: BootRecord,
  at: Date,
): Promise<void> {
  const line: BootLine = { recipeHash, at: at.toISOString(), record };
  // A line torn by a crash must not swallow this one.
  await appendFile(state.boots, `\n${JSON.stringify(line)}\n`, { mode: 0o600 });
}
