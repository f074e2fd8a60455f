/**
 * Takes secrets out of text that leaves the owner's machines: a support bundle. By structure, since we cannot know
 * every secret: what stands after a name that names one, what has a secret's own form, and what we know by value.
 * Host names, addresses and MACs stay: without them nothing can be judged. Pure.
 */
import { MARK, type Span, secretValues } from './redact-assignments.ts';

export { MARK };

/** A value found once is removed everywhere when it can be no common word. */
const TELLING = /^(?=.*\d)(?=.*[A-Za-z])\S{12,}$/;
/** Shorter secrets that we know are removed only where they stand alone. */
const ALONE_CHARS = 8;

/** Values in a text that a name shows to be secret and that are long enough to be known again anywhere else. */
export function secretsIn(text: string): Set<string> {
  const found = new Set<string>();
  for (const { from, to } of secretValues(text)) {
    const value = text.slice(from, to).trim();
    if (TELLING.test(value) && !value.includes(MARK)) found.add(value);
  }
  return found;
}

/** A redactor that also removes these very values, as they are and as JSON, URLs, base64 and shells write them. */
export function redactor(secrets: Iterable<string> = []): (text: string) => string {
  const byValue = valuePattern(secrets);
  return (text) => {
    let out = byValue === undefined ? text : text.replace(byValue, MARK);
    out = out.replace(PEM, `-----BEGIN PRIVATE KEY----- ${MARK} -----END PRIVATE KEY-----`);
    out = applied(out, secretValues(out));
    for (const [pattern, by] of FORMS) out = out.replace(pattern, by);
    return out;
  };
}

/** The same without known values. */
export function redact(text: string): string {
  return redactor()(text);
}

function applied(text: string, spans: readonly Span[]): string {
  let out = '';
  let done = 0;
  for (const { from, to, as } of spans) {
    if (from < done) continue;
    out += text.slice(done, from) + (as ?? MARK);
    done = to;
  }
  return out + text.slice(done);
}

/** To its end line; a key that was cut off has none, then as far as a key can reach. */
const PEM =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?! REDACTED)(?:[\s\S]{0,16384}?-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|(?:[A-Za-z0-9+/=\s:,-]|\\[nr]){0,16384})/g;

const LEFT = '(?<![A-Za-z0-9])';

/** Secrets known by their own form, and words of commands that carry one without naming it. */
const FORMS: readonly [RegExp, string][] = [
  // `"name": "API_KEY", "value": …` is judged by the two together; either may come first
  [
    /((?:\\{0,15}["'])?(?:name|key|knob|env)(?:\\{0,15}["'])?\s*[:=]\s*(?:\\{0,15}["'])?[\w.-]*(?:pass(?:word|wd|phrase)?|secret|token|api_?key|psk|credential)["'\\]*[\s,-]{0,40}(?:\\{0,15}["'])?value(?:\\{0,15}["'])?\s*[:=]\s*\\{0,15}["'])(?!REDACTED)(?:[^"'\\\n]|\\\\){1,8192}/gi,
    `$1${MARK}`,
  ],
  [
    /((?:\\{0,15}["'])?(?:name|key|knob|env)(?:\\{0,15}["'])?\s*[:=]\s*(?:\\{0,15}["'])?[\w.-]*(?:pass(?:word|wd|phrase)?|secret|token|api_?key|psk|credential)["'\\]*[\s,-]{0,40}(?:\\{0,15}["'])?value(?:\\{0,15}["'])?[ \t]*[:=][ \t]*)(?!REDACTED|null|true|false)([^\s"'\\,}{[\]][^\n"'\\,}]*)/gi,
    `$1"${MARK}"`,
  ],
  [
    /(\\{0,15}["']?value\\{0,15}["']?\s*[:=]\s*\\{0,15}["'])(?!REDACTED)(?:[^"'\\\n]|\\\\){1,8192}(\\{0,15}["'][\s,]{0,40}\\{0,15}["']?(?:name|key|knob|env)\\{0,15}["']?\s*[:=]\s*\\{0,15}["'][\w.-]*(?:pass(?:word|wd|phrase)?|secret|token|api_?key|psk|credential)\\{0,15}["'])/gi,
    `$1${MARK}$2`,
  ],
  [
    /\b((?:serial (?:number|no\.?)|asset tag|(?:api|access|secret|private) key|(?:auth|access|api) token)[ \t]*[:=][ \t]*)(?!REDACTED|\/|~\/|none\b|n\/a\b|\s|["'\\])[^\n"\\]+/gi,
    `$1${MARK}`,
  ],
  [/^([ \t]*UUID:[ \t]*)(?!REDACTED)\S.*$/gm, `$1${MARK}`], // dmidecode
  [/\b(Bearer[ \t]+)(?!REDACTED)[^\s"'\\,;]{6,}/gi, `$1${MARK}`],
  [/\b(Basic[ \t]+)[A-Za-z0-9+/]{8,}={0,2}(?![A-Za-z0-9+/])/g, `$1${MARK}`],
  // credentials of a URL; the mark is the one that readings use
  [/(:(?:\\?\/){2})(?!xxxxx:xxxxx@)[^\s"'<>\\/@]{0,256}:[^\s"'<>\\]{0,1024}@/g, '$1xxxxx:xxxxx@'],
  [/((?:\\?\/){2})(?!xxxxx:xxxxx@)[^\s"'<>\\/@]+@/g, '$1xxxxx:xxxxx@'],
  [/(?<![\w.@/%+-])(?!xxxxx:)[\w.%+-]+:(?!\/)[^\s"'\\/@:,]+@(?!sha\d+:)(?=[\w[])/g, 'xxxxx:xxxxx@'],
  [/(\s(?:-u|--user|--proxy-user)[ =]["']?)[^\s:"'=]+:[^\s"']+/g, `$1${MARK}`],
  [/\b(sshpass[ \t]+-p[ \t]*|login\b[^\n"]{0,200}?\s-p[ \t=]?)(?!REDACTED)["']?[^\s"'\\]+/g, `$1${MARK}`],
  [/\b(nmcli\b[^\n"]{0,200}?\spassword[ \t]+)(?!REDACTED)[^\s"\\]+/g, `$1${MARK}`],
  ...[
    'hf_[A-Za-z0-9]{16,}',
    'api_org_[A-Za-z0-9]{16,}',
    'gh[pousr]_[A-Za-z0-9]{16,}',
    'github_pat_[A-Za-z0-9_]{16,}',
    'glpat-[A-Za-z0-9_-]{16,}',
    'sk-[A-Za-z0-9_-]{16,}',
    'nvapi-[A-Za-z0-9_-]{16,}',
    'dckr_[a-z]{3}_[A-Za-z0-9_-]{16,}',
    'npm_[A-Za-z0-9]{30,}',
    'pypi-[A-Za-z0-9_-]{30,}',
    'xox[abeprs]-[A-Za-z0-9-]{10,}',
    'tskey-[A-Za-z0-9-]{12,}',
    'gsk_[A-Za-z0-9]{20,}',
    'xai-[A-Za-z0-9]{20,}',
    'AKIA[0-9A-Z]{16}',
    'AIza[0-9A-Za-z_-]{30,}',
    'ya29\\.[0-9A-Za-z_-]{20,}',
    'AGE-SECRET-KEY-1[0-9A-Z]{20,}',
    'eyJ[A-Za-z0-9_-]{8,2048}\\.[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]*)?',
  ].map((form): [RegExp, string] => [new RegExp(LEFT + form, 'g'), MARK]),
];

function valuePattern(secrets: Iterable<string>): RegExp | undefined {
  const written = new Map<string, boolean>();
  for (const secret of secrets) {
    const value = secret.trim();
    if (value === '' || value === MARK) continue;
    for (const form of formsOf(value)) written.set(form, value.length < ALONE_CHARS);
  }
  if (written.size === 0) return undefined;
  // the longest first: a secret may contain another
  const forms = [...written].toSorted(([a], [b]) => b.length - a.length);
  const source = forms.map(([form, alone]) => {
    const literal = form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
    return alone ? `(?<![A-Za-z0-9])${literal}(?![A-Za-z0-9])` : literal;
  });
  return new RegExp(source.join('|'), 'g');
}

/** As it is, in JSON (twice over too), in a URL, in base64 (alone and as a password without a user), in a shell. */
function formsOf(value: string): string[] {
  const json = JSON.stringify(value).slice(1, -1);
  return [
    value,
    json,
    JSON.stringify(json).slice(1, -1),
    encodeURIComponent(value),
    ...[value, `:${value}`, `${value}\n`].map((text) =>
      Buffer.from(text).toString('base64').replace(/=+$/, ''),
    ),
    value.replaceAll("'", "'\\''"),
  ];
}
