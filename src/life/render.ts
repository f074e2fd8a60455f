import type { Finding } from '../change/types.ts';
import { renderCompose, renderDocker, renderJson } from '../deployment/render.ts';
import { resolveDeployment } from '../deployment/resolve.ts';
import type { Deployment } from '../deployment/types.ts';
import { msg } from '../message/message.ts';
import { EXIT } from '../text/failure.ts';
import type { Site } from './site.ts';
import type { Ended, RenderOptions } from './wish.ts';

/** Exactly what `up` would start, from live facts; touches nothing. */
export async function render(site: Site, options: RenderOptions): Promise<Ended> {
  const facts = await site.gather();
  const { recipe, cluster, settings } = site;
  const { deployment, refusals } = resolveDeployment({ recipe, cluster, settings, facts });
  if (deployment === undefined) {
    for (const finding of refusals) site.bus.emit({ type: 'finding', finding });
    return refusedRender(refusals);
  }
  return { exit: EXIT.done, document: rendered(deployment, options) };
}

/** A rendering that facts refuse: all reasons at once. */
export function refusedRender(findings: Finding[]): Ended {
  return {
    exit: EXIT.refused,
    message: msg('life.refused', { count: findings.length }),
    document: { ok: false, findings },
  };
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
