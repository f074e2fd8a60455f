import { renderCompose, renderDocker, renderJson } from '../deployment/render.ts';
import type { Deployment } from '../deployment/types.ts';
import { msg } from '../message/message.ts';
import { EXIT } from '../text/failure.ts';
import { resolveSite, type Site } from './site.ts';
import type { Ended, RenderOptions } from './wish.ts';

/** Exactly what `up` would start, from live facts; touches nothing. */
export async function render(site: Site, options: RenderOptions): Promise<Ended> {
  const facts = await site.gather(site.resolveProbes);
  const { deployment, refusals } = resolveSite(site, facts);
  if (deployment === undefined) {
    for (const finding of refusals) site.bus.emit({ type: 'finding', finding });
    return { exit: EXIT.refused, message: msg('life.refused', { count: refusals.length }), document: { ok: false, findings: refusals } };
  }
  return { exit: EXIT.done, document: rendered(deployment, options) };
}

/** The deployment in the wanted form: a document for JSON, text for the others. */
export function rendered(deployment: Deployment, options: RenderOptions): unknown {
  const units = deployment.units.filter((unit) => options.rank === undefined || unit.rank === options.rank);
  const wanted = { ...deployment, units };
  switch (options.format) {
    case 'json':
      return renderJson(wanted);
    case 'docker':
      return { text: renderDocker(wanted), ...renderJson(wanted) };
    case 'compose':
      return { text: renderCompose(wanted), ...renderJson(wanted) };
  }
}
