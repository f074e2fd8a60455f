/** A room with the container's own Python in it, for the steps that must not depend on the outer machine's. */
import { PYTHON, TREE_IN_CONTAINER } from './pins.ts';

/** A folder of the outer machine seen in the room. */
export interface Seen {
  folder: string;
  as: string; // path in the room
  readOnly: boolean;
}

/** Only these devices; `shm` is where Python's process pools keep their semaphores. */
const ENTER = `set -e
root=$1; shift
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=755 dev "$root/dev"
mkdir -m 1777 "$root/dev/shm"
for device in null zero random urandom; do
  : > "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mount -t tmpfs -o mode=1777 tmp "$root/tmp"
while [ "$1" != -- ]; do
  mkdir -p "$root$2"
  mount --bind "$1" "$root$2"
  [ "$3" = rw ] || mount -o remount,bind,ro "$root$2"
  shift 3
done
shift
exec chroot "$root" "$@"`;

/** Words that run the room's Python; to be run contained, since the mounts go with the mount namespace. */
export function pythonWords(root: string, seen: readonly Seen[], args: readonly string[]): string[] {
  const mounts = seen.flatMap(({ folder, as, readOnly }) => [folder, as, readOnly ? 'ro' : 'rw']);
  // HF_HUB_OFFLINE: nothing here may be looked up anywhere. A fixed hash seed: the same byte code every time.
  const env = ['PATH=/usr/bin:/bin', 'LANG=C.UTF-8', 'HOME=/tmp', 'HF_HUB_OFFLINE=1', 'PYTHONHASHSEED=0'];
  const python = ['/usr/bin/env', '-i', ...env, `PYTHONPATH=${TREE_IN_CONTAINER}`, `/usr/bin/${PYTHON}`];
  return ['sh', '-c', ENTER, 'sh', root, ...mounts, '--', ...python, ...args];
}
