/** Which names name a secret: the left side of `NAME=value`, `"name": value`, `--name value`. Pure. */

/** What a name must contain to be one of ours; a name is its words: hfToken, HF_TOKEN and hf-token are the same. */
const STRONG =
  /^(?:\w*(?:passwords?|passwd|passphrase|passwort|passcode|secrets?|credentials?|apikeys?|psk)|(?:access|secret|private|preshared)keys?)$/;
const TOKEN = /^(?:(?!tiktoken)[a-z]*token|(?:auth|access|api|bearer|refresh|session)tokens)$/;
const LAST =
  /^(?:auth|authorization|bearer|cookies?|jwt|otp|totp|pin|pw|pwd|pass|userpass|rootpw|keytab|mnemonic)$/;
/** `api key`, `access key`…; a bare `key` is a key of a map. */
const KEY_OF = new Set(
  'api access secret private auth encryption signing session master account service storage shared preshared client wep license deploy hmac admin user hf vllm openai'.split(
    ' ',
  ),
);
/** NAMES_IN_CAPITALS that end in KEY are secrets but for these. */
const KEY_OF_NOTHING = new Set(
  'cache primary foreign sort public partition group hash row host event message dict'.split(' '),
);
/** What a tokenizer calls a token, and what is counted in them. */
const OF_TEXT = new Set(
  'bos eos pad unk mask sep cls image audio video stop start end think thinking tool special added prefix suffix middle per num max min total decode draft speculative vision first last next prev each new generated output input prompt reasoning call count id ids type len length limit budget size'.split(
    ' ',
  ),
);
/** Where a secret lies or how it is handled is none: API_KEY_FILE, password-flags, PasswordAuthentication. */
const POINTS = new Set(
  'file files path paths dir directory folder env name names command cmd helper store policy length min max type required enabled mode url uri ttl expiry count manager mgmt management method authentication flags retries sock socket prompt algorithm alg'.split(
    ' ',
  ),
);
const NEUTRAL = new Set('value raw plain text base64 b64 string data old current backup main'.split(' '));
const MACHINE = new Set('product system board chassis dmi baseboard hardware'.split(' '));

export type NameKind = 'secret' | 'phrase' | 'header' | 'serial';

const known = new Map<string, NameKind | undefined>();

/**
 * What kind of secret a name stands for, or undefined. `phrase`: its value may hold blanks; `header`: an HTTP header,
 * whose value goes to the end of its line; `serial`: what identifies the machine.
 */
export function secretKind(name: string): NameKind | undefined {
  if (name.length > 128) return undefined;
  if (known.has(name)) return known.get(name);
  if (known.size > 20_000) known.clear();
  const kind = judge(name);
  known.set(name, kind);
  return kind;
}

function judge(name: string): NameKind | undefined {
  const words = wordsOf(name);
  while (words.length > 1 && NEUTRAL.has(words.at(-1) ?? '')) words.pop();
  const last = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
  if (/^(?:proxy-?)?authorization$|^(?:set-)?cookie$|^x-api-key$/i.test(name)) return 'header';
  if (isSerial(words, last, before)) return 'serial';
  if (POINTS.has(last) || name === 'PWD' || name === 'OLDPWD') return undefined;
  if (words.some((word) => STRONG.test(word))) {
    return words.some((word) => /pass(?!code)|psk/.test(word)) ? 'phrase' : 'secret';
  }
  const capitals = /^[A-Z0-9_]+$/.test(name);
  if (words.some((word) => TOKEN.test(word)) && !words.some((word) => OF_TEXT.has(word))) {
    if (TOKEN.test(last) || capitals) return 'secret';
  }
  if (/^(?:[a-z]*tokens)$/.test(last) && ['api', 'auth', 'access', 'hf', 'bearer'].includes(before))
    return 'secret';
  if (last === 'key' || last === 'keys') {
    if (KEY_OF.has(before)) return 'secret';
    if (capitals && !KEY_OF_NOTHING.has(before)) return 'secret';
  }
  if (last === 'id' && before === 'key' && words.includes('access')) return 'secret';
  return LAST.test(last) ? 'secret' : undefined;
}

function isSerial(words: readonly string[], last: string, before: string): boolean {
  if (words.includes('serial')) return ['serial', 'number', 'no', 'num', 'short'].includes(last);
  if (last === 'serialnumber' || last === 'serialno') return true;
  if (last === 'tag') return before === 'asset';
  if (last === 'uuid') return MACHINE.has(before);
  return last === 'id' && before === 'machine';
}

/** Words in lower case, without the digits that number a name: wep-key0, TOKEN_2. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_.-]+/)
    .map((word) =>
      /^\d+$/.test(word) ? '' : word === 'base64' || word === 'b64' ? word : word.replace(/\d+$/, ''),
    )
    .filter((word) => word !== '');
}
