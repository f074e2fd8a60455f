/** uv does not read pip's configuration: what the owner told pip about registries is handed on. */

/** Settings of `pip config list` that say where packages come from, and uv's variables for them. */
const NAMES: Record<string, string> = {
  'index-url': 'UV_DEFAULT_INDEX',
  'extra-index-url': 'UV_INDEX',
  'find-links': 'UV_FIND_LINKS',
  cert: 'SSL_CERT_FILE',
};

/**
 * Variables for uv from `pip config list` (`global.index-url='…'`, `:env:.cert='…'`; later lines win).
 * What the environment already says to uv stays.
 */
export function uvEnvironment(
  configList: string,
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const given: Record<string, string> = {};
  for (const [, key = '', value = ''] of configList.matchAll(/^[^\s=]+?\.([a-z-]+)='(.*)'$/gm)) {
    const name = NAMES[key];
    if (name !== undefined && env[name] === undefined)
      given[name] = value
        .split(/\\n|\s+/)
        .join(' ')
        .trim();
  }
  // pip takes the best version of all its indexes; the wheel lists' hashes make that safe.
  if (given.UV_INDEX !== undefined) given.UV_INDEX_STRATEGY = 'unsafe-best-match';
  return given;
}
