/** A file on a node: from text, from a file of this machine, or a random key that never leaves the node. */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import type { Work } from '../../change/types.ts';
import type { Host } from '../../host/types.ts';
import { msg } from '../../message/message.ts';
import { endOf, failed, type WorkEnd } from './end.ts';

type FileWork = Extract<Work, { kind: 'file' }>;

const FILE_MS = 60_000;

/** Whether neither its content nor a digest of it may be seen. */
export function isSecret(work: FileWork): boolean {
  return work.content.from === 'random-key' || (work.content.from === 'head-file' && work.content.secret);
}

/**
 * Makes a key: $1 path, $2 mode. 32 random bytes are 43 characters of urlsafe base64 without padding, and nothing
 * else is in the file. A file that holds more than white space is kept: a key in use must not change under its users;
 * one that cannot be read may hold one.
 */
export const RANDOM_KEY = [
  'set -euo pipefail; umask 077',
  'path=$1 mode=$2; folder=$(dirname -- "$path"); mkdir -p -- "$folder"',
  'if [ -s "$path" ]; then',
  '  found=0; grep -q "[^[:space:]]" -- "$path" || found=$?',
  '  case $found in 0) chmod -- "$mode" "$path"; exit 0;; 1) ;; *) exit "$found";; esac',
  'fi',
  'beside=$(mktemp -- "$folder/.sparkwright.XXXXXXXXXX"); trap \'rm -f -- "$beside"\' EXIT',
  'head -c 32 /dev/urandom | base64 -w 0 | tr -d = | tr +/ -_ > "$beside"',
  '[ "$(wc -c < "$beside")" -eq 43 ]',
  'chmod -- "$mode" "$beside"; sync -- "$beside"',
  'mv -T -f -- "$beside" "$path"; sync -- "$folder"',
].join('\n');

export async function runFile(
  host: Host,
  work: FileWork,
  asRoot: boolean,
  signal: AbortSignal,
): Promise<WorkEnd> {
  const options = { deadlineMs: FILE_MS, asRoot, signal };
  const { content, path, mode } = work;
  switch (content.from) {
    case 'text':
      return endOf(host, await host.write(path, content.text, mode, options));
    case 'random-key': {
      const args = [path, mode.toString(8).padStart(4, '0')];
      return endOf(host, await host.run(RANDOM_KEY, { ...options, args }));
    }
    case 'head-file': {
      const source = createReadStream(content.path);
      try {
        await once(source, 'open');
        return endOf(host, await host.write(path, source, mode, options));
      } catch (error) {
        return failed(msg('gate.head-file', { file: content.path }), String(error));
      } finally {
        source.destroy();
      }
    }
  }
}
