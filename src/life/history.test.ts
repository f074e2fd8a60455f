import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stateFolder } from '../gate/state.ts';
import { appendBoot, readBoots } from './history.ts';

test('boots of the same recipe content come back oldest first; a line torn by a crash costs only itself', async () => {
  const home = mkdtempSync(join(tmpdir(), 'sparkwright-history-'));
  try {
    const boots = join(home, 'boots.jsonl');
    const state = { ...stateFolder('lab', {}, home), boots };
    expect(await readBoots(state, 'a')).toEqual([]);
    const at = new Date(0);
    await appendBoot(state, 'a', { seconds: 60, phases: [] }, at);
    appendFileSync(boots, '{"recipeHash":"a","rec');
    await appendBoot(state, 'a', { seconds: 50, phases: [] }, at);
    await appendBoot(state, 'b', { seconds: 10, phases: [] }, at);
    expect((await readBoots(state, 'a')).map((boot) => boot.seconds)).toEqual([60, 50]);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
