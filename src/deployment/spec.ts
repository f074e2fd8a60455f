import { createHash } from 'node:crypto';
import type { Container } from './types.ts';

/**
 * sha256, hex, of what a container is: everything but its labels, with keys in order, so that the same wish gives the
 * same hash on every machine and in every version of the program that knows the same fields.
 */
export function specHash(container: Container): string {
  const { labels: _, ...spec } = container;
  return createHash('sha256').update(canonical(spec)).digest('hex');
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`;
}
