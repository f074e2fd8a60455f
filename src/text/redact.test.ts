import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MARK, redact, redactor, secretsIn } from './redact.ts';
import { secretKind } from './secret-names.ts';

const CANARY = 'Xq7-CANARY_z9w';

test.each([
  // env files and shells
  `HF_TOKEN=${CANARY}`,
  `export VLLM_API_KEY='${CANARY}'`,
  `DSPARK_API_KEYS="one ${CANARY}"`,
  `PASSWORD=two words ${CANARY}`,
  `A=1 MY_SECRET=${CANARY} docker ps`,
  `ssh host 'TOKEN="${CANARY}" run'`,
  // YAML
  `password: ${CANARY}`,
  `  - api_key: "${CANARY}"`,
  `api_keys:\n  - one\n  - ${CANARY}\nport: 8000`,
  `secret: |\n  first\n  ${CANARY}\nnext: 1`,
  `- name: API_KEY\n  value: ${CANARY}`,
  `wifis:\n  wlan0:\n    access-points:\n      home:\n        auth:\n          key-management: psk\n          password: "${CANARY}"`,
  `access-points: {"home": {password: ${CANARY}}}`,
  // NetworkManager and dmi
  `[wifi-security]\nkey-mgmt=wpa-psk\npsk=${CANARY} with blanks`,
  `802-11-wireless-security.psk:          ${CANARY}`,
  `wep-key0=${CANARY}`,
  `DGX_SERIAL_NUMBER="${CANARY}"`,
  `\tSerial Number: ${CANARY}\n\tUUID: ${CANARY}`,
  `/sys/class/dmi/id/product_serial\t${CANARY}\n/sys/class/dmi/id/product_uuid\t${CANARY}`,
  // JSON, JSON in JSON, Python
  `{"token":"${CANARY}","n":1}`,
  `{"api_key": ["a", "${CANARY}"]}`,
  `{"name":"API_KEY","value":"${CANARY}"}`,
  `{"value":"${CANARY}","name":"hfToken"}`,
  `{"auths":{"ghcr.io":{"auth":"${CANARY}"}}}`,
  `{"Env":["PATH=/bin","HF_TOKEN=a ${CANARY}"]}`,
  JSON.stringify({ text: JSON.stringify({ password: `a "b" ${CANARY}` }) }),
  JSON.stringify({ file: `A=1\npassword: two words ${CANARY}\nB=2` }),
  `non-default args: {'port': 1, 'api_key': ['${CANARY}'], 'x': None}`,
  `Namespace(api_key='${CANARY}', port=1)`,
  // words of a command
  `vllm serve --api-key one ${CANARY} --port 1`,
  `["serve","--api-key","one","${CANARY}","--port"]`,
  `- --api-key\n- ${CANARY}\n- --port`,
  `serve\0--hf-token\0${CANARY}\0--port\0`,
  `curl -u me:${CANARY} x; sshpass -p ${CANARY} ssh x; docker login -u me -p ${CANARY} ghcr.io`,
  `nmcli dev wifi connect home password ${CANARY}`,
  // headers and URLs
  `Authorization: Bearer ${CANARY}`,
  `curl -H "Authorization: Basic ${CANARY}" -H 'Cookie: a=b; c=${CANARY}'`,
  `got Bearer ${CANARY} from client`,
  `https_proxy=http://me:${CANARY}@proxy:3128`,
  `https_proxy=me:${CANARY}@proxy:3128`,
  `https://x/y?token=${CANARY}&z=1`,
  `git clone https://${CANARY}@github.com/a/b`,
  `//registry.example/:_authToken=${CANARY}`,
  // keys
  `-----BEGIN OPENSSH PRIVATE KEY-----\n${CANARY}\n-----END OPENSSH PRIVATE KEY-----`,
  `{"key":"-----BEGIN RSA PRIVATE KEY-----\\n${CANARY.replace(/[-_]/g, '')}\\n`,
])('no secret survives in %j', (text) => {
  const clean = redact(text);
  expect(clean).not.toContain('CANARY');
  expect(clean).toMatch(/REDACTED|xxxxx:xxxxx@/);
  expect(redact(clean)).toBe(clean);
});

test.each([
  `hf_${'a1B2'.repeat(8)}`,
  `ghp_${'a1B2'.repeat(9)}`,
  `github_pat_${'a1B2_'.repeat(9)}`,
  `sk-proj-${'a1B2'.repeat(8)}`,
  `nvapi-${'a1B2'.repeat(8)}`,
  `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${'a1B2'.repeat(8)}`,
])('%s is known by its own form', (token) => {
  expect(redact(`downloading with ${token}, please wait`)).toBe(`downloading with ${MARK}, please wait`);
});

test.each([
  'kv_cache_dtype=auto max_num_batched_tokens=8192 eos_token_id=2 pad_token="<|endoftext|>"',
  "{'pass_config': PassConfig(), 'api_key': None, 'tokenizer_mode': 'auto'}",
  'Time per output token: 12.5 ms',
  'sudo: a password is required',
  'dgx@192.168.100.11: Permission denied (publickey,password).',
  'grep: /home/dgx/api_key: Permission denied',
  'file\t45\t600\t0\t/home/dgx/.local/state/sparkwright/x/api_key',
  '--mount type=bind,source=/home/dgx/api_key,target=/run/secrets/sparkwright-api-key,readonly',
  '-v /home/dgx/api_key:/run/secrets/sparkwright-api-key:ro',
  'keyFile: ~/.config/key',
  'VLLM_API_KEY_FILE=/run/secrets/x',
  'VLLM_API_KEY="$(cat /run/secrets/sparkwright-api-key)" && exec "$@"',
  'image: vllm/vllm-openai:v0.32.0@sha256:0123456789abcdef',
  '{"secrets":[{"name":"VLLM_API_KEY","fromFile":"/home/dgx/k","target":"/run/secrets/k"}]}',
  '{"message":{"key":"life.ready","values":{"url":"http://127.0.0.1:8000/v1"}}}',
  'link/ether 3c:6d:66:cc:b3:b4 brd ff:ff:ff:ff:ff:ff inet 192.168.100.10/24',
  'GPU-2dee1e25-b3b5-007e-2b55-79f2d0f2ebe5, NVIDIA GB10',
  '0.0.0.0:22 users:(("sshd",pid=1,fd=3)) cgroup:/system.slice/system-getty.slice/getty@tty1.service',
])('what a diagnosis needs stays: %s', (text) => {
  expect(redact(text)).toBe(text);
});

test('recorded probes and boot logs lose nothing but their one key', () => {
  const root = join(import.meta.dirname, '../../test/fixtures');
  const files = ['bundles/two-sparks', 'vllm-logs'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:out|err|rc|log)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  expect(files.length).toBeGreaterThan(40);
  const changed = files.filter((file) => redact(readFileSync(file, 'utf8')) !== readFileSync(file, 'utf8'));
  expect(changed.map((file) => file.split('/').at(-1))).toEqual(['key-in-log-rank0.log']);
});

describe('known by value', () => {
  test('a key goes wherever it stands, also as JSON, URLs, base64 and shells write it', () => {
    const key = `a'b"c d/${CANARY}+=`;
    const text = [
      key,
      JSON.stringify({ said: key }),
      JSON.stringify(JSON.stringify({ said: key })),
      encodeURIComponent(key),
      `x ${Buffer.from(key).toString('base64')} x`,
      `'${key.replaceAll("'", "'\\''")}'`,
    ].join('\n');
    const clean = redactor([key])(text);
    expect(clean).not.toContain('CANARY');
    expect(clean).not.toContain(Buffer.from(key).toString('base64').slice(0, 12));
    expect(clean.split('\n')).toHaveLength(6);
  });

  test('a short key does not tear other words', () => {
    expect(redactor(['one'])('one phone, "one"')).toBe(`${MARK} phone, "${MARK}"`);
  });

  test('what one text shows to be secret can be taken out of another', () => {
    const found = secretsIn(`HF_TOKEN=${CANARY}\nPASSWORD=password\nAPI_KEY=short1`);
    expect([...found]).toEqual([CANARY]);
  });
});

const names = fc.constantFrom(
  ...[
    'HF_TOKEN',
    'apiKey',
    'api-key',
    'password',
    'db.password',
    'clientSecret',
    'psk',
    'wifi_psk',
    'AUTH_TOKEN',
  ],
  ...[
    'private_key',
    'serial_number',
    'DGX_SERIAL_NUMBER',
    'MY_KEY',
    'accessToken',
    'passphrase',
    'credentials',
  ],
);
const noise = fc.string({ unit: fc.constantFrom(...'ab1 .,:;=-_/\\\'"{}[]()@#\n\t$€'), maxLength: 12 });
const word = fc.string({ unit: fc.constantFrom(...'abcXYZ0189!%+*?'), maxLength: 6 });
const canary = fc.tuple(word, word).map(([a, b]) => `${a}CANARY${b}`);

describe('whatever surrounds it', () => {
  test('a secret in JSON of any depth goes, and the JSON stays JSON with the same keys', () => {
    const leaf = fc.oneof(noise, fc.integer(), fc.boolean(), fc.constant(null));
    const secret = fc.tuple(names, canary, noise).map(([name, value, more]) => ({ [name]: value + more }));
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'small' },
        leaf,
        secret,
        fc.array(tie('any'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom('a', 'b', 'msg', 'name'), tie('any'), { maxKeys: 4 }),
        tie('any').map((inner) => JSON.stringify(inner)),
      ),
    })).any;
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 2), (data, indent) => {
        const clean = redact(JSON.stringify(data, null, indent));
        expect(clean).not.toContain('CANARY');
        const parsed: unknown = JSON.parse(clean);
        expect(keysOf(parsed)).toEqual(keysOf(data));
      }),
      { numRuns: 400 },
    );
  });

  test('a secret in an env file, YAML, a command or a header goes', () => {
    const forms = fc.constantFrom<(name: string, value: string) => string>(
      (name, value) => `${name}=${value}`,
      (name, value) => `export ${name}="${value}"`,
      (name, value) => `${name}: ${value}`,
      (name, value) => `  ${name}: '${value}'`,
      (name, value) => `run --${name} ${value} --port 1`,
      (name, value) => `run --${name}=${value}`,
      (name, value) => `{'${name}': '${value}'}`,
      (name, value) => `INFO ${name}=${value} done`,
      (name, value) => `["--${name}","${value}"]`,
    );
    const line = fc.tuple(forms, names, canary).map(([form, name, value]) => form(name, value));
    const around = fc.array(fc.stringMatching(/^[b-g]{1,8}: [b-g0-9 ./]{0,20}$/), { maxLength: 4 });
    fc.assert(
      fc.property(around, line, around, (before, secret, behind) => {
        const clean = redact([...before, secret, ...behind].join('\n'));
        expect(clean).not.toContain('CANARY');
        for (const row of before) expect(clean.split('\n')).toContain(row);
      }),
      { numRuns: 400 },
    );
  });

  test('text of any kind is read to its end, and soon', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(noise, names, fc.constant('password=')), { maxLength: 60 }), (parts) => {
        const clean = redact(parts.join(''));
        expect(typeof clean).toBe('string');
      }),
    );
    const began = performance.now();
    for (const row of [
      'token="',
      'name:',
      '\\',
      'api_key: \n',
      '-----BEGIN PRIVATE KEY-----\n',
      '{"password":"x",',
    ]) {
      redact(row.repeat(20_000));
    }
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

function keysOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(keysOf);
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, keysOf(inner)]));
}

test('names are judged by their words', () => {
  const secret = [
    'hfToken',
    'HF_TOKEN',
    'x-api-key',
    'wep-key0',
    'PGPASSWORD',
    'AWS_SECRET_ACCESS_KEY',
    'board_serial',
  ];
  const open = [
    'max_tokens',
    'eos_token',
    'tokenizer',
    'api_key_file',
    'psk-flags',
    'cache_key',
    'key',
    'PUBLIC_KEY',
    'PWD',
  ];
  expect(secret.filter((name) => secretKind(name) === undefined)).toEqual([]);
  expect(open.filter((name) => secretKind(name) !== undefined)).toEqual([]);
});
