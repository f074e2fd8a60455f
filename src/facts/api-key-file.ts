import type { Probe } from './types.ts';

/** The head's API key file as the file system shows it; the key itself is never read into a fact. */
export interface ApiKeyFile {
  path: string;
  kind: 'file' | 'other';
  bytes: number;
  mode: number; // 0o600
  /** Nothing but white space inside: as good as no key. */
  blank: boolean;
}

/** `SW_KEY_FILE` when the cluster file names one, else `api_key` in our folder. A leading ~ is the login's home. */
export const apiKeyFile: Probe<ApiKeyFile> = {
  id: 'api-key-file',
  script: `
f=\${SW_KEY_FILE:-\${SW_STATE_DIR:-}/api_key}
case $f in '~/'*) f=$HOME/\${f#'~/'};; esac
[ -e "$f" ] || [ -L "$f" ] || { printf 'absent\\t%s\\n' "$f"; exit 0; }
[ -f "$f" ] || { printf 'other\\t0\\t0\\t1\\t%s\\n' "$f"; exit 0; }
grep -q '[^[:space:]]' -- "$f"; r=$?
[ "$r" -le 1 ] || exit "$r"
printf 'file\\t%s\\t%s\\t%s\\n' "$(stat -L -c '%s' -- "$f")" "$(stat -L -c '%a' -- "$f")" "$r	$f"
`,
  needsRoot: false,
  deadlineMs: 5_000,
  parse(out, err, rc) {
    if (rc !== 0) return { state: 'unknown', why: err.trim() || `exit status ${rc}` };
    const line = out.replace(/\n$/, '');
    const [kind, ...fields] = line.split('\t');
    if (kind === 'absent') return { state: 'absent', evidence: line };
    const [bytes, mode, blank, ...path] = fields;
    if ((kind !== 'file' && kind !== 'other') || !/^\d+$/.test(bytes ?? '') || !/^[0-7]+$/.test(mode ?? '')) {
      return { state: 'unknown', why: `not understood: ${line.slice(0, 200)}` };
    }
    const value: ApiKeyFile = {
      path: path.join('\t'),
      kind,
      bytes: Number(bytes),
      mode: Number.parseInt(mode ?? '', 8),
      blank: blank === '1',
    };
    return { state: 'known', value, evidence: line };
  },
};
