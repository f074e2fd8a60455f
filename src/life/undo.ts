/** `undo`: what runs changed, put back from the journal, newest first. */
import type { PlannedStep } from '../event/types.ts';
import { readJournal } from '../gate/journal.ts';
import { lookAtFiles } from '../gate/standing.ts';
import { writeIntent } from '../gate/state.ts';
import { type UndoItem, undoText } from '../gate/undo.ts';
import { endOf } from '../gate/work/end.ts';
import { type Message, msg } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { nearest } from '../text/nearest.ts';
import { withoutCredentials } from '../text/safe.ts';
import type { Site } from './site.ts';
import {
  brokenUndo,
  type Change,
  type Judged,
  judgeUndo,
  meant,
  type NodeLook,
  nodeOf,
  type RunOfChanges,
  runsOf,
  toLookAt,
  type UndoState,
} from './undoplan.ts';
import type { Ended, UndoOptions } from './wish.ts';

export interface UndoListDocument {
  ok: true;
  cluster: string;
  runs: {
    run: string;
    verb: string;
    at: string;
    actions: { action: string; nodes: string[]; title: Message; state: UndoState; why?: Message }[];
  }[];
}

interface Wanted {
  runs: RunOfChanges[];
  selected: Change[];
  of: string;
  only: string | undefined;
}

/** Shows what can be put back, or puts it back. Refused (4) where a file was edited since; 1 where a node is missing. */
export async function undo(site: Site, options: UndoOptions): Promise<Ended> {
  if (options.list) return await list(site);
  site.tellRun('undo');
  if (options.dryRun) return await putBack(site, options);
  await using _lock = await site.lock('undo', options.steal);
  return await putBack(site, options);
}

async function putBack(site: Site, options: UndoOptions): Promise<Ended> {
  const wanted = await wantedOf(site, options.what);
  if (wanted === undefined) {
    const message = msg('life.undo.nothing', { cluster: site.name });
    return { exit: EXIT.done, message, document: { ok: true, changed: false, undone: [] } };
  }
  const { runs } = wanted;
  const selected = onChosen(site, wanted.selected);
  const judged = judgeUndo(runs, selected, await lookAtNodes(site, toLookAt(runs, selected)));
  // A look that was cut off tells nothing of what it did not reach.
  if (site.signal.aborted) return { exit: EXIT.interrupted, message: msg('life.interrupted-work') };
  sayPassedOver(site, judged);
  const refused = refusalOf(judged) ?? (await rootless(site, judged));
  if (refused !== undefined) return refused;
  const items = judged.flatMap(({ item }) => item ?? []);
  const away = judged.filter(({ state }) => state === 'unknown');
  if (options.dryRun) return dryRun(site, items, away);
  if (items.length === 0 && away.length === 0) {
    const message = msg('life.undo.nothing-here', { what: options.what ?? wanted.of });
    return { exit: EXIT.done, message, document: { ok: true, changed: false, undone: [] } };
  }
  if (items.length > 0 && !(await agreed(site, items, options.yes))) {
    return site.signal.aborted
      ? { exit: EXIT.interrupted, message: msg('life.interrupted-work') }
      : { exit: EXIT.failed, message: msg('life.declined') };
  }
  return await doIt(site, wanted, items, away);
}

async function doIt(site: Site, wanted: Wanted, items: UndoItem[], away: Judged[]): Promise<Ended> {
  const title = msg('life.step.undo');
  site.bus.emit({ type: 'step', step: 'undo', title, status: 'start' });
  // Whoever takes ranks away does not want them back from what keeps the deployment up.
  if (items.some(({ action }) => action.startsWith('rank/'))) {
    await writeIntent(site.state, { want: 'down', at: new Date().toISOString(), run: site.run });
  }
  const { of, only } = wanted;
  const result = await site.undo(items, { of, ...(only !== undefined && { only }) });
  const left = [...result.failures.map(({ item }) => item), ...result.left];
  const open = [
    ...left.map(({ action, nodes, of: run }) => ({ run, action, node: nodes[0] ?? '' })),
    ...away.map(({ change }) => ({ run: change.run, action: change.before.action, node: nodeOf(change) })),
  ];
  const undone = result.undone.map(({ action, of: run }) => ({ run, action }));
  const ok = open.length === 0;
  site.bus.emit({ type: 'step', step: 'undo', title, status: ok ? 'done' : 'failed' });
  const document = { ok, changed: undone.length > 0, undone, left: open };
  const count = undone.length;
  if (ok) return { exit: EXIT.done, message: msg('life.undo.done', { count, cluster: site.name }), document };
  const nodes = [...new Set(open.map(({ node }) => node))].join(', ');
  const message = msg('life.undo.failed', { left: open.length, nodes, count });
  return { exit: result.end === 'cancelled' ? EXIT.interrupted : EXIT.failed, message, document };
}

/** `--node`: only what was changed there. Without it also what lies on a node that the cluster file has no more. */
function onChosen(site: Site, changes: readonly Change[]): Change[] {
  const all = site.chosen.length === site.nodeNames.length;
  return changes.filter((change) => all || site.chosen.includes(nodeOf(change)));
}

/** What a word means; nothing where no run has anything to undo. An undo that was killed comes before any other. */
async function wantedOf(site: Site, what: string | undefined): Promise<Wanted | undefined> {
  const { entries } = await readJournal(site.state.journal);
  const runs = runsOf(entries);
  const broken = what === undefined ? brokenUndo(entries, site.run) : undefined;
  const word = what ?? broken?.only ?? broken?.of;
  if (broken !== undefined) {
    site.bus.emit({
      type: 'note',
      level: 'info',
      message: msg('life.undo.finished', { what: broken.only ?? broken.of }),
    });
  }
  const selected = meant(runs, word);
  const [first] = selected ?? [];
  if (selected !== undefined && first !== undefined) {
    const isRun = word === undefined || first.run === word;
    return { runs, selected, of: first.run, only: isRun ? undefined : first.before.action };
  }
  if (word === undefined) return undefined;
  const known = runs.flatMap(({ run, changes }) => [run, ...changes.map(({ before }) => before.action)]);
  const near = nearest(word, known) ?? runs.at(-1)?.run ?? '-';
  throw new Failure(msg('life.undo.unknown', { cluster: site.name, what: word, near }), EXIT.usage);
}

/** One round trip a node and a way of reading, all nodes at once; no file to look at is a knock at the door. */
async function lookAtNodes(
  site: Site,
  places: ReadonlyMap<string, readonly Change[]>,
): Promise<Map<string, NodeLook>> {
  const looks = await Promise.all(
    [...places].map(async ([node, changes]) => [node, await lookAtNode(site, node, changes)] as const),
  );
  return new Map(looks);
}

async function lookAtNode(site: Site, node: string, changes: readonly Change[]): Promise<NodeLook> {
  const host = site.hosts.get(node);
  if (host === undefined) return { reachable: false, why: msg('gate.no-node', { node }), evidence: '' };
  const knock = await host.run('true', { deadlineMs: KNOCK_MS, signal: site.signal });
  const answer = endOf(host, knock);
  if (answer.end === 'failed') return { reachable: false, why: answer.why, evidence: answer.evidence };
  const standings = new Map<Change, NonNullable<ReturnType<(NodeLook & { reachable: true })['standing']>>>();
  for (const asRoot of [false, true]) {
    const files = changes.flatMap((change) => {
      const { undo: record, secret = false } = change.before;
      if (record.kind !== 'file' || record.asRoot !== asRoot) return [];
      return [{ change, path: record.path, before: record.before, secret }];
    });
    if (files.length === 0) continue;
    const looked = await lookAtFiles(host, files, { asRoot, signal: site.signal });
    if ('end' in looked) {
      if (looked.end !== 'failed' || asRoot) continue;
      return { reachable: false, why: looked.why, evidence: looked.evidence };
    }
    files.forEach(({ change }, at) => {
      const standing = looked.standings[at];
      if (standing !== undefined) standings.set(change, standing);
    });
  }
  return { reachable: true, standing: (change) => standings.get(change) };
}

/** As long as a round trip may take on a node that is short of memory. */
const KNOCK_MS = 20_000;

function sayPassedOver(site: Site, judged: readonly Judged[]): void {
  for (const { change, state, why, evidence } of judged) {
    if (why === undefined || state === 'back') continue;
    const { action } = change.before;
    const level = state === 'refused' || state === 'unknown' ? 'error' : 'info';
    site.bus.emit({
      type: 'note',
      level,
      node: nodeOf(change),
      message: level === 'error' ? why : msg('life.undo.over', { action, run: change.run, why }),
      ...(evidence !== undefined && evidence !== '' && { evidence }),
    });
  }
}

/** Files that were edited since refuse the whole before anything is changed. */
function refusalOf(judged: readonly Judged[]): Ended | undefined {
  const refused = judged.filter(({ state }) => state === 'refused');
  if (refused.length === 0) return undefined;
  const files = refused.map(({ change }) => {
    const { undo: record } = change.before;
    return {
      node: nodeOf(change),
      action: change.before.action,
      path: record.kind === 'file' ? record.path : '',
    };
  });
  const said = files.map(({ node, path }) => `${node}:${path}`).join(', ');
  return {
    exit: EXIT.refused,
    message: msg('life.undo.refused', { count: files.length, files: said }),
    document: { ok: false, changed: false, refused: files },
  };
}

/** Undos that need root where we cannot have it are handed over as a script; nothing is changed. */
async function rootless(site: Site, judged: readonly Judged[]): Promise<Ended | undefined> {
  const items = judged.flatMap(({ item }) => (item?.undo.asRoot === true ? [item] : []));
  const closed: UndoItem[] = [];
  for (const item of items) {
    const way = await site.hosts.get(item.nodes[0] ?? '')?.root();
    if (way === 'asks' || way === 'none') closed.push(item);
  }
  if (closed.length === 0) return undefined;
  const script = closed.map(({ nodes, undo: work }) => `# ${nodes[0] ?? ''}\n${undoText(work)}`).join('\n');
  return { exit: EXIT.refused, message: msg('life.needs-root', { script }) };
}

function dryRun(site: Site, items: readonly UndoItem[], away: readonly Judged[]): Ended {
  const actions: PlannedStep['actions'] = items.map(({ action, nodes, title, undo: work }) => ({
    id: action,
    nodes,
    title,
    risk: 'disruptive',
    work: withoutCredentials(undoText(work)),
  }));
  const steps: PlannedStep[] = [{ step: 'undo', title: msg('life.step.undo'), actions }];
  site.bus.emit({ type: 'plan', steps, dryRun: true });
  const unreachable = [...new Set(away.map(({ change }) => nodeOf(change)))];
  const ok = unreachable.length === 0;
  return {
    exit: ok ? EXIT.done : EXIT.failed,
    message: msg('life.planned'),
    document: { ok, steps, unreachable },
  };
}

/** Shows what would be put back, with its exact work, and asks once. */
async function agreed(site: Site, items: readonly UndoItem[], yes: boolean): Promise<boolean> {
  site.bus.emit({ type: 'note', level: 'info', message: msg('life.undo.plan') });
  for (const { action, of: run, nodes, title, undo: work } of items) {
    site.bus.emit({
      type: 'note',
      level: 'info',
      node: nodes[0] ?? '',
      message: msg('life.undo.will', { action, run, title }),
      evidence: withoutCredentials(undoText(work)),
    });
  }
  return yes || (await site.ask(msg('life.undo.ask', { count: items.length, cluster: site.name })));
}

/** Every run that changed something, newest first, with what can be put back and why the rest cannot. */
async function list(site: Site): Promise<Ended> {
  const runs = runsOf((await readJournal(site.state.journal)).entries);
  // Run by run: what a later run lies on is not looked at, so that it is one look for each file.
  const open = new Map<string, Change[]>();
  for (const { changes } of runs) {
    for (const [node, here] of toLookAt(runs, onChosen(site, changes)))
      open.set(node, [...(open.get(node) ?? []), ...here]);
  }
  const looks = await lookAtNodes(site, open);
  const rows = runs.toReversed().map(({ run, verb, at, changes }) => ({
    run,
    verb,
    at,
    // As if this run alone were asked for: what a later one changed on top of it stands in its way.
    actions: judgeUndo(runs, onChosen(site, changes), looks).map(({ change, state, why }) => ({
      action: change.before.action,
      nodes: change.before.nodes,
      title: change.before.title,
      state,
      ...(why && { why }),
    })),
  }));
  const document: UndoListDocument = { ok: true, cluster: site.name, runs: rows };
  const message =
    rows.length === 0 ? msg('life.undo.nothing', { cluster: site.name }) : msg('life.undo.listed');
  return { exit: EXIT.done, message, document };
}
