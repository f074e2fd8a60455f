import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Before, wrapEntrypoint } from './wrapper.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wrapper-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const nothing: Before = { secrets: [], patches: [], unset: [], prepend: {}, fallback: {} };

/** What the engine's process would find in its environment. */
function engineSees(before: Partial<Before>, env: Record<string, string>): string {
  const [program = '', ...words] = wrapEntrypoint(['/usr/bin/env'], { ...nothing, ...before });
  return execFileSync(program, words, { env, encoding: 'utf8' });
}

test('nothing wanted leaves the entrypoint as the recipe wrote it', () => {
  expect(wrapEntrypoint(['vllm', 'serve'], nothing)).toEqual(['vllm', 'serve']);
});

test('the engine finds its key, and not the names that were to be gone', () => {
  const target = join(folder, 'a key');
  writeFileSync(target, 'canary\n');
  const secrets = [{ name: 'VLLM_API_KEY', fromFile: '/on/the/host', target }];
  const seen = engineSees(
    { secrets, unset: ['NCCL_DMABUF_ENABLE'] },
    { PATH: '/bin', NCCL_DMABUF_ENABLE: '' },
  );
  expect(seen).toContain('VLLM_API_KEY=canary\n');
  expect(seen).not.toContain('NCCL_DMABUF_ENABLE');
});

test.each([
  ['missing', undefined],
  ['empty', ''],
])('a %s key file ends the container instead of serving everybody', (_, content) => {
  const target = join(folder, 'key');
  if (content !== undefined) writeFileSync(target, content);
  const secrets = [{ name: 'VLLM_API_KEY', fromFile: '/on/the/host', target }];
  const [program = '', ...words] = wrapEntrypoint(['/bin/echo', 'served'], { ...nothing, secrets });
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8' });
  expect([status, stdout]).toEqual([78, '']);
  expect(stderr).toContain(`sparkwright: no VLLM_API_KEY in ${target}`);
});

test('a patch that fails ends the container before the next patch and the engine', () => {
  const patches = [
    { run: ['echo', 'first'], gate: '', success: '' },
    { run: ['false'], gate: '', success: '' },
    { run: ['echo', 'third'], gate: '', success: '' },
  ];
  const [program = '', ...words] = wrapEntrypoint(['/bin/echo', 'served'], { ...nothing, patches });
  const { status, stdout } = spawnSync(program, words, { encoding: 'utf8' });
  expect([status, stdout]).toEqual([1, 'first\n']);
});

test('a path is put before what is there, a fallback only where nothing is', () => {
  const before = {
    prepend: { PATH: '/usr/local/cuda/bin', LD_LIBRARY_PATH: '/usr/local/cuda/lib64' },
    fallback: { CUDA_HOME: '/usr/local/cuda', CUDA_PATH: '/usr/local/cuda' },
  };
  const seen = engineSees(before, { PATH: '/usr/bin:/bin', CUDA_PATH: '/opt/cuda' }).split('\n');
  expect(seen).toContain('PATH=/usr/local/cuda/bin:/usr/bin:/bin');
  expect(seen).toContain('LD_LIBRARY_PATH=/usr/local/cuda/lib64');
  expect(seen).toContain('CUDA_HOME=/usr/local/cuda');
  expect(seen).toContain('CUDA_PATH=/opt/cuda');
});
