import { EXIT } from '../text/failure.ts';
import { stopAll } from './down.ts';
import { demandWholeCluster, type Site } from './site.ts';
import { bringUp, dryRun, refusalNow } from './up.ts';
import type { Ended, UpOptions } from './wish.ts';

/** Down, then up, under one lock. What refuses `up` is found before anything is stopped. */
export async function restart(site: Site, options: UpOptions): Promise<Ended> {
  site.tellRun('restart');
  demandWholeCluster(site, 'restart');
  if (options.dryRun) return await dryRun(site);
  await using _lock = await site.lock('restart', options.steal);
  const refused = await refusalNow(site);
  if (refused !== undefined) return refused;
  const stopped = await stopAll(site);
  return stopped.exit === EXIT.done ? await bringUp(site, options, true) : stopped;
}
