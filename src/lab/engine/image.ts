/** A docker-load archive made by hand: no Docker on the outer machine, and the same layer gives the same id. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** GNU tar so that two packs of the same files are equal to the byte: sorted, no times, no owners. */
const SAME = ['--format=gnu', '--sort=name', '--mtime=@0', '--numeric-owner', '--owner=0', '--group=0'];

/** The image's configuration as Docker reads it; its sha256 is the image id. */
export function imageConfig(diffIds: readonly string[], config: ImageRunConfig): string {
  return JSON.stringify({
    architecture: 'amd64',
    os: 'linux',
    created: '1970-01-01T00:00:00Z',
    config,
    rootfs: { type: 'layers', diff_ids: diffIds },
    history: diffIds.map(() => ({ created: '1970-01-01T00:00:00Z', created_by: 'sparkwright lab' })),
  });
}

/** What a container of this image is started with when nothing else is said. */
export interface ImageRunConfig {
  Env: string[];
  Entrypoint: string[];
  WorkingDir: string;
  Labels: Record<string, string>;
}

/** `manifest.json` of a docker-load archive. */
export function imageManifest(configDigest: string, reference: string, layers: readonly string[]): string {
  return JSON.stringify([{ Config: `${configDigest}.json`, RepoTags: [reference], Layers: layers }]);
}

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

export async function sha256File(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/**
 * Packs a folder as a one-layer image. `work` is an empty folder for what lies between; it is gone afterwards.
 * Gives the image id: `sha256:` and 64 hex digits.
 */
export async function packImage(
  root: string,
  work: string,
  archive: string,
  reference: string,
  config: ImageRunConfig,
): Promise<string> {
  await mkdir(work, { recursive: true });
  await run('tar', [...SAME, '-C', root, '-cf', join(work, 'layer.tar'), '.']);
  const layer = await sha256File(join(work, 'layer.tar'));
  await mkdir(join(work, layer));
  await rename(join(work, 'layer.tar'), join(work, layer, 'layer.tar'));
  const text = imageConfig([`sha256:${layer}`], config);
  const digest = sha256(text);
  await writeFile(join(work, `${digest}.json`), text);
  await writeFile(join(work, 'manifest.json'), imageManifest(digest, reference, [`${layer}/layer.tar`]));
  await run('tar', [...SAME, '-C', work, '-cf', archive, 'manifest.json', `${digest}.json`, layer]);
  await rm(work, { recursive: true });
  return `sha256:${digest}`;
}

/** Unpacks the only layer of an archive that packImage made. */
export async function unpackLayer(archive: string, root: string): Promise<void> {
  await mkdir(root, { recursive: true });
  const script = 'tar -xOf "$1" --wildcards "*/layer.tar" | tar -C "$2" -xpf -';
  await run('bash', ['-o', 'pipefail', '-c', script, 'bash', archive, root]);
}
