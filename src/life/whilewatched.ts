/** A command on a node that only tells us something: it ends with the one it tells, however that one ends. */
import { PassThrough } from 'node:stream';

/**
 * Script and standard input of a command that ends when our end of the connection does. A silent `docker logs --follow`
 * never writes, so it would not notice that its reader was killed, and sshd ends nobody; an input that stays open for
 * as long as we live and is closed by our death is noticed at once. `command` is one simple command.
 */
export function whileWatched(command: string): { script: string; stdin: PassThrough } {
  const script = [
    'exec 3<&0',
    `${command} 3<&- & told=$!`,
    '{ while IFS= read -r _; do :; done; kill "$told"; } <&3 >/dev/null 2>&1 & input=$!',
    'wait "$told"; rc=$?',
    'kill "$input" 2>/dev/null',
    'exit "$rc"',
  ].join('\n');
  return { script, stdin: new PassThrough() };
}
