import { createHash } from 'node:crypto';

/**
 * A cache key: 16 hex digits over everything that determines a result, by name.
 * The order in which the parts are given does not matter; a part's name and its content both do.
 */
export function cacheKey(parts: Record<string, string>): string {
  const hash = createHash('sha256');
  for (const name of Object.keys(parts).sort()) {
    hash.update(JSON.stringify([name, parts[name]]));
  }
  return hash.digest('hex').slice(0, 16);
}
