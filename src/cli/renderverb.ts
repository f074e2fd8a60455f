/** `render`: from live facts, which the head reads, or from a support bundle, which needs nobody. */
import { fileKnobs } from '../cluster/load.ts';
import { resolveDeployment } from '../deployment/resolve.ts';
import { readBundle } from '../facts/bundle.ts';
import { refusedRender, rendered } from '../life/render.ts';
import type { Ended, RenderOptions } from '../life/wish.ts';
import { parseSets, resolveSettings } from '../recipe/settings.ts';
import { EXIT } from '../text/failure.ts';
import { type Flags, languageOfFlags, viewOptions } from './flags.ts';
import { loadBoth } from './load.ts';
import { onHead } from './onhead.ts';
import { findingLines } from './report/lines.ts';
import { openView } from './report/view.ts';

export async function renderLive(flags: Flags, options: RenderOptions): Promise<void> {
  await onHead(flags, { verb: 'render', options }, { document: renderLines });
}

export async function renderBundle(flags: Flags, options: RenderOptions, folder: string): Promise<void> {
  const { cluster, recipe } = await loadBoth(flags);
  const sources = { file: fileKnobs(cluster), env: process.env, set: parseSets(flags.set) };
  const settings = resolveSettings(recipe.recipe, sources);
  const bundle = await readBundle(folder);
  const { deployment, refusals } = resolveDeployment({
    recipe,
    cluster: cluster.cluster,
    settings,
    facts: bundle.facts,
  });
  const view = await openView(viewOptions(flags, renderLines));
  let ended: Ended;
  if (deployment === undefined) {
    const language = languageOfFlags(flags);
    if (flags.json !== true) {
      for (const finding of refusals)
        for (const { text } of findingLines(finding, language)) process.stderr.write(`${text}\n`);
    }
    ended = refusedRender(refusals);
  } else ended = { exit: EXIT.done, document: rendered(deployment, options) };
  view.end(ended);
  process.exitCode = ended.exit;
}

/** The text of a rendering, or its JSON set out for a person. */
function renderLines(document: unknown): string[] {
  if (typeof document !== 'object' || document === null) return [];
  if ('text' in document && typeof document.text === 'string') return document.text.trimEnd().split('\n');
  return 'units' in document ? JSON.stringify(document, null, 2).split('\n') : [];
}
