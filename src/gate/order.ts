/** Which actions may start now: in their order, those that use nothing which an earlier unfinished one uses. */
import type { Action } from '../change/types.ts';

/** Indices of actions to start, given which are under way and which are done. */
export function startable(
  actions: readonly Action[],
  running: ReadonlySet<number>,
  done: ReadonlySet<number>,
): number[] {
  const taken = new Set<string>();
  const start: number[] = [];
  actions.forEach((action, index) => {
    if (done.has(index)) return;
    const free = action.uses.every((one) => !taken.has(one));
    if (free && !running.has(index)) start.push(index);
    for (const one of action.uses) taken.add(one);
  });
  return start;
}
