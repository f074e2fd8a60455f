/** A verb that the head does: the request goes there, what comes back is shown. */
import type { LoadedCluster } from '../cluster/types.ts';
import type { Ended, Request, RequestBase, VerbRequest } from '../life/wish.ts';
import { msg } from '../message/message.ts';
import type { LoadedRecipe } from '../recipe/types.ts';
import { attach, type Conductor, conduct } from '../remote/conduct.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { durationFlag, type Flags, viewOptions } from './flags.ts';
import { headHost, ownTool, toolOnHead } from './head.ts';
import { agreeTo, loadClusterFile, loadRecipeOf, requestBase } from './load.ts';
import { openView, type View, type ViewOptions } from './report/view.ts';

/** What runs can be looked at and stopped though the recipe here is gone or broken: the head remembers it. */
const NEEDS_NO_RECIPE: readonly VerbRequest['verb'][] = ['down', 'undo', 'status', 'logs', 'bundle'];

/** Takes the file that a call hands over, and says the end once it lies here. */
export interface Receiver {
  chunk(offset: number, data: string): void;
  end(ended: Ended): Promise<Ended>;
}

function showing(receiver: Receiver, view: View): Conductor['show'] {
  return (event) => (event.type === 'chunk' ? receiver.chunk(event.offset, event.data) : view.show(event));
}

/** Does a verb on the head and sets the exit code. */
export async function onHead(
  flags: Flags,
  verb: VerbRequest,
  more: Pick<RequestBase, 'exposure'> & Pick<ViewOptions, 'document'> & { receiver?: Receiver } = {},
): Promise<void> {
  const { document, receiver, ...wish } = more;
  const cluster = await loadClusterFile(flags);
  const recipe = await recipeFor(verb.verb, cluster);
  const request = { ...requestBase(cluster, recipe, flags), ...wish, ...verb } as Request;
  const starts = verb.verb === 'up' || verb.verb === 'restart';
  await withConductor(flags, cluster, document, async (conductor, view) => {
    if (starts && recipe !== undefined && !verb.options.dryRun) await agreeTo(recipe, view);
    if (receiver === undefined) return await conduct(request, conductor);
    return await receiver.end(await conduct(request, { ...conductor, show: showing(receiver, view) }));
  });
}

async function recipeFor(
  verb: VerbRequest['verb'],
  cluster: LoadedCluster,
): Promise<LoadedRecipe | undefined> {
  try {
    return await loadRecipeOf(cluster);
  } catch (error) {
    if (error instanceof Failure && NEEDS_NO_RECIPE.includes(verb)) return undefined;
    throw error;
  }
}

/** Shows the run that is under way on the head, or the last one. */
export async function attachOnHead(flags: Flags): Promise<void> {
  await withConductor(flags, await loadClusterFile(flags), undefined, attach, 'leave');
}

async function withConductor(
  flags: Flags,
  cluster: LoadedCluster,
  document: ViewOptions['document'],
  work: (conductor: Conductor, view: View) => Promise<Ended>,
  whenLate: 'stop' | 'leave' = 'stop',
): Promise<void> {
  const view = await openView(viewOptions(flags, document));
  const detach = new AbortController();
  const head = await headHost(cluster);
  let interrupted: (() => void) | undefined;
  const onSignal = () => {
    if (interrupted === undefined) return detach.abort();
    const first = interrupted;
    interrupted = undefined;
    first();
  };
  process.on('SIGINT', onSignal);
  let late = false;
  let last: NodeJS.Timeout | undefined;
  const limit = deadline(flags, () => {
    late = true;
    // One who only looks stops nothing by looking no longer.
    if (whenLate === 'leave') return detach.abort();
    onSignal();
    // What does not stop when it is asked to is left alone, as after a second Ctrl+C.
    last = setTimeout(() => detach.abort(), STOP_MS);
  });
  try {
    const tool = head.local ? ownTool() : await toolOnHead(head, view, detach.signal);
    const conductor: Conductor = {
      head,
      tool,
      cluster: cluster.cluster.name,
      show: (event) => view.show(event),
      note: (message) => view.note(message),
      ask: (message, settled) => view.ask(message, settled),
      answers: flags.yes === true || process.stdin.isTTY,
      detach: detach.signal,
      onInterrupt: (callback) => {
        interrupted = callback;
      },
    };
    const timedOut = () => new Failure(msg('cli.timed-out', { timeout: flags.timeout ?? '' }), EXIT.timedOut);
    const ended = await work(conductor, view).catch((error: unknown) => {
      if (late && error instanceof Failure) view.note(error.said);
      throw late ? timedOut() : error;
    });
    if (late && ended.exit === EXIT.interrupted) throw timedOut();
    view.end(ended);
    process.exitCode = ended.exit;
  } catch (error) {
    view.close();
    throw error;
  } finally {
    clearTimeout(limit);
    clearTimeout(last);
    process.off('SIGINT', onSignal);
    await head.close();
  }
}

/** `--timeout`: what Ctrl+C would do, by the clock. The head of an `up` keeps it too, for the boot. */
function deadline(flags: Flags, late: () => void): NodeJS.Timeout | undefined {
  const ms = durationFlag('--timeout', flags.timeout);
  return ms === undefined ? undefined : setTimeout(late, ms + GRACE_MS);
}

/** The head ends its own wait first, and says where it stood. */
const GRACE_MS = 5_000;
/** How long a run that was told to stop is watched. */
const STOP_MS = 60_000;
