/**
 * One script that runs many probes and prints what each said inside a frame, and the reading of that text:
 *
 *     %%PROBE v1 <nonce>
 *     %%SEC <nonce> <id>
 *     …standard output…
 *     %%ERR <nonce> <id>      only when there was any; at most 4000 bytes
 *     …standard error…
 *     %%RC <nonce> <id> <n>
 *     %%END <nonce>
 *
 * The newline before %%ERR and %%RC belongs to the frame. The nonce is new for every call, so no payload can forge a
 * line of it; what comes before the first line is a login banner.
 */
import { shq } from '../text/quote.ts';
import type { Probe, ProbeInputs, RawOutput } from './types.ts';

/** So that all probes together stay below the 16 MiB that a host captures. */
const OUT_MAX_BYTES = 524_288;
const ERR_MAX_BYTES = 4_000;

export interface Framed {
  started: boolean; // the first line of the frame was seen
  complete: boolean; // and the last
  sections: Map<string, RawOutput>; // whole ones only
  partial: string[]; // ids that began and did not end
}

/**
 * The bash script of one round trip. All probes run at once, each under its own deadline, so one that hangs costs
 * its own seconds and no other's; their output is held in memory and printed in order, without a temporary file,
 * because a full disk must not cost the facts. One that not even SIGKILL ends (a driver that hangs in the kernel) is left
 * behind without a section. A probe that needs root runs under `sudo -n`.
 */
export function frameScript(probes: readonly Probe<unknown>[], inputs: ProbeInputs, nonce: string): string {
  if (!/^[0-9a-f]{8,64}$/.test(nonce)) throw new RangeError('a nonce is 8 to 64 hex digits');
  const variables = Object.entries(inputs).map(
    ([name, value]: [string, string | undefined]) => `${name}=${shq(value ?? '')}`,
  );
  const names = Object.keys(inputs);
  return `main() {
exec 2>/dev/null </dev/null
export LC_ALL=C LANG=C SYSTEMD_PAGER= SYSTEMD_COLORS=0 NO_COLOR=1
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/snap/bin
export ${variables.join(' ')}
case $SW_MODEL_DIR in '~'|'~/'*) SW_MODEL_DIR=$HOME\${SW_MODEL_DIR#'~'};; esac
N=${nonce}
section() {
  local e r
  printf '%%%%SEC %s %s\\n' "$N" "$1"
  { e=$( { timeout -k 2 "$2" "\${@:4}" bash -c "$3" 2> >(head -c ${ERR_MAX_BYTES} >&3) 3>&- 4>&- </dev/null |
    head -c ${OUT_MAX_BYTES} >&4; exit "\${PIPESTATUS[0]}"; } 3>&1 ); r=$?; } 4>&1
  if [ -n "$e" ]; then printf '\\n%%%%ERR %s %s\\n%s' "$N" "$1" "$e"; fi
  printf '\\n%%%%RC %s %s %s' "$N" "$1" "$r"
}
R=(); [ "$(id -u)" = 0 ] || R=(sudo -n --preserve-env=${names.join(',')},LC_ALL)
fds=() ends=()
start() { local fd; exec {fd}< <(t=$(section "$@"); printf '%s\\n' "$t"); fds+=("$fd"); ends+=("$((SECONDS+\${2%.*}+4))"); }
printf '%%%%PROBE v1 %s\\n' "$N"
${probes.map(startLine).join('\n')}
for i in "\${!fds[@]}"; do left=$((ends[i]-SECONDS)); timeout "$((left>1?left:1))" cat <&"\${fds[i]}"; done
printf '%%%%END %s\\n' "$N"
}
main`;
}

function startLine(probe: Probe<unknown>): string {
  if (!/^[a-z0-9-]{1,64}$/.test(probe.id)) throw new RangeError(`probe id ${JSON.stringify(probe.id)}`);
  return `start ${probe.id} ${probe.deadlineMs / 1000} ${shq(probe.script)}${probe.needsRoot ? ' "${R[@]}"' : ''}`;
}

/** What the script printed. Text torn anywhere keeps the sections that are whole. */
export function readFrame(text: string, nonce: string): Framed {
  const framed: Framed = { started: false, complete: false, sections: new Map(), partial: [] };
  const first = lineAt(text, `%%PROBE v1 ${nonce}`, 0);
  if (first === undefined) return framed;
  framed.started = true;
  let at = first.end;
  while (at < text.length) {
    const head = headAt(text, at, nonce);
    if (head === undefined) break;
    const id = head.id;
    const body = text.slice(head.end);
    const end = endOf(body, nonce, id);
    if (end === undefined) {
      framed.partial.push(id);
      break;
    }
    framed.sections.set(id, { ...splitErr(body.slice(0, end.start), nonce, id), rc: end.rc });
    at = head.end + end.end;
  }
  framed.complete = lineAt(text, `%%END ${nonce}`, at)?.start === at;
  return framed;
}

/** A whole line that says exactly this, from an offset on. */
function lineAt(text: string, line: string, from: number): { start: number; end: number } | undefined {
  for (let start = text.indexOf(line, from); start >= 0; start = text.indexOf(line, start + 1)) {
    const end = start + line.length;
    if ((start === 0 || text[start - 1] === '\n') && text[end] === '\n') return { start, end: end + 1 };
  }
  return undefined;
}

function headAt(text: string, at: number, nonce: string): { id: string; end: number } | undefined {
  const newline = text.indexOf('\n', at);
  if (newline < 0) return undefined;
  const [mark, of, id, more] = text.slice(at, newline).split(' ');
  if (mark !== '%%SEC' || of !== nonce || id === undefined || more !== undefined) return undefined;
  return { id, end: newline + 1 };
}

/** Where a body ends. Its status counts only with the newline after it: a torn `12` may have been `124`. */
function endOf(
  text: string,
  nonce: string,
  id: string,
): { start: number; end: number; rc: number } | undefined {
  const mark = `\n%%RC ${nonce} ${id} `;
  const start = text.indexOf(mark);
  if (start < 0) return undefined;
  const newline = text.indexOf('\n', start + mark.length);
  const status = newline < 0 ? '' : text.slice(start + mark.length, newline);
  return /^\d{1,3}$/.test(status) ? { start, end: newline + 1, rc: Number(status) } : undefined;
}

function splitErr(body: string, nonce: string, id: string): { out: string; err: string } {
  const mark = `\n%%ERR ${nonce} ${id}\n`;
  const at = body.indexOf(mark);
  return at < 0 ? { out: body, err: '' } : { out: body.slice(0, at), err: body.slice(at + mark.length) };
}
