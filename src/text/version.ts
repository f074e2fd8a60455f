import { readFileSync } from 'node:fs';

/** Our version, from the package.json of the checkout or the one beside the bundle. */
export function toolVersion(): string {
  for (const place of ['package.json', '../package.json', '../../package.json', '../../../package.json']) {
    try {
      const manifest = JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8'));
      if (typeof manifest.version === 'string') return manifest.version;
    } catch {
      // Not there: the next place.
    }
  }
  return 'unknown';
}
