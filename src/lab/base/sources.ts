/** The machine's own apt sources, as lines for the base: so that its mirror, not one of ours, is asked. */

export interface AptSource {
  uri: string;
  suite: string;
  components: string[];
  signedBy: string | undefined;
}

/** Lines for mmdebstrap of the entries that are of the release `codename`, turned to `suite`. Empty: let it choose. */
export function sourceLines(
  files: readonly { path: string; text: string }[],
  codename: string,
  suite: string,
) {
  const sources = files.flatMap((file) =>
    file.path.endsWith('.sources') ? readStanzas(file.text) : readLines(file.text),
  );
  const own = sources.filter(
    (source) =>
      isOfRelease(source.suite, codename) && /^https?:/.test(source.uri) && source.components.length > 0,
  );
  // Without the release itself the updates alone make no system.
  if (!own.some((source) => source.suite === codename)) return [];
  return own.map((source) => {
    const options = source.signedBy === undefined ? '' : `[signed-by=${source.signedBy}] `;
    return `deb ${options}${source.uri} ${source.suite.replace(codename, suite)} ${source.components.join(' ')}`;
  });
}

function isOfRelease(suite: string, codename: string): boolean {
  return [codename, `${codename}-updates`, `${codename}-security`].includes(suite);
}

/** The one-line style: deb [options] URI suite component… */
function readLines(text: string): AptSource[] {
  return text.split('\n').flatMap((line) => {
    const match = /^\s*deb\s+(?:\[([^\]]*)\]\s+)?(\S+)\s+(\S+)\s+([^#]+)/.exec(line);
    if (match === null) return [];
    const [, options = '', uri = '', suite = '', components = ''] = match;
    return [{ uri, suite, components: words(components), signedBy: /signed-by=(\/\S+)/.exec(options)?.[1] }];
  });
}

/** The deb822 style: stanzas of fields, a blank line between. */
function readStanzas(text: string): AptSource[] {
  return text.split(/\n\s*\n/).flatMap((stanza) => {
    const fields = new Map<string, string>();
    let last = '';
    for (const line of stanza.split('\n').filter((one) => !one.startsWith('#'))) {
      const match = /^([A-Za-z-]+):\s*(.*)$/.exec(line);
      if (match?.[1] !== undefined) {
        last = match[1].toLowerCase();
        fields.set(last, match[2] ?? '');
      } else if (/^\s/.test(line)) fields.set(last, `${fields.get(last) ?? ''} ${line.trim()}`);
    }
    if (!words(fields.get('types')).includes('deb') || fields.get('enabled')?.trim() === 'no') return [];
    const signed = fields.get('signed-by')?.trim();
    return words(fields.get('uris')).flatMap((uri) =>
      words(fields.get('suites')).map((suite) => ({
        uri,
        suite,
        components: words(fields.get('components')),
        // A key written into the stanza itself has no file to name.
        signedBy: signed?.startsWith('/') ? signed : undefined,
      })),
    );
  });
}

const words = (text = '') => text.split(/\s+/).filter((word) => word !== '');
