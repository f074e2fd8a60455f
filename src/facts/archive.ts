/**
 * A support bundle as a tar.gz, written and read in memory: nothing is left on any disk. It is read by ourselves and
 * not unpacked, because an archive comes from outside: what two programs read differently is how a hostile one passes.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import { msg } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';

/** Path inside the bundle (with /) to content. */
export type BundleFiles = Map<string, Uint8Array>;

const BLOCK = 512;
export const ARCHIVE_MAX_BYTES = 64 * 1024 * 1024;
const UNPACKED_MAX_BYTES = 256 * 1024 * 1024;
const FILES_MAX = 20_000;
const DEPTH_MAX = 16;

/** The files in one folder of that name, ustar and gzip; a path must fit ustar's 100 + 155 bytes. */
export function archiveOf(folder: string, files: ReadonlyMap<string, string | Uint8Array>, at: Date): Buffer {
  const parts: Uint8Array[] = [];
  for (const [path, content] of files) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    parts.push(header(`${folder}/${path}`, bytes.length, at), bytes, Buffer.alloc(padding(bytes.length)));
  }
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]));
}

function header(path: string, bytes: number, at: Date): Buffer {
  const block = Buffer.alloc(BLOCK);
  const { prefix, name } = splitPath(path);
  const octal = (value: number, width: number) => `${value.toString(8).padStart(width - 1, '0')}\0`;
  const fields: [string, number][] = [
    [name, 0],
    [octal(0o600, 8) + octal(0, 8) + octal(0, 8), 100],
    [octal(bytes, 12) + octal(Math.floor(at.getTime() / 1000), 12), 124],
    ['        0', 148],
    ['ustar\x0000', 257],
    [prefix, 345],
  ];
  for (const [text, offset] of fields) block.write(text, offset, 'utf8');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

function splitPath(path: string): { prefix: string; name: string } {
  if (Buffer.byteLength(path) <= 100) return { prefix: '', name: path };
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
    const [prefix, name] = [path.slice(0, slash), path.slice(slash + 1)];
    if (Buffer.byteLength(name) <= 100 && Buffer.byteLength(prefix) <= 155) return { prefix, name };
  }
  throw new RangeError(`a path too long for an archive: ${path}`);
}

function padding(bytes: number): number {
  return (BLOCK - (bytes % BLOCK)) % BLOCK;
}

/**
 * The files of a tar.gz. Throws a Failure (exit 2) for what a bundle never holds: a link or device, a name that is
 * absolute, climbs or holds control characters, a name twice, too many or too large files, a torn archive.
 */
export function filesOfArchive(archive: Uint8Array, file: string): BundleFiles {
  const refuse = (why: string) => new Failure(msg('facts.bundle.bad-archive', { file, why }), EXIT.usage);
  const tar = unzipped(archive, refuse);
  const files: BundleFiles = new Map();
  const folders = new Set<string>();
  let longName: string | undefined;
  for (let at = 0, count = 0; ; count += 1) {
    const block = tar.subarray(at, at + BLOCK);
    if (block.length < BLOCK) throw refuse('it ends in the middle');
    if (block.every((byte) => byte === 0)) break;
    if (count >= FILES_MAX) throw refuse(`more than ${FILES_MAX} entries`);
    const bytes = sizeOf(block);
    if (bytes === undefined || !sumFits(block)) throw refuse('a header that is no tar header');
    const content = tar.subarray(at + BLOCK, at + BLOCK + bytes);
    if (content.length < bytes) throw refuse('it ends in the middle');
    at += BLOCK + bytes + padding(bytes);
    const type = String.fromCharCode(block[156] ?? 0);
    if (type === 'g') continue;
    if (type === 'x' || type === 'L') {
      longName = type === 'L' ? text(content) : paxPath(content, refuse);
      continue;
    }
    const path = checkedPath(longName ?? nameOf(block), refuse);
    longName = undefined;
    if (path === '') continue;
    if (type === '5') {
      folders.add(path);
    } else if (type === '0' || type === '\0') {
      if (files.has(path)) throw refuse(`${JSON.stringify(path)} twice`);
      files.set(path, content);
    } else throw refuse(`${JSON.stringify(path)} is a link or a device`);
  }
  for (const path of files.keys()) {
    for (let up = path.lastIndexOf('/'); up > 0; up = path.lastIndexOf('/', up - 1)) {
      if (files.has(path.slice(0, up)))
        throw refuse(`${JSON.stringify(path.slice(0, up))} is a file and a folder`);
    }
    if (folders.has(path)) throw refuse(`${JSON.stringify(path)} is a file and a folder`);
  }
  return atTop(files);
}

function unzipped(archive: Uint8Array, refuse: (why: string) => Failure): Buffer {
  if (archive.length > ARCHIVE_MAX_BYTES) throw refuse(`larger than ${ARCHIVE_MAX_BYTES / 2 ** 20} MiB`);
  try {
    return gunzipSync(archive, { maxOutputLength: UNPACKED_MAX_BYTES });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE')
      throw refuse(`larger than ${UNPACKED_MAX_BYTES / 2 ** 20} MiB unpacked`);
    throw refuse('no gzip, or torn');
  }
}

function sizeOf(block: Uint8Array): number | undefined {
  const octal = /^ *([0-7]{1,11})[ \0]*$/.exec(latin(block.subarray(124, 136)))?.[1];
  return octal === undefined ? undefined : Number.parseInt(octal, 8);
}

function sumFits(block: Uint8Array): boolean {
  const said = /^ *([0-7]{1,7})[ \0]*$/.exec(latin(block.subarray(148, 156)))?.[1];
  const sum = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  return said !== undefined && Number.parseInt(said, 8) === sum;
}

function nameOf(block: Uint8Array): string {
  const prefix =
    latin(block.subarray(257, 262)) === 'ustar' && block[262] === 0 ? text(block.subarray(345, 500)) : '';
  const name = text(block.subarray(0, 100));
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** `30 path=…\n` records; a size of its own or a link in them is nothing that a bundle has. */
function paxPath(content: Uint8Array, refuse: (why: string) => Failure): string | undefined {
  let path: string | undefined;
  for (const row of Buffer.from(content).toString('utf8').split('\n')) {
    const [, key, value] = /^\d+ ([^=]+)=(.*)$/s.exec(row) ?? [];
    if (key === 'path') path = value;
    else if (key === 'size' || key === 'linkpath') throw refuse(`an extended header with ${key}`);
  }
  return path;
}

function checkedPath(name: string, refuse: (why: string) => Failure): string {
  const parts = name
    .split('/')
    .filter((part, at, all) => part !== '.' && !(part === '' && at === all.length - 1));
  const bad =
    parts.length > DEPTH_MAX ||
    parts.some((part) => part === '' || part === '..' || /[\p{Cc}\\]/u.test(part));
  if (bad) throw refuse(`the name ${JSON.stringify(name.slice(0, 200))}`);
  return parts.join('/');
}

/** Without the one folder that everything lies in, as most archives have it. */
function atTop(files: BundleFiles): BundleFiles {
  if (files.has('bundle.json')) return files;
  const about = [...files.keys()].filter((path) => /^[^/]+\/bundle\.json$/.test(path));
  const folder = about.length === 1 ? about[0]?.slice(0, -'bundle.json'.length) : undefined;
  if (folder === undefined) return files;
  const inside = [...files].filter(([path]) => path.startsWith(folder));
  return new Map(inside.map(([path, content]) => [path.slice(folder.length), content]));
}

function text(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return Buffer.from(end === -1 ? bytes : bytes.subarray(0, end)).toString('utf8');
}

function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
