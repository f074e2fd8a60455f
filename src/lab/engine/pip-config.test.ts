import { expect, test } from 'vitest';
import { uvEnvironment } from './pip-config.ts';

const list = `:env:.cert='/etc/ssl/certs/own.crt'
:env:.disable-pip-version-check='1'
global.index-url='https://mirror.example/simple'
global.extra-index-url='https://one.example/simple\\nhttps://two.example/simple'
install.find-links='/srv/wheels'
`;

test('what pip was told about registries is told to uv', () => {
  expect(uvEnvironment(list, {})).toEqual({
    SSL_CERT_FILE: '/etc/ssl/certs/own.crt',
    UV_DEFAULT_INDEX: 'https://mirror.example/simple',
    UV_INDEX: 'https://one.example/simple https://two.example/simple',
    UV_INDEX_STRATEGY: 'unsafe-best-match',
    UV_FIND_LINKS: '/srv/wheels',
  });
});

test('what uv was told itself stays, and nothing is invented', () => {
  expect(uvEnvironment(list, { UV_DEFAULT_INDEX: 'x' }).UV_DEFAULT_INDEX).toBeUndefined();
  expect(uvEnvironment('', {})).toEqual({});
});
