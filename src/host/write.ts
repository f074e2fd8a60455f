/**
 * Writes a file on a machine so that a reader sees the old one or the whole new one. A random trailer follows
 * the content: a connection that breaks looks like an end of file to the node, and half a file must not be
 * renamed into place. The trailer is checked and cut off beside, before the rename.
 */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { RunOptions } from './types.ts';

const TRAILER_BYTES = 32;

/** $1 path, $2 mode, $3 trailer in hex; content and trailer on standard input. */
const WRITE = [
  'set -eu; umask 077',
  'path=$1 mode=$2 trailer=$3',
  'folder=$(dirname -- "$path"); mkdir -p -- "$folder"',
  'beside=$(mktemp -- "$folder/.sparkwright.XXXXXXXXXX")',
  'trap \'rm -f -- "$beside"\' EXIT; trap "exit 1" TERM INT HUP',
  'chmod -- "$mode" "$beside"',
  // A mode without the owner's own read and write would shut us out; nobody else gains by this.
  'chmod u+rw -- "$beside"',
  'cat > "$beside"',
  `seen=$(tail -c ${TRAILER_BYTES} -- "$beside" | od -An -v -tx1 | tr -d " \\n")`,
  'if [ "$seen" != "$trailer" ]; then echo "the content broke off before its end" >&2; exit 74; fi',
  `truncate -s -${TRAILER_BYTES} -- "$beside"`,
  'chmod -- "$mode" "$beside"',
  'sync -- "$beside"',
  'mv -T -f -- "$beside" "$path"',
  'sync -- "$folder"',
].join('\n');

/** The script and its options that write `content` to `path`; folders that are missing are made 0700. */
export function writeScript(
  path: string,
  content: string | Uint8Array | NodeJS.ReadableStream,
  mode: number,
  options: RunOptions,
): { script: string; options: RunOptions } {
  if (!path.startsWith('/')) throw new RangeError(`not an absolute path: ${path}`);
  const trailer = randomBytes(TRAILER_BYTES);
  const args = [path, (mode & 0o7777).toString(8).padStart(4, '0'), trailer.toString('hex')];
  return { script: WRITE, options: { ...options, args, stdin: withTrailer(content, trailer) } };
}

function withTrailer(content: string | Uint8Array | NodeJS.ReadableStream, trailer: Buffer) {
  if (typeof content === 'string') return Buffer.concat([Buffer.from(content), trailer]);
  if (content instanceof Uint8Array) return Buffer.concat([content, trailer]);
  return Readable.from(followedBy(content, trailer), { objectMode: false });
}

async function* followedBy(content: NodeJS.ReadableStream, trailer: Buffer): AsyncGenerator<Buffer> {
  for await (const chunk of content) yield Buffer.from(chunk);
  yield trailer;
}
