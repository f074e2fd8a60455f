/** From a request to the workflow that does it. The only place that knows which verb is which workflow. */
import { type Circumstances, openSite, type Site } from '../life/site.ts';
import type { Ended, Request } from '../life/wish.ts';

export async function perform(request: Request, circumstances: Circumstances): Promise<Ended> {
  await using site = await openSite(request, circumstances);
  const ended = await workflow(site, request);
  await site.ended(ended.exit);
  return ended;
}

async function workflow(site: Site, request: Request): Promise<Ended> {
  switch (request.verb) {
    case 'up':
      return await (await import('../life/up.ts')).up(site, request.options);
    case 'down':
      return await (await import('../life/down.ts')).down(site, request.options);
    case 'restart':
      return await (await import('../life/restart.ts')).restart(site, request.options);
    case 'status':
      return await (await import('../life/status.ts')).status(site);
    case 'logs':
      return await (await import('../life/logs.ts')).logs(site, request.options);
    case 'render':
      return await (await import('../life/render.ts')).render(site, request.options);
    case 'smoke':
      return await (await import('../life/smoke.ts')).smoke(site, request.options);
  }
}
