/** The named moments of a verb, and sparkwright killed in one of them: the asker's process, or the run's on the head. */
import { setTimeout as pause } from 'node:timers/promises';
import { CLUSTER, type Done, type MatrixLab } from './lab.ts';

export interface Moment {
  name: string;
  /** Matches the event line by which the moment is known; works for `RegExp` and for `grep -E`. */
  event: string;
}

const step = (id: string): Moment => ({ name: `step ${id}`, event: `"step":"${id}".*"status":"start"` });
const action = (id: string): Moment => ({
  name: id,
  event: `"type":"action","id":"${id}".*"status":"start"`,
});
const phase = (id: string): Moment => ({ name: `boot ${id}`, event: `"rank":0.*"phase":"${id}"` });

export const BEFORE_LOCK: Moment = { name: 'before lock', event: '"type":"run"' };

export const UP_MOMENTS: readonly Moment[] = [
  BEFORE_LOCK,
  action('access/api-key/spark-a'),
  action('image/load/spark-b'),
  action('rank/files/spark-a'),
  action('rank/create/spark-b'),
  action('rank/start/spark-b'),
  action('rank/start/spark-a'),
  step('ready'),
  ...['rendezvous', 'joined', 'load', 'kv-cache', 'ready'].map(phase),
];

export const DOWN_MOMENTS: readonly Moment[] = [BEFORE_LOCK, step('stop'), action('rank/stop/spark-b')];

export interface Killed {
  /** False when the verb had ended before the moment came. */
  hit: boolean;
  done: Done;
}

/** SIGKILL to the asker `delayMs` after the moment; the run on the head goes on. */
export async function killAsker(
  lab: MatrixLab,
  words: readonly string[],
  moment: Moment,
  delayMs: number,
): Promise<Killed> {
  return signalAsker(lab, words, moment, delayMs, ['SIGKILL']);
}

/** Signals to the asker, the first `delayMs` after the moment, each other a third of a second later. */
export async function signalAsker(
  lab: MatrixLab,
  words: readonly string[],
  moment: Moment,
  delayMs: number,
  signals: readonly NodeJS.Signals[],
): Promise<Killed> {
  const pattern = new RegExp(moment.event);
  let hit = false;
  const { done } = lab.verb(words, (line, child) => {
    if (hit || !pattern.test(line)) return;
    hit = true;
    void (async () => {
      await pause(delayMs);
      for (const signal of signals) {
        child.kill(signal);
        await pause(350);
      }
    })();
  });
  return { done: await done, hit };
}

/** SIGKILL to the run's process on the head, from a watcher that reads the run's own events there. */
export async function killRun(
  lab: MatrixLab,
  words: readonly string[],
  moment: Moment,
  delayMs: number,
): Promise<Killed> {
  const watching = Promise.withResolvers<void>();
  const watcher = lab.watch('spark-a', watchScript(moment, delayMs), (line) => {
    if (line === 'watching') watching.resolve();
  });
  await Promise.race([watching.promise, watcher.done]);
  const done = await lab.verb(words).done;
  watcher.child.kill();
  const said = await watcher.done;
  return { done, hit: /^killed$/m.test(said.out) };
}

function watchScript(moment: Moment, delayMs: number): string {
  return `
S="$HOME/.local/state/sparkwright/${CLUSTER}/runs"
before=$(ls -1 "$S" 2>/dev/null | tail -n 1)
echo watching
for i in $(seq 3000); do
  run=$(ls -1 "$S" 2>/dev/null | tail -n 1)
  [ "$run" != "$before" ] && [ -s "$S/$run/pid" ] && break
  sleep 0.02
done
pid=$(cat "$S/$run/pid")
grep -qm1 -E '${moment.event}' < <(exec tail -n +1 -s 0.05 --pid="$pid" -f "$S/$run/events.jsonl") || { echo missed; exit 0; }
sleep ${(delayMs / 1000).toFixed(3)}
if kill -9 "$pid"; then echo killed; else echo missed; fi`;
}
