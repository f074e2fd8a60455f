/** The life of one action: what stood there is kept, a line in the journal, the work, its proof, a line in the journal. */
import type { Action, Undo } from '../change/types.ts';
import type { ActionStatus } from '../event/types.ts';
import type { Host } from '../host/types.ts';
import { msg } from '../message/message.ts';
import { sha256Hex } from '../text/canonical.ts';
import { Failure } from '../text/failure.ts';
import { keepFile, putBack } from './backup.ts';
import type { ActionFailure, GateContext } from './context.ts';
import type { FileBefore, UndoRecord } from './journal.ts';
import { proven } from './proof.ts';
import { type FileMark, markOf } from './standing.ts';
import { bounded, endOf, failed, type WorkEnd } from './work/end.ts';
import { isSecret, runFile } from './work/file.ts';
import { consumeJob, type JobPlace, progressOf, runJob, stopJob } from './work/job.ts';
import { runShell } from './work/shell.ts';
import { workText } from './work-text.ts';

export type ActionEnd =
  | { end: 'done' }
  | { end: 'cancelled' }
  | { end: 'undone' }
  /** Left running on its node, to be found by a later run. */
  | { end: 'detached' }
  | ({ end: 'failed' } & ActionFailure);

/** Of a work in the journal: a recipe's own files, which are part of one, may be megabytes. */
const WORK_CHARS = 64 * 1024;
const NEVER = new AbortController().signal;

/** Runs one action to its end; never rejects. */
export async function runAction(action: Action, context: GateContext): Promise<ActionEnd> {
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 100) / 10;
  const tell = (status: ActionStatus, why?: string) =>
    context.bus.emit({
      type: 'action',
      id: action.id,
      nodes: action.nodes,
      title: action.title,
      status,
      ...(status === 'start' || status === 'attached' ? {} : { seconds: seconds() }),
      ...(why === undefined ? {} : { why }),
    });
  tell('start');
  const end = await attempt(action, context, seconds, () => tell('attached')).catch((error: unknown) =>
    asFailure(action, context, error),
  );
  if (end.end === 'failed') {
    const node = action.nodes[0];
    context.bus.emit({
      type: 'note',
      level: 'error',
      ...(node === undefined ? {} : { node }),
      message: end.why,
      evidence: end.evidence,
    });
    tell('failed', end.evidence.split('\n').at(-1) || end.why.key);
  } else if (end.end !== 'detached') tell(end.end);
  return end;
}

function asFailure(action: Action, context: GateContext, error: unknown): ActionEnd {
  const evidence = error instanceof Failure ? (error.evidence ?? '') : String(error);
  const why = error instanceof Failure ? error.said : msg('gate.broke', { action: action.id });
  return { end: 'failed', action, why, evidence: redacted(context, evidence) };
}

async function attempt(
  action: Action,
  context: GateContext,
  seconds: () => number,
  attached: () => void,
): Promise<ActionEnd> {
  const name = action.nodes[0] ?? '';
  const host = context.hosts.get(name);
  if (host === undefined)
    return { end: 'failed', action, why: msg('gate.no-node', { node: name }), evidence: '' };

  const prepared = await prepareUndo(action, host, context);
  if ('end' in prepared) return prepared.end === 'failed' ? { ...prepared, action } : { end: 'cancelled' };
  await context.journal.append({
    kind: 'before',
    run: context.run,
    action: action.id,
    nodes: action.nodes,
    title: action.title,
    risk: action.risk,
    work: redacted(context, workText(action.work)).slice(0, WORK_CHARS),
    ...prepared,
    ...writesOf(action),
  });

  // What finishes on cancel is not told of it; its own deadline still holds.
  const signal = action.onCancel === 'finish' ? NEVER : context.signal;
  const worked = await work(action, host, context, signal, attached);
  const isJob = action.work.kind === 'job';
  if (isJob && worked.end === 'cancelled' && context.detach?.aborted) return { end: 'detached' };
  const end = await judge(action, host, context, prepared.undo, worked);

  const mark = await leftBy(action, host, end);
  await context.journal.append({
    kind: 'after',
    run: context.run,
    action: action.id,
    status: end.end,
    seconds: seconds(),
    ...(end.end === 'failed' ? { why: end.why, evidence: end.evidence } : {}),
    ...mark,
  });
  if (action.work.kind === 'job') await consumeJob(jobPlace(action, host, context), action.work);
  return end;
}

/** Fixes how to put things back; what stands in the way of a file is copied first. */
async function prepareUndo(
  action: Action,
  host: Host,
  context: GateContext,
): Promise<{ undo: UndoRecord; replaces?: FileBefore } | WorkEnd> {
  const { undo, asRoot } = action;
  const path = pathOf(action);
  if (path === undefined) return { undo: recordOf(undo, asRoot, { existed: false }) };
  const secret = writesSecret(action);
  const place = { ...jobPlace(action, host, context), run: context.run };
  const kept = await keepFile(place, path, secret, context.signal);
  if ('end' in kept) return kept;
  return { undo: recordOf(undo, asRoot, kept.before), replaces: kept.before };
}

function recordOf(undo: Undo, asRoot: boolean, before: FileBefore): UndoRecord {
  switch (undo.kind) {
    case 'shell':
      return { ...undo, asRoot };
    case 'restore-file':
      return { kind: 'file', path: undo.path, asRoot, before };
    case 'none':
      return undo;
  }
}

/** The file that the action changes; undefined where it changes none that we know of. */
function pathOf({ undo, work }: Action): string | undefined {
  if (undo.kind === 'restore-file') return undo.path;
  return work.kind === 'file' ? work.path : undefined;
}

function writesSecret({ work }: Action): boolean {
  return work.kind === 'file' && isSecret(work);
}

function writesOf(action: Action): { writes?: string; secret?: true } {
  if (writesSecret(action)) return { secret: true };
  const { work } = action;
  return work.kind === 'file' && work.content.from === 'text' ? { writes: sha256Hex(work.content.text) } : {};
}

/** How it left its file, for an undo that comes later; one that failed may have changed it too. */
async function leftBy(action: Action, host: Host, { end }: ActionEnd): Promise<FileMark> {
  const path = pathOf(action);
  const changed = end === 'done' || (end !== 'undone' && action.undo.kind === 'restore-file');
  if (path === undefined || !changed) return {};
  return await markOf(host, path, action.asRoot, writesSecret(action));
}

async function work(
  action: Action,
  host: Host,
  context: GateContext,
  signal: AbortSignal,
  attached: () => void,
): Promise<WorkEnd> {
  if (action.work.kind === 'shell') return runShell(host, action.work, action.asRoot, signal);
  if (action.work.kind === 'file') return runFile(host, action.work, action.asRoot, signal);
  return runJob(jobPlace(action, host, context), action.work, {
    signal: context.detach === undefined ? signal : AbortSignal.any([signal, context.detach]),
    onAttached: attached,
    onLine: (line) => {
      const progress = progressOf(line);
      if (progress !== undefined) {
        context.bus.emit({ type: 'progress', id: action.id, node: host.name, ...progress });
      }
    },
    onLost: ({ why, evidence }) =>
      context.bus.emit({ type: 'note', level: 'warn', node: host.name, message: why, evidence }),
  });
}

/** From the end of the work to the end of the action: its proof, or what a cancel asks for. */
async function judge(
  action: Action,
  host: Host,
  context: GateContext,
  undo: UndoRecord,
  worked: WorkEnd,
): Promise<Exclude<ActionEnd, { end: 'detached' }>> {
  if (worked.end === 'failed') {
    return { end: 'failed', action, why: worked.why, evidence: redacted(context, worked.evidence) };
  }
  if (worked.end === 'cancelled') {
    if (action.work.kind === 'job') await stopJob(jobPlace(action, host, context), action.work);
    if (action.onCancel !== 'undo') return { end: 'cancelled' };
    const back = await undoWork(host, undo);
    return back.end === 'failed' ? { ...back, action } : { end: 'undone' };
  }
  if (action.proof === undefined) {
    if (worked.end === 'done') return { end: 'done' };
    return { end: 'failed', action, why: msg('gate.vanished', { node: host.name }), evidence: '' };
  }
  const facts = await context.reread(action.proof.needs, action.nodes);
  const missing = proven(action.proof, facts);
  if (missing === undefined) return { end: 'done' };
  return { end: 'failed', action, why: missing.why, evidence: redacted(context, bounded(missing.evidence)) };
}

/** Puts back what an action changed. */
export async function undoWork(host: Host, undo: UndoRecord): Promise<WorkEnd> {
  switch (undo.kind) {
    case 'file':
      return putBack(host, undo.path, undo.before, { asRoot: undo.asRoot });
    case 'shell':
      return endOf(host, await host.run(undo.script, { deadlineMs: undo.deadlineMs, asRoot: undo.asRoot }));
    case 'none':
      return failed(undo.why, '');
  }
}

function jobPlace(action: Action, host: Host, context: GateContext): JobPlace {
  const statePath = context.statePaths?.get(host.name);
  return { host, cluster: context.cluster, statePath, asRoot: action.asRoot };
}

function redacted(context: GateContext, text: string): string {
  return context.redact?.(text) ?? text;
}
