import { canonicalJson, sha256Hex } from '../text/canonical.ts';
import type { Container } from './types.ts';

/** sha256, hex, of what a container is: everything but its labels, so that equal wishes are equal on every machine. */
export function specHash(container: Container): string {
  const { labels: _, ...spec } = container;
  return sha256Hex(canonicalJson(spec));
}
