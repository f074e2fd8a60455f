/**
 * The life of a named job on its node, as bash. A job's folder holds `lock`, `id` (hash of its script), `script`,
 * `group`, `out` and, at the end, `rc`. The job holds a flock on `lock` as long as any process of it lives: that,
 * not a pid, says whether it runs, so a reused pid is never taken for it and never signalled.
 * Each script takes $1 the node's state folder ('' for the user's own), $2 the cluster, $3 the job's name.
 */

const FOLDER = [
  'set -u; umask 077',
  'base=${1:-${XDG_STATE_HOME:-$HOME/.local/state}/sparkwright/$2}',
  `case $base in '~/'*) base=$HOME/\${base#'~/'};; esac`,
  'd=$base/jobs/$3; mkdir -p -- "$d" || exit 73',
].join('\n');

const KILL = [
  'end_job() {',
  '  for sig in TERM KILL; do',
  '    group=$(cat "$d/group" 2>/dev/null)',
  // One second for a job that has not named its group yet, ten for one that tidies up.
  '    if [ -n "$group" ]; then kill -s "$sig" -- "-$group" 2>/dev/null; flock -w 10 9 && return 0',
  '    else flock -w 1 9 && return 0; fi',
  '  done',
  '  flock -w 5 9',
  '}',
].join('\n');

// $1 the folder, $2 seconds. Its own deadline holds though nobody watches.
const RUNNER = [
  'timeout -k 10 "$2" bash -c \'echo "$PPID" > "$0/group"; exec bash "$0/script"\' "$1" < /dev/null >> "$1/out" 2>&1',
  'echo "$?" > "$1/rc.new"; sync -- "$1/rc.new"; mv -T -- "$1/rc.new" "$1/rc"',
].join('\n');

/**
 * Attaches or starts: $4 id, the start of the script's sha256, $5 seconds, the script on standard input; a connection
 * that breaks looks like the end of it, and half a script must not run. Prints one word:
 * `running` (the same job still runs), `ended` (it ended well and nobody has read that yet), or `started`.
 * A job of this name with another content is ended first: what it does is no longer wanted.
 */
export const TAKE_JOB = [
  FOLDER,
  KILL,
  'exec 9>> "$d/lock"',
  'same() { [ "$(cat "$d/id" 2>/dev/null)" = "$1" ]; }',
  'if ! flock -n 9; then',
  '  if same "$4" && [ ! -s "$d/rc" ]; then echo running; exit 0; fi',
  '  end_job || { echo "an older job of this name does not end: $d" >&2; exit 75; }',
  'fi',
  'if same "$4" && [ "$(cat "$d/rc" 2>/dev/null)" = 0 ]; then echo ended; exit 0; fi',
  'rm -f -- "$d/id" "$d/rc" "$d/group"; : > "$d/out"',
  'cat > "$d/script"; sum=$(sha256sum < "$d/script")',
  '[ "${sum:0:${#4}}" = "$4" ] || { echo "the script broke off before its end" >&2; exit 74; }',
  'printf %s "$4" > "$d/id"',
  `setsid bash -c '${RUNNER.replaceAll("'", "'\\''")}' sparkwright-job "$d" "$5" < /dev/null > /dev/null 2>&1 &`,
  'echo started',
].join('\n');

/**
 * Prints the job's output from line $4 (1 is the first) until it is over, then on stderr `end RC` or `end vanished`.
 * Whether it is over is asked before the output is read, so the last line is never missed.
 */
export const FOLLOW_JOB = [
  FOLDER,
  'at=$(head -n "$(($4 - 1))" -- "$d/out" 2>/dev/null | wc -c)',
  'while :; do',
  '  over=; if [ -s "$d/rc" ] || flock -n "$d/lock" true; then over=1; fi',
  '  size=$(stat -c %s -- "$d/out" 2>/dev/null || echo 0)',
  '  if [ "$size" -gt "$at" ]; then tail -c "+$((at + 1))" -- "$d/out" | head -c "$((size - at))"; at=$size; fi',
  '  if [ -n "$over" ]; then break; fi; sleep 0.3',
  'done',
  'echo "end $(cat "$d/rc" 2>/dev/null || echo vanished)" >&2',
].join('\n');

/** Ends a job that runs, with all its processes. */
export const STOP_JOB = [FOLDER, KILL, 'exec 9>> "$d/lock"; flock -n 9 || end_job'].join('\n');

/** Forgets a result that was read, so that the same work asked for later is done again. Its output stays. */
export const CONSUME_JOB = [
  FOLDER,
  // Still running, as when only the connection to it failed: then it must be found again.
  'exec 9>> "$d/lock"; [ -s "$d/rc" ] || flock -n 9 || exit 0',
  'rm -f -- "$d/id" "$d/rc" "$d/group" "$d/script"',
].join('\n');
