/** The one gate: only what passes here changes a node. Asks, finds root, runs in order, stops where it must. */
import type { Action } from '../change/types.ts';
import { msg } from '../message/message.ts';
import { Failure } from '../text/failure.ts';
import type { ActionFailure, GateContext, GateEnd, GateResult } from './context.ts';
import { type ActionEnd, runAction } from './one.ts';
import { startable } from './order.ts';
import { rootScripts } from './work-text.ts';

/**
 * Runs actions: every question and the way to root come first, so that afterwards nobody has to wait for a prompt.
 * A failure starts nothing new and lets run what runs. Never rejects but for a journal that cannot be written.
 */
export async function runActions(actions: readonly Action[], context: GateContext): Promise<GateResult> {
  const nothing = (end: GateEnd, more: Partial<GateResult> = {}): GateResult => ({
    ...{ end, done: [], failures: [], left: [...actions], rootScripts: [] },
    ...more,
  });
  if (context.signal.aborted) return nothing('cancelled');

  const root = await withoutRoot(actions, context);
  if (root.failures.length > 0) return nothing('failed', { failures: root.failures });
  // The place of a password prompt: with a terminal, root would be asked for here, once a run.
  if (root.actions.length > 0) return nothing('needs-root', { rootScripts: rootScripts(root.actions) });

  for (const action of actions) {
    if (!(await allowed(action, context))) return nothing('declined');
    if (context.signal.aborted) return nothing('cancelled');
  }
  return runInOrder(actions, context);
}

/** The actions that need root where we cannot have it without a password. */
async function withoutRoot(
  actions: readonly Action[],
  context: GateContext,
): Promise<{ actions: Action[]; failures: ActionFailure[] }> {
  const needing = actions.filter((action) => action.asRoot);
  const failures: ActionFailure[] = [];
  const closed = new Set<string>();
  for (const node of new Set(needing.map((action) => action.nodes[0] ?? ''))) {
    try {
      const way = await context.hosts.get(node)?.root();
      if (way === 'asks' || way === 'none') closed.add(node);
    } catch (error) {
      const action = needing.find((one) => one.nodes[0] === node);
      if (!(error instanceof Failure) || action === undefined) throw error;
      failures.push({ action, why: error.said, evidence: error.evidence ?? '' });
    }
  }
  return { actions: needing.filter((action) => closed.has(action.nodes[0] ?? '')), failures };
}

/** A destructive action is asked for by its own name, whatever `--yes` says. */
async function allowed(action: Action, context: GateContext): Promise<boolean> {
  const question = action.asks ?? action.title;
  if (action.risk === 'destructive') return context.ask(question, action.id);
  if (context.yes || (action.risk === 'safe' && action.asks === undefined)) return true;
  return context.ask(question);
}

interface Ended {
  index: number;
  end: ActionEnd;
}

async function runInOrder(actions: readonly Action[], context: GateContext): Promise<GateResult> {
  const running = new Map<number, Promise<Ended>>();
  const finished = new Map<number, ActionEnd>();
  const ends: Ended[] = [];
  const detached = Promise.withResolvers<'detached'>();
  const onDetach = () => detached.resolve('detached');
  if (context.detach?.aborted) onDetach();
  context.detach?.addEventListener('abort', onDetach, { once: true });

  try {
    while (true) {
      const goOn = !context.signal.aborted && ends.every(({ end }) => end.end === 'done');
      if (goOn) {
        for (const index of startable(actions, new Set(running.keys()), new Set(finished.keys()))) {
          const action = actions[index];
          if (action === undefined) continue;
          running.set(
            index,
            runAction(action, context).then((end) => ({ index, end })),
          );
        }
      }
      if (running.size === 0) break;
      const next = await Promise.race([...running.values(), detached.promise]);
      if (next === 'detached') {
        context.bus.emit({ type: 'note', level: 'warn', message: msg('gate.detached') });
        return result(actions, ends, 'detached');
      }
      running.delete(next.index);
      finished.set(next.index, next.end);
      ends.push(next);
    }
  } finally {
    context.detach?.removeEventListener('abort', onDetach);
  }
  return result(actions, ends, endOfAll(actions, ends));
}

function endOfAll(actions: readonly Action[], ends: readonly Ended[]): GateEnd {
  const any = (kind: ActionEnd['end']) => ends.some(({ end }) => end.end === kind);
  if (ends.length === actions.length && ends.every(({ end }) => end.end === 'done')) return 'done';
  if (any('failed')) return 'failed';
  return any('detached') ? 'detached' : 'cancelled';
}

function result(actions: readonly Action[], ends: readonly Ended[], end: GateEnd): GateResult {
  const done = ends.filter((one) => one.end.end === 'done').map((one) => one.index);
  return {
    end,
    done: done.map((index) => actions[index]?.id ?? ''),
    failures: ends.flatMap((one) => (one.end.end === 'failed' ? [one.end] : [])),
    left: actions.filter((_, index) => !done.includes(index)),
    rootScripts: [],
  };
}
