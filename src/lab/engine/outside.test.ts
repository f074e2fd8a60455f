import { expect, test } from 'vitest';
import { stepEnvironment } from './outside.ts';

test('a step keeps the owner’s proxies and mirrors, and nothing that bends a Python', () => {
  const env = stepEnvironment({
    PATH: '/own/bin',
    https_proxy: 'http://proxy:3128',
    PIP_INDEX_URL: 'https://mirror.example/simple',
    PYTHONPATH: '/own/modules',
    VIRTUAL_ENV: '/own/venv',
    LD_PRELOAD: '/own/lib.so',
  });
  expect(env).toEqual({
    PATH: '/own/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    LC_ALL: 'C.UTF-8',
    https_proxy: 'http://proxy:3128',
    PIP_INDEX_URL: 'https://mirror.example/simple',
  });
});
