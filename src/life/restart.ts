import { EXIT } from '../text/failure.ts';
import { stopAll } from './down.ts';
import type { Site } from './site.ts';
import { up } from './up.ts';
import type { Ended, UpOptions } from './wish.ts';

/** Down, then up. What refuses `up` is found before anything is stopped. */
export async function restart(site: Site, options: UpOptions): Promise<Ended> {
  const planned = await up(site, { ...options, dryRun: true });
  if (planned.exit !== EXIT.done || options.dryRun) return planned;
  const stopped = await lockedStop(site);
  if (stopped.exit !== EXIT.done) return stopped;
  return await up(site, options);
}

async function lockedStop(site: Site): Promise<Ended> {
  await using _lock = await site.lock('restart');
  return await stopAll(site);
}
