/** What stood at a path before an action, kept on its own node, and how it is put back. */
import type { Host, RunOptions } from '../host/types.ts';
import { msg } from '../message/message.ts';
import type { FileBefore } from './journal.ts';
import { bounded, endOf, failed, type WorkEnd } from './work/end.ts';

const FILE_MS = 120_000;

export interface BackupPlace {
  host: Host;
  cluster: string;
  run: string;
  statePath: string | undefined;
  asRoot: boolean;
}

/**
 * $1 path, $2 state folder or '', $3 cluster, $4 run, $5 'digest' or ''. Root's copies lie in /var/backups, others
 * in the user's state folder; each in a folder of its own, so that one run may change a file twice.
 */
const KEEP = [
  'set -eu; umask 077',
  'path=$1; if [ ! -e "$path" ] && [ ! -L "$path" ]; then echo absent; exit 0; fi',
  '[ ! -d "$path" ] || [ -L "$path" ] || { echo "a folder stands there: $path" >&2; exit 73; }',
  'if [ "$EUID" = 0 ]; then base=/var/backups/sparkwright',
  'else base=${2:-${XDG_STATE_HOME:-$HOME/.local/state}/sparkwright/$3}/backups; fi',
  `case $base in '~/'*) base=$HOME/\${base#'~/'};; esac`,
  'mkdir -p -- "$base/$4"; chmod 0700 "$base" "$base/$4"',
  'copy=$(mktemp -d -- "$base/$4/XXXXXXXX")/$(basename -- "$path")',
  'cp -a -T -- "$path" "$copy"; sync -- "$copy" "$base/$4"',
  'sum=-; if [ -n "$5" ] && [ -f "$path" ]; then sum=$(sha256sum < "$path" | cut -c 1-64); fi',
  'printf "kept %s %s %s %s\\n" "$(stat -c %a -- "$path")" "$(stat -c %u:%g -- "$path")" "$sum" "$copy"',
].join('\n');

/** $1 path, $2 its copy, or '' where nothing stood. */
const PUT_BACK = [
  'set -eu; umask 077; path=$1 copy=$2',
  'if [ -z "$copy" ]; then rm -f -- "$path"; exit 0; fi',
  'beside=$(mktemp -u -- "$(dirname -- "$path")/.sparkwright.XXXXXXXXXX")',
  'trap \'rm -f -- "$beside"\' EXIT',
  'cp -a -T -- "$copy" "$beside"; sync -- "$beside"; mv -T -f -- "$beside" "$path"; sync -- "$(dirname -- "$path")"',
].join('\n');

/** Copies what stands at the path before it is changed. `secret`: no digest is made. */
export async function keepFile(
  place: BackupPlace,
  path: string,
  secret: boolean,
  signal: AbortSignal,
): Promise<{ before: FileBefore } | WorkEnd> {
  const { host, asRoot } = place;
  const args = [path, place.statePath ?? '', place.cluster, place.run, secret ? '' : 'digest'];
  const outcome = await host.run(KEEP, { deadlineMs: FILE_MS, asRoot, signal, args });
  if (outcome.kind !== 'exit' || outcome.rc !== 0) return endOf(host, outcome);
  const before = parseKept(outcome.stdout);
  if (before !== undefined) return { before };
  return failed(msg('gate.no-backup', { node: host.name, file: path }), bounded(outcome.stdout));
}

/** What the script printed; undefined when it is something else, which is then no backup. */
export function parseKept(printed: string): FileBefore | undefined {
  if (printed === 'absent\n') return { existed: false };
  const found = /^kept ([0-7]{1,4}) (\d+:\d+) ([0-9a-f]{64}|-) (\/[^\n]+)\n$/.exec(printed);
  const [, mode, owner, sum, backup] = found ?? [];
  if (mode === undefined || owner === undefined || sum === undefined || backup === undefined)
    return undefined;
  return { existed: true, backup, mode, owner, ...(sum === '-' ? {} : { sha256: sum }) };
}

export async function putBack(
  host: Host,
  path: string,
  before: FileBefore,
  options: Pick<RunOptions, 'asRoot' | 'signal'>,
): Promise<WorkEnd> {
  const args = [path, before.existed ? before.backup : ''];
  return endOf(host, await host.run(PUT_BACK, { ...options, deadlineMs: FILE_MS, args }));
}
