/** `config show | validate`: the knobs as they would be used, and whether the files are right. */
import { fileKnobs } from '../cluster/load.ts';
import { msg } from '../message/message.ts';
import { parseSets, resolveSettings } from '../recipe/settings.ts';
import { settingRows, settingsDocument } from '../recipe/views.ts';
import type { Flags } from './flags.ts';
import { type Loaded, loadBoth } from './load.ts';
import { printAnswer, tellWith } from './report/print.ts';
import { table } from './report/table.ts';

export async function show(flags: Flags): Promise<void> {
  const loaded = await loadBoth(flags);
  const settings = settingsOf(loaded, flags);
  const rows = settingRows(settings, loaded.recipe.recipe);
  const lines = table(rows.map((row) => [row.knob, row.value, row.origin, row.shadows]));
  printAnswer(flags, settingsDocument(settings), lines);
}

export async function validate(flags: Flags): Promise<void> {
  const loaded = await loadBoth(flags);
  settingsOf(loaded, flags);
  printAnswer(flags, { ok: true }, [tellWith(flags)(msg('cli.ok', { what: loaded.cluster.file }))]);
}

function settingsOf(loaded: Loaded, flags: Flags) {
  const sources = { file: fileKnobs(loaded.cluster), env: process.env, set: parseSets(flags.set) };
  return resolveSettings(loaded.recipe.recipe, sources);
}
