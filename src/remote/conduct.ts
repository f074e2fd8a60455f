/** Has a verb done by the head and hands over its events. The head may be this machine: then only the way differs. */
import { randomBytes } from 'node:crypto';
import type { Event } from '../event/types.ts';
import type { Host } from '../host/types.ts';
import type { Ended, Request } from '../life/wish.ts';
import { type Message, msg } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { shq } from '../text/quote.ts';
import { EVENT_BYTES, endedFrom, eventFrom, followRun } from './follow.ts';
import { outputOf } from './place.ts';
import { outlivesAsker, requestDigest, runIdFrom } from './request.ts';
import { listScript, type RunLine, readRunLines, startScript } from './runs.ts';

export interface Conductor {
  head: Host;
  /** Words that start sparkwright on the head. */
  tool: readonly string[];
  cluster: string;
  show(event: Event): void;
  note(message: Message): void;
  /** Asks a person, until the signal says that the question is settled; without a person the answer is no. */
  ask(message: Message, settled?: AbortSignal): Promise<boolean>;
  /** Whether somebody, or a `--yes`, stands behind the answers of `ask`. */
  answers: boolean;
  /** Ends our watching; the run on the head is left alone. */
  detach: AbortSignal;
  /** Calls back when the person presses Ctrl+C the first time. */
  onInterrupt(callback: () => void): void;
}

/** Runs a verb: those that change something outlive us, the others end with our connection. */
export async function conduct(request: Request, conductor: Conductor): Promise<Ended> {
  return outlivesAsker(request)
    ? await conductRun(request, conductor)
    : await conductCall(request, conductor);
}

async function conductRun(request: Request, conductor: Conductor): Promise<Ended> {
  const { head, cluster } = conductor;
  const digest = requestDigest(request);
  const live = (await listRuns(conductor)).filter((run) => run.live);
  const same = live.find((run) => run.digest === digest && run.verb === request.verb);
  if (same !== undefined) {
    conductor.note(msg('remote.attached', { run: same.id, verb: same.verb, node: head.name }));
    return await followRun(same.id, conductor, conductor.answers);
  }
  const other = live[0];
  if (other !== undefined && steals(request)) {
    conductor.note(msg('remote.steals', { node: head.name, verb: other.verb, run: other.id }));
  } else if (other !== undefined) {
    throw new Failure(
      msg('remote.other-run', { node: head.name, verb: other.verb, run: other.id }),
      EXIT.held,
    );
  }
  const id = runIdFrom(new Date(), randomBytes(4));
  const script = startScript(cluster, id, conductor.tool, { verb: request.verb, digest });
  if (conductor.detach.aborted) throw new Failure(msg('remote.interrupted'), EXIT.interrupted);
  // Not to be cancelled half way: nobody would know whether it runs.
  outputOf(await head.run(script, { deadlineMs: 30_000, stdin: JSON.stringify(request) }), head.name);
  return await followRun(id, conductor, true);
}

/** Whether it takes the lock from the run that is under way; the head proves first whose it is. */
function steals({ options }: Request): boolean {
  return 'steal' in options && options.steal === true;
}

/** The runs of this cluster that the head knows, oldest first. */
async function listRuns(conductor: Conductor): Promise<RunLine[]> {
  const options = { deadlineMs: 20_000, signal: conductor.detach };
  return readRunLines(
    outputOf(await conductor.head.run(listScript(conductor.cluster), options), conductor.head.name),
  );
}

/** Finds the run that is under way, or the last one, and shows it from its first event. */
export async function attach(conductor: Conductor): Promise<Ended> {
  const runs = await listRuns(conductor);
  const run = runs.findLast((candidate) => candidate.live) ?? runs.at(-1);
  if (run === undefined) {
    const { cluster, head } = conductor;
    throw new Failure(msg('remote.no-run', { cluster, node: head.name }), EXIT.failed);
  }
  const about = { run: run.id, verb: run.verb, node: conductor.head.name };
  conductor.note(run.live ? msg('remote.attached', about) : msg('remote.last-run', about));
  return await followRun(run.id, conductor, conductor.answers);
}

/** A verb that only reads: the request goes in, events come out, our end is its end. */
async function conductCall(request: Request, conductor: Conductor): Promise<Ended> {
  const { head } = conductor;
  let result: Ended | undefined;
  const cancel = new AbortController();
  conductor.onInterrupt(() => cancel.abort());
  const outcome = await head.follow(`exec ${conductor.tool.map(shq).join(' ')} __serve -`, {
    deadlineMs: 24 * 3_600_000,
    signal: AbortSignal.any([cancel.signal, conductor.detach]),
    stdin: JSON.stringify(request),
    lineBytes: EVENT_BYTES,
    onLine(line, stream) {
      const event = stream === 'stdout' ? eventFrom(line) : undefined;
      if (event === undefined) return;
      if (event.type === 'result') result = endedFrom(event);
      conductor.show(event);
    },
  });
  if (result !== undefined) return result;
  outputOf(outcome, head.name);
  throw new Failure(msg('remote.no-result', { verb: request.verb, node: head.name }), EXIT.failed);
}
