/** Where SSH's control sockets lie. A socket is a way into a machine: the folder is this user's alone. */

import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir } from 'node:fs/promises';
import { msg } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';

/** A socket's path holds at most 107 bytes, and ssh adds 17 while it makes one. */
const PATH_BYTES_AT_MOST = 107 - 17;

/** `$XDG_RUNTIME_DIR/sparkwright`, or a folder by user id in /tmp where a login has none. */
export function controlFolder(env: Record<string, string | undefined>, uid: number): string {
  const runtime = env.XDG_RUNTIME_DIR;
  const own = runtime?.startsWith('/') ? `${runtime}/sparkwright` : undefined;
  return own !== undefined && fits(own) ? own : `/tmp/sparkwright-${uid}`;
}

/** `%C` is ssh's own hash of host, port, user and jump; the config file is ours to add. */
export function controlPath(folder: string, sshConfig: string | undefined): string {
  const config = createHash('sha256')
    .update(sshConfig ?? '')
    .digest('hex')
    .slice(0, 8);
  return `${folder}/${config}-%C`;
}

function fits(folder: string): boolean {
  return Buffer.byteLength(`${folder}/01234567-${'c'.repeat(40)}`) <= PATH_BYTES_AT_MOST;
}

/** Makes the folder, 0700. Refuses one that another user owns or that is a link. */
export async function prepareControlFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const seen = await lstat(folder);
  if (!seen.isDirectory() || seen.uid !== process.getuid?.()) {
    throw new Failure(msg('host.control-folder', { folder }), EXIT.failed);
  }
  if ((seen.mode & 0o077) !== 0) await chmod(folder, 0o700);
}
