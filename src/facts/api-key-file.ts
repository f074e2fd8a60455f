import { absent, known, noAnswer, unknown } from './reading.ts';
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
    if (rc !== 0) return noAnswer(err, rc) ?? unknown('failed', err || `exit ${rc}`);
    const line = out.trimEnd();
    const [kind, bytes = '', mode = '', blank, ...path] = line.split('\t');
    if (kind === 'absent') return absent('no-key-file', bytes);
    if ((kind !== 'file' && kind !== 'other') || !/^\d{1,15}$/.test(bytes) || !/^[0-7]{1,5}$/.test(mode)) {
      return unknown('unreadable', out);
    }
    const permissions = Number.parseInt(mode, 8);
    return known(
      { path: path.join('\t'), kind, bytes: Number(bytes), mode: permissions, blank: blank === '1' },
      line,
    );
  },
};
