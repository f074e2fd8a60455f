/** A whole `up` from the laptop: how soon after the facts the ranks run, how soon after the engine it returns, what it costs. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Event } from '../src/event/types.ts';
import { type BenchLab, onNode, plainSsh } from './lab.ts';
import { type Row, rowOf } from './ratio.ts';
import { outOf, run, sparkwright, start } from './run.ts';

const ROUNDS = 3;
const START_BAR_S = 2;
const RETURN_BAR_S = 1.5;
const CPU_BAR_PERCENT = 3;
/** A boot of half a minute in place of three seconds: a Spark's takes minutes, and its start is not its middle. */
const SLOW_BOOT = 'failure=pace:4';
const WATCH_S = 15;
/** The phase that the engine's ready line begins. */
const READY = 'ready';

interface Up {
  returnedAt: number; // ms since 1970, as all clocks here: the hosts share this machine's
  events: Event[];
}

export async function up(
  lab: BenchLab,
  onEvent?: (event: Event, pid: number) => void,
  ...more: string[]
): Promise<Up> {
  const events: Event[] = [];
  const argv = sparkwright('up', '--yes', '--json', '--events', '-c', lab.clusterFile, ...more);
  const { pid, done } = start(argv, '', (line) => {
    if (!line.startsWith('{')) return;
    const event = JSON.parse(line) as Event;
    events.push(event);
    onEvent?.(event, pid);
  });
  const ended = await done;
  const returnedAt = Date.now();
  outOf(argv, ended);
  return { returnedAt, events };
}

async function down(lab: BenchLab): Promise<void> {
  await run(sparkwright('down', '--yes', '--json', '-c', lab.clusterFile));
}

/** Leaves the last deployment up. */
export async function benchBoot(lab: BenchLab): Promise<Row[]> {
  await up(lab); // the first also puts our build, the image and the files on the nodes
  const rounds: { start: number; seen: number; result: number; returned: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await down(lab);
    const { returnedAt, events } = await up(lab);
    const starts = await Promise.all(lab.cluster.nodes.map(({ name }) => startedAt(lab, name)));
    const ready = await readyLineAt(lab);
    // The step that starts the ranks begins with the facts that it is planned over, the last ones read.
    const fact = timeOf(events, (event) => event.type === 'step' && event.step === 'ranks');
    const seen = timeOf(events, (event) => event.type === 'phase' && event.phase === READY);
    const result = timeOf(events, (event) => event.type === 'result');
    rounds.push({
      start: (Math.max(...starts) - fact) / 1000,
      seen: (seen - ready) / 1000,
      result: (result - ready) / 1000,
      returned: (returnedAt - ready) / 1000,
    });
  }
  const all = (key: 'start' | 'seen' | 'result' | 'returned') => rounds.map((round) => round[key]);
  return [
    rowOf('last container started after the last fact', all('start'), ' s', START_BAR_S),
    rowOf("up returned after the engine's own ready line", all('returned'), ' s', RETURN_BAR_S),
    rowOf('  the line was seen after', all('seen'), ' s'),
    rowOf('  completion, facts and receipt were done after', all('result'), ' s'),
  ];
}

function timeOf(events: readonly Event[], is: (event: Event) => boolean): number {
  const event = events.find(is);
  if (event === undefined) throw new Error('up did not tell of what is measured');
  return Date.parse(event.at);
}

async function startedAt(lab: BenchLab, node: string): Promise<number> {
  return timeIn(await onNode(lab, node, "docker inspect -f '{{.State.StartedAt}}' $(docker ps -q)"));
}

async function readyLineAt(lab: BenchLab): Promise<number> {
  const line = "docker logs --timestamps $(docker ps -q) 2>&1 | grep -m 1 'Application startup complete'";
  return timeIn(await onNode(lab, lab.head, line));
}

/** Docker's time at the start of a line. */
function timeIn(line: string): number {
  const time = Date.parse(line.trim().split(' ')[0] ?? '');
  if (Number.isNaN(time)) throw new Error(`no time: ${line}`);
  return time;
}

/** Processor ticks (1/100 s) of some processes with all their children, those that ended included. */
const TICKS = `ticks() { cat /proc/[0-9]*/stat 2> /dev/null | awk -v roots=" $* " '
{ pid = $1; sub(/^.*\\) /, ""); parent[pid] = $2; spent[pid] = $12 + $13 + $14 + $15 }
END { for (p in parent) { q = p; while (index(roots, " " q " ") == 0 && q in parent && q > 1) q = parent[q]
  if (index(roots, " " q " ") > 0) sum += spent[p] } print sum + 0 }'; }
watch() { a=$(ticks "$@"); sleep ${WATCH_S}; b=$(ticks "$@"); kill -0 "$1" && echo "ticks $((b - a))"; }`;

/** On the head, its process and the ssh masters that it left to themselves; here, the remote control. */
const HEAD_WATCH = `${TICKS}
watch "$(pgrep -f '[_]_serve .*/runs/' | head -n 1)" $(pgrep -f '^ssh: .*\\[mux\\]')`;

export async function benchCpu(lab: BenchLab): Promise<Row[]> {
  await down(lab);
  const watched = Promise.withResolvers<[number, number]>();
  let watching = false;
  const booting = up(
    lab,
    (event, pid) => {
      if (event.type !== 'phase' || watching) return;
      watching = true;
      watched.resolve(
        pause(1_000).then(() =>
          Promise.all([
            percentOf([...plainSsh(lab, lab.head), 'bash', '-s'], HEAD_WATCH),
            percentOf(['bash', '-s'], `${TICKS}\nwatch ${pid}`),
          ]),
        ),
      );
    },
    '--set',
    SLOW_BOOT,
  );
  const [head, laptop] = await Promise.race([watched.promise, booting.then(() => watched.promise)]);
  await booting;
  return [
    rowOf(
      "sparkwright's processor time in a boot, head and laptop, of a core",
      [head + laptop],
      ' %',
      CPU_BAR_PERCENT,
    ),
    rowOf('  of that on the head', [head], ' %'),
  ];
}

async function percentOf(argv: readonly string[], script: string): Promise<number> {
  const ticks = /ticks (\d+)/.exec(await run(argv, script))?.[1];
  if (ticks === undefined) throw new Error('the boot ended while its processor time was watched');
  return Number(ticks) / WATCH_S;
}
