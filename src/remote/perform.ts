/** From a request to the workflow that does it. The only place that knows which verb is which workflow. */
import { type Circumstances, openSite, type Site } from '../life/site.ts';
import type { Ended, Request } from '../life/wish.ts';
import { EXIT, Failure } from '../text/failure.ts';

export async function perform(request: Request, circumstances: Circumstances): Promise<Ended> {
  await using site = await openSite(request, circumstances);
  let exit: number = EXIT.failed;
  try {
    const ended = await workflow(site, request);
    // Whose lock was lost was not interrupted by a person: another run may be at work by now.
    if (ended.exit === EXIT.interrupted) throwIfLost(site.signal);
    exit = ended.exit;
    return ended;
  } catch (error) {
    throwIfLost(site.signal);
    if (error instanceof Failure) exit = error.exit;
    else if (site.signal.aborted) exit = EXIT.interrupted;
    throw error;
  } finally {
    await site.ended(exit);
  }
}

/** The only abort that has a Failure for its reason is that of a lost lock. */
function throwIfLost(signal: AbortSignal): void {
  if (signal.aborted && signal.reason instanceof Failure) throw signal.reason;
}

async function workflow(site: Site, request: Request): Promise<Ended> {
  switch (request.verb) {
    case 'up':
      return await (await import('../life/up.ts')).up(site, request.options);
    case 'down':
      return await (await import('../life/down.ts')).down(site, request.options);
    case 'restart':
      return await (await import('../life/restart.ts')).restart(site, request.options);
    case 'undo':
      return await (await import('../life/undo.ts')).undo(site, request.options);
    case 'status':
      return await (await import('../life/status.ts')).status(site);
    case 'logs':
      return await (await import('../life/logs.ts')).logs(site, request.options);
    case 'render':
      return await (await import('../life/render.ts')).render(site, request.options);
    case 'bundle':
      return await (await import('../life/bundle.ts')).bundle(site);
    case 'smoke':
      return await (await import('../life/smoke.ts')).smoke(site, request.options);
  }
}
