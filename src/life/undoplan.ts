/** What of the journal can be put back, in which order, and why the rest is not. Pure. */
import type { FileBefore, JournalEntry } from '../gate/journal.ts';
import { type FileVerdict, judgeFile, type Standing } from '../gate/standing.ts';
import { fileReason, type UndoItem } from '../gate/undo.ts';
import { type Message, msg } from '../message/message.ts';

type Before = Extract<JournalEntry, { kind: 'before' }>;
type After = Extract<JournalEntry, { kind: 'after' }>;

/** One action as the journal has it. `unfinished`: the run was killed before it could say how it ended. */
export interface Change {
  run: string;
  before: Before;
  status: After['status'] | 'unfinished';
  after: After | undefined;
  /** The run that put it back. */
  undoneBy: string | undefined;
}

export interface RunOfChanges {
  run: string;
  verb: string;
  at: string; // ISO time of its start
  changes: Change[];
}

/** `refused`: it stands in the way of the whole; `unknown`: its node did not answer. */
export type UndoState = 'possible' | 'none' | 'undone' | 'superseded' | 'back' | 'refused' | 'unknown';

export interface Judged {
  change: Change;
  state: UndoState;
  why?: Message;
  evidence?: string;
  item?: UndoItem;
}

/** What the nodes say: nothing of a node is known that did not answer. */
export type NodeLook =
  | { reachable: true; standing(change: Change): Standing | undefined }
  | { reachable: false; why: Message; evidence: string };

/** The runs that changed something, oldest first, each with its actions in the order in which they began. */
export function runsOf(entries: readonly JournalEntry[]): RunOfChanges[] {
  const runs = new Map<string, RunOfChanges>();
  const runNamed = (run: string, at: string) => {
    const known = runs.get(run) ?? { run, verb: '?', at, changes: [] };
    runs.set(run, known);
    return known;
  };
  for (const entry of entries) {
    const { run, at } = entry;
    if (entry.kind === 'run-start') runNamed(run, at).verb = entry.verb;
    if (entry.kind === 'before') {
      runNamed(run, at).changes.push({
        run,
        before: entry,
        status: 'unfinished',
        after: undefined,
        undoneBy: undefined,
      });
    }
    if (entry.kind === 'after') {
      const change = runs.get(run)?.changes.findLast(({ before }) => before.action === entry.action);
      if (change !== undefined) Object.assign(change, { status: entry.status, after: entry });
    }
    if (entry.kind === 'undo-after' && entry.status === 'done') {
      const change = runs
        .get(entry.of)
        ?.changes.find(({ before }) => before.action === entry.action && before.at === entry.began);
      if (change !== undefined) change.undoneBy = run;
    }
  }
  return [...runs.values()].filter(({ changes }) => changes.length > 0);
}

/** An undo that was killed before its end, and after which nothing else began: the same command goes on with it. */
export function brokenUndo(
  entries: readonly JournalEntry[],
  ours: string,
): { of: string; only: string | undefined } | undefined {
  const others = entries.filter(({ run }) => run !== ours);
  const last = others.findLast((entry) => entry.kind === 'run-start')?.run;
  if (last === undefined || others.some((entry) => entry.kind === 'run-end' && entry.run === last)) {
    return undefined;
  }
  const start = others.findLast((entry) => entry.kind === 'undo-start' && entry.run === last);
  return start?.kind === 'undo-start' ? { of: start.of, only: start.only } : undefined;
}

/**
 * What is meant: a run by its whole name, else an action by its id, of which the newest that is not undone; without a
 * word the newest run that has something to undo. Undefined where there is no such thing.
 */
export function meant(runs: readonly RunOfChanges[], word: string | undefined): Change[] | undefined {
  if (word === undefined) {
    const found = runs.findLast(({ changes }) =>
      changes.some((change) => standsOf(change, all(runs), changes).state === 'possible'),
    );
    return found?.changes;
  }
  const run = runs.find((each) => each.run === word);
  if (run !== undefined) return run.changes;
  const same = all(runs).filter(({ before }) => before.action === word);
  const change = same.findLast((each) => !isUndone(each)) ?? same.at(-1);
  return change === undefined ? undefined : [change];
}

function all(runs: readonly RunOfChanges[]): Change[] {
  return runs.flatMap(({ changes }) => changes);
}

/** The files that have to be looked at, by the node they are on, so that each node is asked once. */
export function toLookAt(runs: readonly RunOfChanges[], selected: readonly Change[]): Map<string, Change[]> {
  const nodes = new Map<string, Change[]>();
  for (const change of selected) {
    if (standsOf(change, all(runs), selected).state !== 'possible') continue;
    const node = nodeOf(change);
    nodes.set(node, [...(nodes.get(node) ?? []), change]);
  }
  return nodes;
}

/**
 * Judges every selected change, newest first. Where two of them changed the same file, the older one is judged by what
 * it will find once the newer one is back.
 */
export function judgeUndo(
  runs: readonly RunOfChanges[],
  selected: readonly Change[],
  nodes: ReadonlyMap<string, NodeLook>,
): Judged[] {
  const every = all(runs);
  const later = new Map<string, FileBefore>();
  return [...selected]
    .sort((a, b) => every.indexOf(b) - every.indexOf(a))
    .map((change) => {
      const stands = standsOf(change, every, selected);
      if (stands.state !== 'possible') return stands;
      const look = nodes.get(nodeOf(change));
      if (look?.reachable === false)
        return { change, state: 'unknown', why: look.why, evidence: look.evidence };
      const item = itemOf(change);
      if (item === undefined || item.undo.kind !== 'file') return { ...stands, ...(item && { item }) };
      const place = placeOf(change);
      const newer = later.get(place);
      const now = standingFor(newer, look?.standing(change));
      const verdict = isSecretCopy(newer)
        ? 'as-left'
        : now === undefined
          ? 'untold'
          : judgeFile(item.undo.before, item.left, now);
      const judged = fileJudged(change, item, verdict, now);
      if (judged.state === 'possible' || judged.state === 'back') later.set(place, item.undo.before);
      return judged;
    });
}

/** Of a secret no digest tells what a newer undo will put there; the gate looks again before it does anything. */
function isSecretCopy(newer: FileBefore | undefined): boolean {
  return newer?.existed === true && newer.sha256 === undefined;
}

/** After a newer undo the file is what that one replaced. */
function standingFor(before: FileBefore | undefined, now: Standing | undefined): Standing | undefined {
  if (before === undefined || now === undefined) return now;
  if (!before.existed) return { state: 'absent', copy: now.copy };
  return { state: 'file', copy: now.copy, ...(before.sha256 !== undefined && { sha256: before.sha256 }) };
}

function fileJudged(change: Change, item: UndoItem, verdict: FileVerdict, now: Standing | undefined): Judged {
  if (verdict === 'as-left' || item.undo.kind !== 'file') return { change, state: 'possible', item };
  // It is noted as undone all the same, without work.
  if (verdict === 'as-before') return { change, state: 'back', why: msg('life.undo.back'), item };
  const why = fileReason(verdict, nodeOf(change), item.undo);
  const evidence = now === undefined ? '' : `${now.state} ${now.sha256 ?? now.stamp ?? ''}`.trim();
  return { change, state: 'refused', why, evidence };
}

/** What the journal alone says of a change. */
function standsOf(change: Change, every: readonly Change[], selected: readonly Change[]): Judged {
  const { undo } = change.before;
  if (isUndone(change)) {
    const why = msg('life.undo.done-before', { run: change.undoneBy ?? change.run });
    return { change, state: 'undone', why };
  }
  if (undo.kind === 'none') return { change, state: 'none', why: undo.why };
  const newer = every
    .slice(every.indexOf(change) + 1)
    .findLast((each) => !selected.includes(each) && !isUndone(each) && touchesSame(change, each));
  if (newer === undefined) return { change, state: 'possible' };
  const why = msg('life.undo.superseded', { action: newer.before.action, run: newer.run });
  return { change, state: 'superseded', why };
}

function isUndone(change: Change): boolean {
  return change.undoneBy !== undefined || change.status === 'undone';
}

/** Undoing the older one would take away what the newer one made. */
function touchesSame(older: Change, newer: Change): boolean {
  if (nodeOf(older) !== nodeOf(newer)) return false;
  if (older.before.action === newer.before.action) return true;
  return placeOf(older) === placeOf(newer) && newer.before.undo.kind !== 'none';
}

/** What is put back: a file by its path, anything else by the script that does it. */
function placeOf(change: Change): string {
  const { undo } = change.before;
  const what = undo.kind === 'file' ? undo.path : undo.kind === 'shell' ? undo.script : change.before.action;
  return `${nodeOf(change)}\n${undo.kind}\n${what}`;
}

export function nodeOf({ before }: Change): string {
  return before.nodes[0] ?? '';
}

function itemOf(change: Change): UndoItem | undefined {
  const { before, after } = change;
  if (before.undo.kind === 'none') return undefined;
  const { sha256 = before.writes, stamp } = after ?? {};
  return {
    of: change.run,
    action: before.action,
    began: before.at,
    nodes: before.nodes,
    title: msg('life.undo.title', { title: before.title }),
    undo: before.undo,
    left: { ...(sha256 !== undefined && { sha256 }), ...(stamp !== undefined && { stamp }) },
    secret: before.secret === true,
  };
}
