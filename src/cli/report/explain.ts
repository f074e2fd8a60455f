import type { BootFacts } from '../../engine/bootfacts.ts';
import { roleOf } from '../../engine/cause.ts';
import type { ExplainedRank, Explanation } from '../../engine/explain.ts';
import { type Language, type Message, msg, say } from '../../message/message.ts';
import { safeLine } from '../../text/safe.ts';
import { formatNumber, formatSeconds } from '../../text/units.ts';
import { table } from './table.ts';

/** Characters of one log line that are shown: an error of NCCL names both ends of a connection. */
const LINE_CHARS = 600;
/** Consequences that are shown; a dying pair says dozens. */
const FOLLOWED = 6;

/** `explain` for a person: how far it came, the cause with its line, what it means, what to do, what else was seen. */
export function explainLines(explanation: Explanation, language: Language): string[] {
  const tell = (message: Message) => safeLine(say(message, language), 1_000);
  const { cause, ranks, followed, warnings, notes } = explanation;
  if (ranks.length === 0) return [tell(msg('engine.explain.nothing'))];
  const fileOf = (rank: number) => ranks.find((one) => one.rank === rank)?.file ?? '-';
  const nameOf = (rank: number) => msg('engine.explain.rank', { rank, role: roleOf(rank) });
  const lineOf = (file: string, line: number, text: string) =>
    line === 0
      ? safeLine(file)
      : safeLine(say(msg('engine.explain.line', { file, line, text }), language), LINE_CHARS);
  const lines = [tell(outcomeOf(explanation)), ...table(ranks.map((one) => rankCells(one, nameOf, tell)))];
  if (cause !== undefined) {
    lines.push('', tell(msg('engine.explain.cause', { rank: nameOf(cause.rank), id: cause.id })));
    lines.push(`    ${lineOf(cause.file ?? fileOf(cause.rank), cause.line, cause.text)}`);
    lines.push(`  ${tell(cause.means)}`);
    lines.push(tell(msg('engine.explain.next')), ...cause.next.map((next) => `  - ${tell(next)}`));
  }
  if (followed.length > 0) {
    lines.push('', tell(msg('engine.explain.followed')));
    for (const { rank, line, text } of followed.slice(0, FOLLOWED))
      lines.push(`  ${tell(nameOf(rank))}  ${lineOf(fileOf(rank), line, text)}`);
  }
  const facts = factCells(explanation.facts, tell);
  if (facts.length > 0) lines.push('', tell(msg('engine.explain.says')), ...table(facts));
  if (warnings.length > 0)
    lines.push('', tell(msg('engine.explain.warnings')), ...warnings.map((one) => `  ! ${tell(one)}`));
  if (notes.length > 0)
    lines.push('', tell(msg('engine.explain.notes')), ...notes.map((one) => `  - ${tell(one)}`));
  return lines;
}

function outcomeOf({ outcome, phase, title, cause }: Explanation): Message {
  if (outcome === 'ready') return msg('engine.explain.ready');
  if (outcome === 'failed' && phase === 'ready' && cause?.id !== 'boot.roce-not-used')
    return msg('engine.explain.died');
  return outcome === 'failed'
    ? msg('engine.explain.failed', { title, phase })
    : msg('engine.explain.running', { title, phase });
}

function rankCells(
  { rank, phase, title, progress, silentSeconds, lives }: ExplainedRank,
  nameOf: (rank: number) => Message,
  tell: (message: Message) => string,
): string[] {
  const parts: string[] = [];
  if (progress !== undefined && phase !== 'ready') {
    const { done, total } = progress;
    parts.push(
      tell(
        msg('engine.explain.items', { done, total, percent: Math.floor((done / Math.max(1, total)) * 100) }),
      ),
    );
  }
  if (silentSeconds !== undefined && phase !== 'ready')
    parts.push(tell(msg('engine.explain.silent', { spent: formatSeconds(silentSeconds) })));
  if (lives > 1) parts.push(tell(msg('engine.explain.lives', { lives })));
  return [`  ${tell(nameOf(rank))}`, tell(msg('engine.explain.at', { title, phase })), parts.join(', ')];
}

/** The numbers of a boot, those that are known. */
function factCells(facts: BootFacts, tell: (message: Message) => string): string[][] {
  const tokens = (count: number) => tell(msg('engine.fact.tokens', { count: formatNumber(count) }));
  const gib = (value: number | undefined) => (value === undefined ? undefined : `${value} GiB`);
  const spent = (value: number | undefined) => (value === undefined ? undefined : `${value} s`);
  const { maxConcurrency: times, concurrencyTokens: count } = facts;
  const fits =
    times === undefined || count === undefined
      ? undefined
      : tell(msg('engine.fact.times', { times, count: formatNumber(count) }));
  const carrier = { roce: 'NET/IB', sockets: 'NET/Socket' }[facts.transport ?? 'roce'];
  const rows: [Message, (string | undefined)[]][] = [
    [
      msg('engine.fact.engine'),
      [facts.version && `vLLM ${facts.version}`, facts.ncclVersion && `NCCL ${facts.ncclVersion}`],
    ],
    [msg('engine.fact.architecture'), [facts.architecture]],
    [msg('engine.fact.context'), [facts.maxModelLen === undefined ? undefined : tokens(facts.maxModelLen)]],
    [msg('engine.fact.network'), [facts.transport && carrier, facts.transportDevices, facts.headAddress]],
    [msg('engine.fact.weights'), [gib(facts.modelGiB), spent(facts.loadSeconds)]],
    [
      msg('engine.fact.kv'),
      [gib(facts.kvGiB), facts.kvTokens === undefined ? undefined : tokens(facts.kvTokens), fits],
    ],
    [msg('engine.fact.graphs'), [gib(facts.graphGiB), spent(facts.graphSeconds)]],
    [msg('engine.fact.serves'), [facts.servesAt]],
  ];
  return rows.flatMap(([name, values]) => {
    const known = values.filter((value) => value !== undefined && value !== '');
    return known.length === 0 ? [] : [[`  ${tell(name)}`, safeLine(known.join(', '))]];
  });
}
