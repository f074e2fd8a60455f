import { shline, shq } from '../text/quote.ts';
import type { PatchStep, SecretMount } from './types.ts';

/** What happens inside the container before the engine's own process takes over. */
export interface Before {
  secrets: readonly SecretMount[];
  patches: readonly PatchStep[];
  unset: readonly string[];
  /** Put before the variable's own value with a colon: PATH. */
  prepend: Readonly<Record<string, string>>;
  /** Set where the image leaves the variable unset or empty. */
  fallback: Readonly<Record<string, string>>;
}

/**
 * The entrypoint that a container is really given. A secret becomes a variable only inside the container, read from
 * its file, because an environment of `docker create` shows in `docker inspect`; an empty secret ends the container,
 * for an engine without a key would serve everybody. A patch that fails ends it too. Names to unset are unset, not
 * set to nothing. Where none of this is wanted, the recipe's entrypoint stays as it is.
 */
export function wrapEntrypoint(entrypoint: readonly string[], before: Before): string[] {
  const lines = [
    ...Object.entries(before.prepend).map(
      ([name, value]) => `export ${name}=${shq(value)}"\${${name}:+:$${name}}"`,
    ),
    ...Object.entries(before.fallback).map(
      ([name, value]) => `[ -n "\${${name}:-}" ] || export ${name}=${shq(value)}`,
    ),
    ...before.patches.map((patch) => `${shline(patch.run)} || exit 1`),
    ...before.secrets.map(exportFromFile), // after the patches, which have no use for it
    ...(before.unset.length > 0 ? [`unset ${shline(before.unset)}`] : []),
  ];
  if (lines.length === 0) return [...entrypoint];
  return ['/bin/sh', '-c', [...lines, 'exec "$@"'].join('; '), 'sh', ...entrypoint];
}

function exportFromFile(secret: SecretMount): string {
  const { name, target } = secret;
  const complaint = shq(`sparkwright: no ${name} in ${target}`);
  return `${name}="$(cat ${shq(target)})" && [ -n "$${name}" ] || { echo ${complaint} >&2; exit 78; }; export ${name}`;
}
