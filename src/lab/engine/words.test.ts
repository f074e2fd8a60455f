import { describe, expect, test } from 'vitest';
import { containedWords } from './contained.ts';
import { aptFetched, debianWords } from './container.ts';
import { fetchWords } from './fetch.ts';
import { pythonWords } from './room.ts';

describe('the exact commands of a build', () => {
  test('a step dies with us, sees only its own processes and mounts, and has a network only when it needs one', () => {
    expect(containedWords(['tar', '-x'], false).join(' ')).toBe(
      'setpriv --pdeathsig KILL unshare --mount --pid --fork --kill-child --mount-proc --propagation private --net -- tar -x',
    );
    expect(containedWords(['tar', '-x'], true)).not.toContain('--net');
  });

  test('packages are fetched for the container’s Python, exact and held to their hashes, none built here', () => {
    expect(fetchWords('/uv', 'list.txt', '/tree').join(' ')).toBe(
      '/uv pip install --target /tree --python /usr/bin/python3 --python-version 3.11' +
        ' --python-platform x86_64-manylinux_2_35 --only-binary :all: --link-mode hardlink' +
        ' --no-deps --require-hashes --requirements list.txt',
    );
  });

  test('the container is unpacked Debian: no script of a package runs, no mirror is named but the machine’s own', () => {
    const words = debianWords('/root-folder', { sources: [], proxy: [] });
    expect(words).toContain('--variant=extract');
    expect(words.slice(-2)).toEqual(['bookworm', '/root-folder']);
    expect(words.join(' ')).not.toMatch(/https?:/);
    const own = debianWords('/root-folder', { sources: ['deb SOURCE'], proxy: ['--aptopt=/proxy.conf'] });
    expect(own.slice(-4)).toEqual(['--aptopt=/proxy.conf', 'bookworm', '/root-folder', 'deb SOURCE']);
    expect(words.find((word) => word.startsWith('base-files,'))?.split(',')).toContain('util-linux');
  });

  test('the room’s Python gets its folders as mounts and nothing of the outer environment', () => {
    const words = pythonWords('/room', [{ folder: '/tree', as: '/opt/engine', readOnly: true }], ['-V']);
    expect(words.slice(3, 9)).toEqual(['sh', '/room', '/tree', '/opt/engine', 'ro', '--']);
    expect(words.slice(9, 11)).toEqual(['/usr/bin/env', '-i']);
    expect(words.slice(-2)).toEqual(['/usr/bin/python3.11', '-V']);
  });
});

test('what apt fetched is read from its own words, over all its runs', () => {
  const output = 'Fetched 9423 kB in 2s (5388 kB/s)\nUnpacking\nFetched 29.5 MB in 3s (10.8 MB/s)\n';
  expect(aptFetched(output)).toBe(38_923_000);
  expect(aptFetched('nothing')).toBe(0);
});
