/** `bundle`: the head reads, redacts and packs; here the file is put together, proven and given its name. */
import { createHash, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { link, lstat, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { BundleDocument } from '../life/bundle.ts';
import type { Ended } from '../life/wish.ts';
import { msg } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { formatBytes } from '../text/units.ts';
import type { Flags } from './flags.ts';
import { loadClusterFile } from './load.ts';
import { onHead, type Receiver } from './onhead.ts';

export async function bundle(flags: Flags, output: string | undefined): Promise<void> {
  const { cluster } = await loadClusterFile(flags);
  const file = await bundleFile(output, cluster.name, new Date());
  await using receiver = bundleReceiver(file);
  await onHead(flags, { verb: 'bundle', options: {} }, { receiver });
}

/** Where it will lie: refused before any node is asked when something is there already. */
export async function bundleFile(output: string | undefined, cluster: string, at: Date): Promise<string> {
  const stamp = at.toISOString().replace(/[-:]/g, '').slice(0, 15);
  const own = `sparkwright-${cluster}-${stamp}.tar.gz`;
  const asked = resolve(output ?? own);
  const folder = await stat(asked).catch(() => undefined);
  const file = folder?.isDirectory() === true ? join(asked, own) : asked;
  if ((await lstat(file).catch(() => undefined)) !== undefined) throw exists(file);
  return file;
}

/** Writes beside with 0600, proves size and digest, gives it its name; what is not proven is removed. */
export function bundleReceiver(file: string): Receiver & AsyncDisposable {
  const beside = `${file}.${randomBytes(4).toString('hex')}.part`;
  const digest = createHash('sha256');
  let bytes = 0;
  const descriptor = opened(beside);
  let open = true;
  let failed: Failure | undefined;
  const close = () => {
    if (open) closeSync(descriptor);
    open = false;
  };
  return {
    chunk(offset, data) {
      // one that is missing shows at the end
      if (offset !== bytes || !open) return;
      const piece = Buffer.from(data, 'base64');
      try {
        for (let at = 0; at < piece.length; ) at += writeSync(descriptor, piece, at);
      } catch (error) {
        failed ??= unwritable(beside, error);
        return;
      }
      digest.update(piece);
      bytes += piece.length;
    },
    async end(ended) {
      if (failed !== undefined) throw failed;
      if (ended.exit !== EXIT.done) return ended;
      const document = ended.document as BundleDocument;
      if (bytes !== document.bytes || digest.digest('hex') !== document.sha256) {
        throw new Failure(msg('cli.bundle.torn', { got: bytes, wanted: document.bytes }), EXIT.failed);
      }
      fsyncSync(descriptor);
      close();
      await named(beside, file);
      return endOf(ended, file, document);
    },
    async [Symbol.asyncDispose]() {
      close();
      await rm(beside, { force: true });
    },
  };
}

function opened(beside: string): number {
  try {
    return openSync(beside, 'wx', 0o600);
  } catch (error) {
    throw unwritable(beside, error);
  }
}

function unwritable(file: string, error: unknown): Failure {
  const why = (error as NodeJS.ErrnoException).code ?? String(error);
  return new Failure(msg('cli.bundle.no-folder', { folder: dirname(file), why }), EXIT.usage);
}

/** A second name never replaces a file, as a rename would; where the file system has no links, the name is looked at. */
async function named(beside: string, file: string): Promise<void> {
  try {
    await link(beside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw exists(file);
    if ((await lstat(file).catch(() => undefined)) !== undefined) throw exists(file);
    await rename(beside, file);
  }
}

function endOf(ended: Ended, file: string, document: BundleDocument): Ended {
  const values = {
    file,
    files: document.files,
    nodes: document.nodes.map((node) => node.name).join(', '),
    size: formatBytes(document.bytes),
  };
  return { ...ended, message: msg('cli.bundle.written', values), document: { ...document, file } };
}

function exists(file: string): Failure {
  return new Failure(msg('cli.bundle.exists', { file }), EXIT.usage);
}
