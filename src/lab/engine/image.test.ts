import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imageConfig, imageManifest, packImage, sha256, sha256File, unpackLayer } from './image.ts';

const config = { Env: ['A=1'], Entrypoint: ['vllm'], WorkingDir: '/', Labels: {} };
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'image-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The same files, made in another order and at another time. */
async function rootWith(name: string, files: [string, string][], at: Date): Promise<string> {
  const root = join(folder, name);
  await mkdir(join(root, 'etc'), { recursive: true });
  for (const [path, text] of files) {
    await writeFile(join(root, path), text);
    await utimes(join(root, path), at, at);
  }
  return root;
}

test('the archive is the same to the byte whenever and in whatever order its files were made', async () => {
  const files: [string, string][] = [
    ['etc/b', 'two'],
    ['a', 'one'],
  ];
  const one = await rootWith('one', files, new Date(1_000_000));
  const two = await rootWith('two', files.toReversed(), new Date(2_000_000));
  const ids = [];
  for (const root of [one, two]) {
    ids.push(await packImage(root, `${root}.work`, `${root}.tar`, 'lab/x:1', config));
  }
  expect(ids[0]).toBe(ids[1]);
  expect(await sha256File(`${one}.tar`)).toBe(await sha256File(`${two}.tar`));
  expect(await readdir(folder)).not.toContain('one.work');
});

test('the layer comes back as it was packed', async () => {
  const root = await rootWith('back', [['etc/x', 'text']], new Date(0));
  await packImage(root, `${root}.work`, `${root}.tar`, 'lab/x:1', config);
  await unpackLayer(`${root}.tar`, join(folder, 'unpacked'));
  expect(await readFile(join(folder, 'unpacked', 'etc/x'), 'utf8')).toBe('text');
});

test('the image id is the digest of the configuration, which names the layers and what is run', () => {
  const text = imageConfig(['sha256:00'], config);
  expect(JSON.parse(text)).toEqual({
    architecture: 'amd64',
    os: 'linux',
    created: '1970-01-01T00:00:00Z',
    config,
    rootfs: { type: 'layers', diff_ids: ['sha256:00'] },
    history: [{ created: '1970-01-01T00:00:00Z', created_by: 'sparkwright lab' }],
  });
  expect(imageManifest(sha256(text), 'lab/x:1', ['00/layer.tar'])).toBe(
    `[{"Config":"${sha256(text)}.json","RepoTags":["lab/x:1"],"Layers":["00/layer.tar"]}]`,
  );
});
