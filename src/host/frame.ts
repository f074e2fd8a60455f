/**
 * How one script is started on a machine and how its end is told apart from the end of the connection.
 *
 * A wrapper prints a nonce on both streams before the script, so that what login files print is dropped, and
 * the nonce with the exit status on stderr after it: ssh's own 255 comes without one. The script runs under
 * `timeout`, which leads a process group of its own and names it on stderr. That gives two ways to end it with
 * all its children: we signal the group through a second session, and where the connection is gone, the
 * deadline ends it on the node itself.
 */
import { randomBytes } from 'node:crypto';

export interface FramedScript {
  nonce: string;
  script: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  asRoot: boolean;
  /** Seconds after which the node ends it by itself; later than our own deadline. */
  backstopSeconds: number;
  /** Ended when its parent is: what only watches on our own machine must not outlive us. */
  withParent?: boolean;
}

/** The kernel takes at most 128 KiB for one argument; scripts longer than this belong on standard input. */
const SCRIPT_BYTES_AT_MOST = 96 * 1024;

const AS_USER = '"$@"';
const AS_ROOT = 'if [ "$EUID" = 0 ]; then "$@"; else sudo -n -- "$@"; fi';

// A fixed locale, because messages are read by parsers; sbin, because a login over ssh often lacks it.
const wrapper = (run: string) =>
  [
    'n=$1; shift',
    'export LC_ALL=C.UTF-8 PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin"',
    'printf "%s\\n" "$n"; printf "%s\\n" "$n" >&2',
    run,
    'printf "\\n%s rc %s\\n" "$n" "$?" >&2',
  ].join('\n');

export function newNonce(): string {
  return `sw-${randomBytes(12).toString('hex')}`;
}

/** Ends a program when the one that started it dies, however that dies. */
export const WITH_PARENT = ['setpriv', '--pdeathsig', 'TERM', '--'];

/** The words that run a framed script; over ssh each becomes one quoted word. */
export function framedWords(framed: FramedScript): string[] {
  if (Buffer.byteLength(framed.script) > SCRIPT_BYTES_AT_MOST) {
    throw new RangeError(`a script of more than ${SCRIPT_BYTES_AT_MOST} bytes cannot be one argument`);
  }
  const env = Object.entries({ LC_ALL: 'C.UTF-8', ...framed.env }).map(([name, value]) => {
    if (!/^[A-Za-z_]\w*$/.test(name)) throw new RangeError(`not a variable name: ${name}`);
    return `${name}=${value}`;
  });
  const inner = `printf '\\n%s pg %s\\n' ${framed.nonce} "$PPID" >&2; ${framed.script}`;
  return [
    ...['bash', '-c', wrapper(framed.asRoot ? AS_ROOT : AS_USER), 'sparkwright', framed.nonce],
    ...(framed.withParent === true ? WITH_PARENT : []),
    ...['timeout', '-k', '5', String(framed.backstopSeconds)],
    ...['env', ...env],
    ...['bash', '-c', inner, 'sparkwright', ...framed.args],
  ];
}

// A zombie that nobody reaps keeps its group: once the leader is gone, half a second must do for the rest.
const KILL = [
  'kill -TERM -- "-$1" 2>/dev/null || exit 0',
  'left=20',
  'while [ "$left" -gt 0 ] && kill -0 -- "-$1" 2>/dev/null; do',
  '  kill -0 "$1" 2>/dev/null || { [ "$left" -gt 5 ] && left=5; }',
  '  sleep 0.1; left=$((left - 1))',
  'done',
  'kill -KILL -- "-$1" 2>/dev/null',
].join('\n');

/** The words that end a process group: asked first, forced after two seconds. */
export function killWords(group: number, asRoot: boolean): string[] {
  const run = asRoot ? AS_ROOT : AS_USER;
  return ['bash', '-c', run, 'sparkwright', 'bash', '-c', KILL, 'sparkwright', String(group)];
}

export type Mark = { kind: 'group'; group: number } | { kind: 'end'; rc: number };

/** Reads a line of stderr as a mark of ours. */
export function markOf(line: string, nonce: string): Mark | undefined {
  if (!line.startsWith(`${nonce} `)) return undefined;
  const [, word, number = ''] = line.split(' ');
  if (!/^\d{1,10}$/.test(number)) return undefined;
  if (word === 'pg') return { kind: 'group', group: Number(number) };
  return word === 'rc' ? { kind: 'end', rc: Number(number) } : undefined;
}

/** The script's own stderr: our marks go, each with the one newline before it. */
export function withoutMarks(stderr: string, nonce: string): string {
  return stderr.replace(new RegExp(`\\n${nonce} (?:pg|rc) \\d+\\n`, 'g'), '');
}
