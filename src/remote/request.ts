/** A request on its way to the head: whether it outlives the asker, and by what it is known again. */
import { createHash } from 'node:crypto';
import type { Request, VerbRequest } from '../life/wish.ts';

/** What changes something runs on the head by itself, whatever happens to the asker; a dry run changes nothing. */
export function outlivesAsker(request: VerbRequest): boolean {
  switch (request.verb) {
    case 'up':
    case 'down':
    case 'restart':
      return !request.options.dryRun;
    case 'undo':
      return !request.options.dryRun && !request.options.list;
    default:
      return false;
  }
}

/** Equal for the same wish: the same verb again finds the run that is already at it. */
export function requestDigest(request: Request): string {
  const { language: _language, cluster, options, ...wish } = request;
  // Who answers the questions is no part of the wish either.
  const { yes: _yes, ...asked } = { yes: false, ...options };
  // Where the file lies on the asker's machine is no part of the wish: another laptop may hold the same one.
  return createHash('sha256')
    .update(JSON.stringify({ ...wish, options: asked, cluster: cluster.text }))
    .digest('hex')
    .slice(0, 16);
}

/** A run's name: sortable by time, unlikely to meet another. `random` is 4 bytes. */
export function runIdFrom(at: Date, random: Uint8Array): string {
  const stamp = at.toISOString().replace(/[-:]/g, '').replace(/\..*/, '');
  return `${stamp}-${Buffer.from(random).toString('hex')}`;
}
