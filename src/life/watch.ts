/** Watches one rank and one node during a boot. A lost connection makes a rank unknown, never dead (A5.8). */
import { setTimeout as pause } from 'node:timers/promises';
import type { Unit } from '../deployment/types.ts';
import type { Bus } from '../event/bus.ts';
import type { Host } from '../host/types.ts';
import { msg } from '../message/message.ts';
import { shq } from '../text/quote.ts';
import { whileWatched } from './whilewatched.ts';

/** A rank's process is gone: by its container's own state, not by silence. */
export interface RankEnd {
  rank: number;
  node: string;
  exit: number;
  oomKilled: boolean;
  restarts: number;
}

const LONG_MS = 24 * 3_600_000;

/**
 * Hands over each line of the rank's log until its container has ended or we are told to stop. Says how it ended;
 * undefined when we stopped first. A container that Docker restarted counts as ended: it will not become ready.
 */
export async function watchRank(
  unit: Unit,
  host: Host,
  bus: Bus,
  signal: AbortSignal,
  onLine: (line: string) => void,
): Promise<RankEnd | undefined> {
  const name = shq(unit.container.name);
  let newest = '';
  let lost = false;
  while (!signal.aborted) {
    // Standard output and error come by separate ways: only what an earlier look handed over is passed over.
    const handed = newest;
    const since = newest === '' ? '' : ` --since ${shq(newest)}`;
    const { script, stdin } = whileWatched(`docker logs --timestamps --follow${since} ${name}`);
    await host.follow(script, {
      deadlineMs: LONG_MS,
      stdin,
      signal,
      onLine(line) {
        // What is said while we end the watch is about the watch.
        if (signal.aborted) return;
        const stamp = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) /.exec(line)?.[1];
        // --since is inclusive.
        if (stamp !== undefined && stamp <= handed) return;
        if (stamp !== undefined && stamp > newest) newest = stamp;
        onLine(line);
      },
    });
    if (signal.aborted) return undefined;
    const state = await rankState(unit, host, signal);
    if (state === 'unknown') {
      if (!lost)
        bus.emit({ type: 'note', level: 'warn', message: msg('life.node-lost', { node: unit.node }) });
      lost = true;
    } else {
      lost = false;
      if (!state.running || state.end.restarts > 0) return state.end;
    }
    await pause(1_000, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}

async function rankState(
  unit: Unit,
  host: Host,
  signal: AbortSignal,
): Promise<'unknown' | { running: boolean; end: RankEnd }> {
  const format = '{{.State.Running}} {{.State.ExitCode}} {{.State.OOMKilled}} {{.RestartCount}}';
  const outcome = await host.run(`docker inspect --format ${shq(format)} ${shq(unit.container.name)}`, {
    deadlineMs: 20_000,
    signal,
  });
  if (outcome.kind !== 'exit') return 'unknown';
  const gone = { rank: unit.rank, node: unit.node, exit: -1, oomKilled: false, restarts: 0 };
  if (outcome.rc !== 0)
    return /No such (object|container)/i.test(outcome.stderr) ? { running: false, end: gone } : 'unknown';
  const match = /^(true|false) (-?\d+) (true|false) (\d+)$/m.exec(outcome.stdout);
  if (match === null) return 'unknown';
  const [, running, exit, oom, restarts] = match;
  return {
    running: running === 'true',
    end: { ...gone, exit: Number(exit), oomKilled: oom === 'true', restarts: Number(restarts) },
  };
}

/** Tells a node's MemAvailable every five seconds; a node that cannot be reached is asked again. */
export async function watchMemory(host: Host, bus: Bus, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await host.follow('while grep ^MemAvailable: /proc/meminfo; do sleep 5; done', {
      deadlineMs: LONG_MS,
      signal,
      onLine(line, stream) {
        const kibibytes = stream === 'stdout' ? /^MemAvailable:\s+(\d+) kB/.exec(line)?.[1] : undefined;
        if (kibibytes === undefined) return;
        bus.emit({ type: 'memory', node: host.name, memAvailableBytes: Number(kibibytes) * 1024 });
      },
    });
    await pause(5_000, undefined, { signal }).catch(() => undefined);
  }
}
