/** Puts back what actions changed, newest first, each with a line in the journal before and after. */
import type { Host } from '../host/types.ts';
import { type Message, msg } from '../message/message.ts';
import { shq } from '../text/quote.ts';
import { keepFile } from './backup.ts';
import type { GateContext } from './context.ts';
import type { FileBefore, UndoRecord } from './journal.ts';
import { undoWork } from './one.ts';
import { type FileMark, judgeFile, lookAtFiles } from './standing.ts';
import type { WorkEnd } from './work/end.ts';

/** One action of the journal that is to be put back. */
export interface UndoItem {
  /** The run it belongs to. */
  of: string;
  action: string;
  /** The time of its line `before`: names it even where a run did the same twice. */
  began: string;
  nodes: string[]; // the first is where the work ran
  title: Message;
  undo: Exclude<UndoRecord, { kind: 'none' }>;
  left: FileMark;
  secret: boolean;
}

export interface UndoFailure {
  item: UndoItem;
  why: Message;
  evidence: string;
}

export interface UndoResult {
  end: 'done' | 'failed' | 'cancelled';
  undone: UndoItem[];
  failures: UndoFailure[];
  /** Not tried: a newer one on the same node failed, or it was cancelled before. */
  left: UndoItem[];
}

/** One undo is a matter of seconds: a cancel waits for its end. */
const NEVER = new AbortController().signal;

type UndoContext = Pick<
  GateContext,
  'run' | 'cluster' | 'hosts' | 'statePaths' | 'journal' | 'bus' | 'signal' | 'redact'
>;

/**
 * Undoes in the order given. A failure ends it for its node, whose older changes lie under the newer one, and not for
 * the others. A cancel ends it between two. Rejects only for a journal that cannot be written.
 */
export async function undoActions(items: readonly UndoItem[], context: UndoContext): Promise<UndoResult> {
  const undone: UndoItem[] = [];
  const failures: UndoFailure[] = [];
  const left: UndoItem[] = [];
  const closed = new Set<string>();
  for (const item of items) {
    const node = item.nodes[0] ?? '';
    if (context.signal.aborted || closed.has(node)) {
      left.push(item);
      continue;
    }
    const failure = await undoOne(item, node, context);
    if (failure === undefined) undone.push(item);
    else {
      failures.push(failure);
      closed.add(node);
    }
  }
  if (failures.length > 0) return { end: 'failed', undone, failures, left };
  return { end: left.length > 0 ? 'cancelled' : 'done', undone, failures, left };
}

async function undoOne(item: UndoItem, node: string, context: UndoContext): Promise<UndoFailure | undefined> {
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 100) / 10;
  const tell = (status: 'start' | 'undone' | 'failed', why?: string) =>
    context.bus.emit({
      type: 'action',
      id: item.action,
      nodes: item.nodes,
      title: item.title,
      status,
      ...(status === 'start' ? {} : { seconds: seconds() }),
      ...(why === undefined ? {} : { why }),
    });
  const name = { run: context.run, of: item.of, action: item.action, began: item.began };
  const redact = (text: string) => context.redact?.(text) ?? text;
  tell('start');

  const why = reasonOf(await work(), node);
  await context.journal.append({
    kind: 'undo-after',
    ...name,
    status: why === undefined ? 'done' : 'failed',
    seconds: seconds(),
    ...(why === undefined ? {} : { why: why.why, evidence: redact(why.evidence) }),
  });
  if (why === undefined) {
    tell('undone');
    return undefined;
  }
  const evidence = redact(why.evidence);
  context.bus.emit({ type: 'note', level: 'error', node, message: why.why, evidence });
  tell('failed', evidence.split('\n').at(-1) || why.why.key);
  return { item, why: why.why, evidence };

  async function work(): Promise<WorkEnd> {
    const host = context.hosts.get(node);
    if (host === undefined) return { end: 'failed', why: msg('gate.no-node', { node }), evidence: '' };
    const kept = await lookAndKeep(item, host, context);
    if ('end' in kept) return kept;
    await context.journal.append({ kind: 'undo-before', ...name, ...kept });
    return await undoWork(host, item.undo);
  }
}

function reasonOf(end: WorkEnd, node: string): { why: Message; evidence: string } | undefined {
  if (end.end === 'done') return undefined;
  if (end.end === 'failed') return end;
  return { why: msg('gate.vanished', { node }), evidence: '' };
}

/**
 * Once more just before: was the file edited since? What stands there now is kept like anything that is replaced. A
 * file that is back already is done, without work.
 */
async function lookAndKeep(
  item: UndoItem,
  host: Host,
  context: UndoContext,
): Promise<{ replaces?: FileBefore } | WorkEnd> {
  const { undo, left, secret } = item;
  if (undo.kind === 'shell') return {};
  const { path, before, asRoot } = undo;
  const looked = await lookAtFiles(host, [{ path, before, secret }], { asRoot });
  if ('end' in looked) return looked;
  const [standing] = looked.standings;
  const verdict = standing === undefined ? 'untold' : judgeFile(before, left, standing);
  if (verdict === 'as-before') return { end: 'done' };
  if (verdict !== 'as-left') {
    return { end: 'failed', why: fileReason(verdict, host.name, undo), evidence: path };
  }
  const { run, cluster } = context;
  const place = { host, cluster, run, statePath: context.statePaths?.get(host.name), asRoot };
  const kept = await keepFile(place, path, secret, NEVER);
  return 'end' in kept ? kept : { replaces: kept.before };
}

/** Why a file is not put back. */
export function fileReason(
  verdict: 'edited' | 'copy-gone' | 'untold',
  node: string,
  undo: Extract<UndoRecord, { kind: 'file' }>,
): Message {
  const { path, before } = undo;
  const copy = before.existed ? before.backup : msg('gate.undo-no-file');
  switch (verdict) {
    case 'edited':
      return msg('gate.undo-edited', { node, file: path, copy });
    case 'copy-gone':
      return msg('gate.undo-copy-gone', { node, file: path, copy });
    case 'untold':
      return msg('gate.undo-untold', { node, file: path, copy });
  }
}

/** The exact work of an undo as bash that a person can read and run. */
export function undoText(undo: UndoItem['undo']): string {
  if (undo.kind === 'shell') return undo.script;
  const path = shq(undo.path);
  if (!undo.before.existed) return `rm -f -- ${path}`;
  const beside = shq(`${undo.path}.new`);
  return `cp -a -T -- ${shq(undo.before.backup)} ${beside} && mv -T -f -- ${beside} ${path}`;
}
