/** A run on the head: a folder with the request, its process id and its events; the last of these is its result. */
import { shq } from '../text/quote.ts';

/** Shell text that sets $S to the cluster's state folder on the head. */
export function stateFolderScript(cluster: string): string {
  return `S="\${XDG_STATE_HOME:-$HOME/.local/state}/sparkwright/"${shq(cluster)}`;
}

/**
 * Shell text of `live FOLDER`: whether the process a run's folder names is still that run. It says so by the folder's
 * path among its words: a process id alone may be another's by now, after a restart of the head above all.
 */
const LIVE = `live() {
  p=; { read -r p < "$1/pid"; } 2>/dev/null
  [ -n "$p" ] || { p=0; return 1; }
  # Of thirty runs that ended no program is started.
  [ -r "/proc/$p/cmdline" ] || return 1
  tr '\\0' '\\n' < "/proc/$p/cmdline" 2>/dev/null | grep -q "/runs/\${1##*/}$"
}`;

/**
 * Starts a run: the request comes on standard input, the process is a session of its own, so that the end of our
 * connection is not its end. Prints `started PID`. A folder that exists already is never reused.
 */
export function startScript(
  cluster: string,
  runId: string,
  tool: readonly string[],
  mark: { verb: string; digest: string },
): string {
  return `set -eu
umask 077
${stateFolderScript(cluster)}
D="$S/runs/"${shq(runId)}
mkdir -p "$S/runs"
mkdir "$D"
cat > "$D/request.json"
echo ${shq(`${mark.verb} ${mark.digest}`)} > "$D/mark"
: > "$D/events.jsonl"
setsid -f bash -c 'echo $$ > "$1/pid.part" && mv "$1/pid.part" "$1/pid"; shift; exec "$@"' run "$D" ${tool.map(shq).join(' ')} __serve "$D" </dev/null >"$D/out" 2>&1
n=0; while [ ! -s "$D/pid" ] && [ $n -lt 500 ]; do n=$((n+1)); sleep 0.01; done
[ -s "$D/pid" ] || { echo "the run did not start" >&2; cat "$D/out" >&2; exit 1; }
echo "started $(cat "$D/pid")"
# Old runs are evidence, not an archive: the newest 30 stay.
ls -1 "$S/runs" | head -n -30 | while read -r old; do [ -n "$old" ] && rm -rf "$S/runs/$old"; done
`;
}

/** Prints one line a run, newest last: `live|ended ID PID VERB DIGEST`. */
export function listScript(cluster: string): string {
  return `${stateFolderScript(cluster)}
${LIVE}
cd "$S/runs" 2>/dev/null || exit 0
for d in *; do
  [ -f "$d/mark" ] || continue
  if live "$d"; then a=live; else a=ended; fi
  m=; read -r m < "$d/mark"
  echo "$a $d $p $m"
done`;
}

/** Follows a run's events to its end: everything written so far, then each line as it comes. */
export function followScript(cluster: string, runId: string): string {
  return `${stateFolderScript(cluster)}
${LIVE}
D="$S/runs/"${shq(runId)}
if live "$D"; then exec tail --pid="$p" -s 0.2 -n +1 -f "$D/events.jsonl"; else exec cat "$D/events.jsonl"; fi`;
}

/** What a run that ended without a result left behind: its last words outside of events. */
export function lastWordsScript(cluster: string, runId: string): string {
  return `${stateFolderScript(cluster)}
tail -n 20 "$S/runs/"${shq(runId)}"/out"`;
}

/** Asks a run to stop, as Ctrl+C would; fails when it does not run any more. */
export function interruptScript(cluster: string, runId: string): string {
  return `${stateFolderScript(cluster)}
${LIVE}
live "$S/runs/"${shq(runId)} && kill -INT "$p"`;
}

/** Leaves an answer where the run looks for it; written beside and renamed, so that it is whole when seen. */
export function answerScript(cluster: string, runId: string, questionId: string, yes: boolean): string {
  return `${stateFolderScript(cluster)}
umask 077
D="$S/runs/"${shq(runId)}"/answers"
mkdir -p "$D" && echo ${yes ? 'yes' : 'no'} > "$D/.part" && mv "$D/.part" "$D/"${shq(questionId)}`;
}

export interface RunLine {
  live: boolean;
  id: string;
  pid: number;
  verb: string;
  digest: string;
}

/** Reads the lines of `listScript`; anything else on the way (a login banner) is passed over. */
export function readRunLines(out: string): RunLine[] {
  return out.split('\n').flatMap((line) => {
    const match = /^(live|ended) (\d{8}T\d{6}-[0-9a-f]{8}) (\d+) (\w+) ([0-9a-f]{16})$/.exec(line);
    if (match === null) return [];
    const [, state, id = '', pid = '0', verb = '', digest = ''] = match;
    return [{ live: state === 'live', id, pid: Number(pid), verb, digest }];
  });
}
