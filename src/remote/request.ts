/** A request on its way to the head: whether it outlives the asker, and by what it is known again. */
import { createHash } from 'node:crypto';
import type { Request, VerbRequest } from '../life/wish.ts';

/** Verbs that change something and therefore run on the head by themselves, whatever happens to the asker. */
export function outlivesAsker(verb: VerbRequest['verb']): boolean {
  return verb === 'up' || verb === 'down' || verb === 'restart';
}

/** Equal for the same wish: the same verb again finds the run that is already at it. */
export function requestDigest(request: Request): string {
  const { language: _language, cluster, ...wish } = request;
  // Where the file lies on the asker's machine is no part of the wish: another laptop may hold the same one.
  return createHash('sha256')
    .update(JSON.stringify({ ...wish, cluster: cluster.text }))
    .digest('hex')
    .slice(0, 16);
}

/** A run's name: sortable by time, unlikely to meet another. `random` is 4 bytes. */
export function runIdFrom(at: Date, random: Uint8Array): string {
  const stamp = at.toISOString().replace(/[-:]/g, '').replace(/\..*/, '');
  return `${stamp}-${Buffer.from(random).toString('hex')}`;
}
