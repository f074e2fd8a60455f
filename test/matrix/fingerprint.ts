/** What an undisturbed run leaves on the nodes, without ids and times: equal means that nothing else was left behind. */
import { setTimeout as pause } from 'node:timers/promises';
import { CLUSTER, type MatrixLab, NODES } from './lab.ts';

/**
 * One thing a line. Records of what happened (runs, journal, receipts, boots, jobs, kept copies) differ by nature and
 * are left out; of the key only its mode and length are read, and of the intent what it asks for.
 */
const LOOK = `
cd "$HOME/.local/state/sparkwright/${CLUSTER}" 2>/dev/null && {
  find . \\( -path ./runs -o -path ./receipts -o -path ./jobs -o -path ./backups \\) -prune -o -type f \\
    ! -name journal.jsonl ! -name boots.jsonl ! -name lock -printf '%m %s %P\\n' | while read -r mode size path; do
    case "$path" in
      api_key) echo "file $path $mode length $size" ;;
      intent.json) echo "file $path $mode $(sed -E 's/"(at|run)":"[^"]*",?//g' "$path")" ;;
      *) echo "file $path $mode $(sha256sum < "$path" | cut -c1-16)" ;;
    esac
  done
  find . -type d \\( -path './recipes*' -o -path ./recipes \\) -printf 'folder %P %m\\n'
  find . -name '*.part*' -printf 'half-written %P\\n'
}
docker ps -a --format '{{.Names}} {{.State}} {{.Label "sparkwright.spec"}}' | sed 's/^/container /'
docker images --no-trunc --format '{{.Repository}}:{{.Tag}} {{.ID}}' | sed 's/^/image /'
find "$HOME/.local/share/sparkwright" -maxdepth 2 -name '.part-*' -printf 'half-written %P\\n' 2>/dev/null
{ systemctl list-unit-files --no-legend 'sparkwright*'; systemctl --user list-unit-files --no-legend 'sparkwright*'; } 2>/dev/null | sed 's/^/unit /'
ip -o addr | awk '$2 !~ /^veth/ {print "address", $2, $4}'
ps -eo args= | grep -E '__serve|sparkwright-lock|docker (logs|wait|stop|start|create|load)|events\\.jsonl' | grep -v grep | sed 's/^/process /'
true`;

export async function fingerprintOf(lab: MatrixLab): Promise<string> {
  const each = await Promise.all(
    NODES.map(async (node) =>
      (await lab.on(node, LOOK))
        .split('\n')
        .filter((line) => line !== '')
        .sort()
        .map((line) => `${node} ${line}`),
    ),
  );
  return each.flat().join('\n');
}

/** Undefined when the lab is as wanted within some seconds (a process that was told to end takes its moment), else the difference. */
export async function differenceTo(
  lab: MatrixLab,
  wanted: string,
  limitMs = 6_000,
): Promise<string | undefined> {
  const end = Date.now() + limitMs;
  for (;;) {
    const seen = await fingerprintOf(lab);
    if (seen === wanted) return undefined;
    if (Date.now() > end) return difference(wanted, seen);
    await pause(500);
  }
}

function difference(wanted: string, seen: string): string {
  const [before, after] = [wanted.split('\n'), seen.split('\n')];
  return [
    ...before.filter((line) => !after.includes(line)).map((line) => `- ${line}`),
    ...after.filter((line) => !before.includes(line)).map((line) => `+ ${line}`),
  ].join('\n');
}
