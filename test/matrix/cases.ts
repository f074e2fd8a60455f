/** The cases: a verb is disturbed in a named moment, then the same command must end as an undisturbed run does. */
import { setTimeout as pause } from 'node:timers/promises';
import { differenceTo, fingerprintOf } from './fingerprint.ts';
import { CLUSTER, type Done, type MatrixLab, NODES } from './lab.ts';
import {
  DOWN_MOMENTS,
  type Killed,
  killAsker,
  killRun,
  type Moment,
  signalAsker,
  UP_MOMENTS,
} from './moments.ts';

export interface Case {
  name: string;
  /** Undefined when it passed, else what was seen. */
  run(): Promise<string | undefined>;
}

/** What undisturbed runs leave. */
export interface Reference {
  up: string;
  down: string;
  /** Fresh nodes: no container, no state. */
  bare: string;
}

/** Longest wait after a moment's event: what the moment names is then under way. */
const SPREAD_MS = 120;

const IMAGE = 'lab/vllm-cpu:0.32.0';

/** Ends this cluster's runs by the process ids they left, each known again by its folder among its words. */
const END_RUNS = `for run in "$HOME/.local/state/sparkwright/${CLUSTER}/runs"/*; do
  pid=$(cat "$run/pid" 2>/dev/null) || continue
  tr '\\0' '\\n' < "/proc/$pid/cmdline" 2>/dev/null | grep -q "/runs/\${run##*/}$" && kill -9 "$pid"
done`;

/** No container, no state, and with `image` no image either. */
export async function bare(lab: MatrixLab, image = false): Promise<void> {
  // A run that outlived its asker is ended first, or it would go on beside the next.
  await Promise.all(
    NODES.map((node) =>
      lab.on(
        node,
        `${END_RUNS}
docker ps -aq | xargs -r docker rm -f >/dev/null
${image ? `docker rmi -f ${IMAGE} >/dev/null 2>&1` : ''}
rm -rf "$HOME/.local/state/sparkwright/${CLUSTER}"; true`,
      ),
    ),
  );
}

export async function referenceOf(lab: MatrixLab): Promise<Reference> {
  const must = async (...words: string[]) => {
    const done = await lab.verb(words).done;
    if (done.code !== 0) throw new Error(`undisturbed ${words.join(' ')}: ${saidBy(done)}`);
  };
  await must('up');
  const up = await fingerprintOf(lab);
  await must('down');
  const down = await fingerprintOf(lab);
  await bare(lab);
  return { up, down, bare: await fingerprintOf(lab) };
}

type Disturb = (lab: MatrixLab, words: readonly string[], moment: Moment, delayMs: number) => Promise<Killed>;

export function casesOf(lab: MatrixLab, reference: Reference, random: () => number): Case[] {
  const cases: Case[] = [];
  const upCase = (how: string, moment: Moment, disturb: Disturb, wanted: readonly number[]) => {
    const delayMs = Math.round(random() * SPREAD_MS);
    cases.push({
      name: `up, ${how}, ${moment.name} +${delayMs} ms`,
      run: async () => {
        await bare(lab, moment.name.startsWith('image/'));
        const first = await disturb(lab, ['up'], moment, delayMs);
        return await after(first, wanted, 'up', reference.up);
      },
    });
  };
  const downCase = (how: string, moment: Moment, disturb: Disturb, wanted: readonly number[]) => {
    const delayMs = Math.round(random() * SPREAD_MS * 4);
    cases.push({
      name: `down, ${how}, ${moment.name} +${delayMs} ms`,
      run: async () => {
        const up = await lab.verb(['up']).done;
        if (up.code !== 0) return `up before: ${saidBy(up)}`;
        const first = await disturb(lab, ['down'], moment, delayMs);
        return await after(first, wanted, 'down', reference.down);
      },
    });
  };
  const after = async (first: Killed, wanted: readonly number[], verb: string, fingerprint: string) => {
    if (!first.hit) return `the moment never came: ${saidBy(first.done)}`;
    if (!wanted.includes(first.done.code)) return `disturbed: ${saidBy(first.done)}`;
    const again = await lab.verb([verb]).done;
    if (again.code !== 0) return `again: ${saidBy(again)}`;
    return await differenceTo(lab, fingerprint);
  };
  const once: Disturb = (...call) => signalAsker(...call, ['SIGINT']);
  const twice: Disturb = (...call) => signalAsker(...call, ['SIGINT', 'SIGINT']);
  const named = (name: string) => [...UP_MOMENTS, ...DOWN_MOMENTS].filter((moment) => moment.name === name);

  for (const moment of UP_MOMENTS) upCase('run killed', moment, killRun, [1]);
  for (const moment of UP_MOMENTS) upCase('asker killed', moment, killAsker, [137]);
  // The last word of a run that was about to end may come before the wish to stop.
  for (const name of ['before lock', 'rank/create/spark-b', 'boot load']) {
    for (const moment of named(name).slice(0, 1)) {
      upCase('Ctrl+C once', moment, once, [130]);
      upCase('Ctrl+C twice', moment, twice, [130]);
    }
  }
  for (const moment of DOWN_MOMENTS) {
    downCase('run killed', moment, killRun, [1]);
    downCase('asker killed', moment, killAsker, [137]);
  }
  for (const moment of DOWN_MOMENTS.slice(2)) {
    downCase('Ctrl+C once', moment, once, [0, 130]);
    downCase('Ctrl+C twice', moment, twice, [0, 130]);
  }
  cases.push(...refusals(lab, reference));
  for (let at = 0; at < 3; at += 1) cases.push(labUpCase(lab, reference, Math.round(300 + random() * 2_200)));
  return cases;
}

/** `lab up` killed, the same command, and a lab that works. */
function labUpCase(lab: MatrixLab, reference: Reference, delayMs: number): Case {
  const words = ['lab', 'up', '--yes', '--json'];
  return {
    name: `lab up, killed +${delayMs} ms`,
    run: async () => {
      const down = await lab.sparkwright('lab', 'down');
      if (down.code !== 0) return `lab down before: ${saidBy(down)}`;
      const { child, done } = lab.start(words);
      await pause(delayMs);
      child.kill('SIGKILL');
      await done;
      const again = await lab.sparkwright(...words);
      if (again.code !== 0) return `again: ${saidBy(again)}`;
      await bare(lab);
      const up = await lab.verb(['up']).done;
      if (up.code !== 0) return `up in the new lab: ${saidBy(up)}`;
      return await differenceTo(lab, reference.up);
    },
  };
}

/** What stands in the way before `up`: refused with the node, what was seen and what to do, and nothing is left behind. */
function refusals(lab: MatrixLab, reference: Reference): Case[] {
  const refusal = (
    name: string,
    exits: readonly number[],
    says: readonly RegExp[],
    spoil: () => Promise<() => Promise<void>>,
  ): Case => ({
    name: `refused: ${name}`,
    run: async () => {
      await bare(lab);
      const mend = await spoil();
      let done: Done;
      try {
        // As a person sees it, in words.
        done = await lab.start(['up', '--yes', '-c', lab.file]).done;
      } finally {
        await mend();
      }
      const all = done.out + done.err;
      if (!exits.includes(done.code)) return `exit ${done.code}: ${saidBy(done)}`;
      const missing = says.filter((pattern) => !pattern.test(all));
      if (missing.length > 0) return `does not say ${missing.join(', ')}: ${all}`;
      const left = await differenceTo(lab, reference.bare);
      if (left !== undefined) return `left behind:\n${left}`;
      const again = await lab.verb(['up']).done;
      return again.code === 0 ? await differenceTo(lab, reference.up) : `mended: ${saidBy(again)}`;
    },
  });
  const asRoot = (script: string) => lab.on('spark-b', `echo spark | sudo -S -p '' bash -c '${script}'`);
  return [
    refusal("the worker's sshd stopped", [1, 4], [/spark-b/, /refused|unreachable/i], async () => {
      await lab.on('spark-a', HANG_UP);
      // Mended by a timer there: nobody can log in to do it.
      await asRoot(
        'systemd-run --quiet --on-active=15 --timer-property=AccuracySec=1 systemctl start ssh; systemctl stop ssh.socket ssh 2>/dev/null; true',
      );
      return async () => {
        await pause(8_000);
        for (let tries = 0; tries < 40; tries += 1) {
          if ((await lab.on('spark-b', 'true').catch(() => 'no')) === '') return;
          await pause(500);
        }
      };
    }),
    refusal(
      'Docker stopped on the worker',
      [4],
      [/spark-b/, /docker/i, /systemctl start docker/],
      async () => {
        await asRoot('systemctl stop docker.socket docker');
        return async () => {
          await asRoot('systemctl start docker.socket docker');
        };
      },
    ),
    refusal('the API port taken on the head', [4], [/spark-a/, /8888/, /python3/], async () => {
      const pid = Promise.withResolvers<string>();
      const holder = lab.watch('spark-a', HOLD_PORT, (line) => pid.resolve(line));
      void holder.done.then(({ err }) => pid.reject(new Error(`the port was not taken: ${err}`)));
      const held = await pid.promise;
      return async () => {
        await lab.on('spark-a', `kill ${Number(held)}`);
        await holder.done;
      };
    }),
  ];
}

/** Says its process id once the port is taken. The lab's hosts have no nc. */
const HOLD_PORT = `exec python3 -c '
import os, socket, time
s = socket.socket()
s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
s.bind(("0.0.0.0", 8888))
s.listen()
print(os.getpid(), flush=True)
time.sleep(120)'`;

/** Ends the connections that earlier runs keep open to the worker: a stopped sshd does not. */
const HANG_UP = `for socket in "$XDG_RUNTIME_DIR"/sparkwright/*; do
  [ -S "$socket" ] && ssh -S "$socket" -O exit worker 2>/dev/null
done; true`;

/** The exit code and the last words, short enough for a table. */
export function saidBy(done: Done): string {
  const errors = done.err.split('\n').filter((line) => /"(failed|error|result|finding)"|^[^{]/.test(line));
  return [
    `exit ${done.code}`,
    done.out.trim().slice(0, 900),
    ...errors.slice(-6).map((line) => line.slice(0, 700)),
  ].join('\n');
}
