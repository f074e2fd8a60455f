/** How a file stands on its node now, against what an action left there and what it replaced. */
import type { Host, RunOptions } from '../host/types.ts';
import { msg } from '../message/message.ts';
import type { FileBefore } from './journal.ts';
import { bounded, endOf, failed, type WorkEnd } from './work/end.ts';

const LOOK_MS = 120_000;

/** How an action left its file: its digest, or of a secret, and of no file at all, its stamp. Neither: not known. */
export interface FileMark {
  sha256?: string;
  stamp?: string;
}

export interface Standing {
  /** `other`: a folder, a link, a device; `unread`: we may not look. */
  state: 'absent' | 'file' | 'other' | 'unread';
  /** Of a file that is no secret. */
  sha256?: string;
  /** Bytes and time of change, `43@1764617718.123456789`. */
  stamp?: string;
  /** Its kept copy against it: `none` where no copy was to be. */
  copy: 'same' | 'differs' | 'gone' | 'none';
}

export interface FileToLook {
  path: string;
  before: FileBefore;
  secret: boolean;
}

/** Three parameters a file: path, its kept copy or '', 'digest' or ''. One line each. */
const LOOK = [
  'set -u',
  'while [ $# -ge 3 ]; do',
  '  path=$1 copy=$2 digest=$3; shift 3; against=none',
  '  if [ -n "$copy" ]; then',
  '    against=differs',
  '    if [ ! -e "$copy" ] && [ ! -L "$copy" ]; then against=gone',
  '    elif [ -L "$copy" ]; then',
  '      if [ -L "$path" ] && [ "$(readlink -- "$copy")" = "$(readlink -- "$path")" ]; then against=same; fi',
  '    elif [ ! -L "$path" ] && [ -f "$path" ] && cmp -s -- "$copy" "$path"; then against=same',
  '    fi',
  '  fi',
  '  state=other sum=- stamp=-',
  '  if [ ! -e "$path" ] && [ ! -L "$path" ]; then',
  // In a folder that we may not enter everything looks absent.
  '    state=absent; above=$(dirname -- "$path")',
  '    while [ ! -e "$above" ]; do above=$(dirname -- "$above"); done',
  '    [ -x "$above" ] || state=unread',
  '  elif [ ! -L "$path" ] && [ -f "$path" ]; then',
  '    state=file; stamp=$(stat -c %s@%.9Y -- "$path") || state=unread',
  '    if [ -n "$digest" ]; then',
  '      sum=$(sha256sum < "$path" | cut -c 1-64); [ -n "$sum" ] || { sum=-; state=unread; }',
  '    fi',
  '  fi',
  '  printf "stands %s %s %s %s\\n" "$state" "$sum" "$stamp" "$against"',
  'done',
].join('\n');

/** Looks at files in one round trip; no files is only the round trip. The answer has their order. */
export async function lookAtFiles(
  host: Host,
  files: readonly FileToLook[],
  options: Pick<RunOptions, 'asRoot' | 'signal'>,
): Promise<{ standings: Standing[] } | WorkEnd> {
  const args = files.flatMap(({ path, before, secret }) => [
    path,
    before.existed ? before.backup : '',
    secret ? '' : 'digest',
  ]);
  const outcome = await host.run(LOOK, { ...options, deadlineMs: LOOK_MS, args });
  if (outcome.kind !== 'exit' || outcome.rc !== 0) return endOf(host, outcome);
  const standings = outcome.stdout.split('\n').flatMap((line) => parseStanding(line) ?? []);
  if (standings.length === files.length) return { standings };
  return failed(msg('gate.no-look', { node: host.name }), bounded(outcome.stdout + outcome.stderr));
}

/** One line of the look; undefined when it is something else. */
export function parseStanding(line: string): Standing | undefined {
  const found =
    /^stands (absent|file|other|unread) ([0-9a-f]{64}|-) (\d+@\d+\.\d+|-) (same|differs|gone|none)$/.exec(
      line,
    );
  if (found === null) return undefined;
  const [, state, sum = '-', stamp = '-', copy] = found;
  return {
    state: state as Standing['state'],
    ...(sum === '-' ? {} : { sha256: sum }),
    ...(stamp === '-' ? {} : { stamp }),
    copy: copy as Standing['copy'],
  };
}

/** The mark of a file as it stands; empty when it cannot be read. */
export async function markOf(host: Host, path: string, asRoot: boolean, secret: boolean): Promise<FileMark> {
  const looked = await lookAtFiles(host, [{ path, before: { existed: false }, secret }], { asRoot });
  const [standing] = 'standings' in looked ? looked.standings : [];
  if (standing?.state === 'absent') return { stamp: 'absent' };
  if (standing?.state !== 'file') return {};
  if (secret) return standing.stamp === undefined ? {} : { stamp: standing.stamp };
  return standing.sha256 === undefined ? {} : { sha256: standing.sha256 };
}

/**
 * `as-left`: nobody touched it since. `as-before`: it is what the action replaced, as after an undo that was killed
 * before it could say so. `untold`: nothing was kept by which to tell, or it cannot be read.
 */
export type FileVerdict = 'as-left' | 'as-before' | 'edited' | 'copy-gone' | 'untold';

/** Judges a file. Of a secret no digest is kept: bytes and time of change speak for it. */
export function judgeFile(before: FileBefore, left: FileMark, standing: Standing): FileVerdict {
  if (standing.state === 'unread') return 'untold';
  const stamp = standing.state === 'absent' ? 'absent' : standing.stamp;
  const asLeft =
    (left.sha256 !== undefined && left.sha256 === standing.sha256) ||
    (left.stamp !== undefined && left.stamp === stamp);
  if (asLeft) return before.existed && standing.copy === 'gone' ? 'copy-gone' : 'as-left';
  if (before.existed ? standing.copy === 'same' : standing.state === 'absent') return 'as-before';
  return left.sha256 === undefined && left.stamp === undefined ? 'untold' : 'edited';
}
