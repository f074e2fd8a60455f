/** An event as lines for a person. Pure: the views only decide where the lines go and in which colour. */
import type { Finding } from '../../change/types.ts';
import type { Event, PlannedStep } from '../../event/types.ts';
import { type Language, type Message, msg, say } from '../../message/message.ts';
import { safeLine } from '../../text/safe.ts';

export type Tone = 'title' | 'good' | 'bad' | 'warn' | 'dim' | 'plain';

export interface Line {
  tone: Tone;
  text: string;
}

/** How much a person wants to read: -q, nothing, -v. */
export type Detail = 'quiet' | 'usual' | 'verbose';

export function linesOf(event: Event, language: Language, detail: Detail): Line[] {
  const tell = (message: Message) => safeLine(say(message, language));
  switch (event.type) {
    case 'run':
      return detail === 'quiet' ? [] : [line('title', tell(runTitle(event)))];
    case 'plan':
      return event.dryRun ? planLines(event.steps, language) : [];
    case 'step':
      if (event.status === 'start' && detail !== 'quiet') return [line('title', tell(event.title))];
      if (event.status === 'nothing' && detail === 'verbose')
        return [line('dim', `  ${tell(msg('cli.step.nothing'))}`)];
      return [];
    case 'action':
      return actionLines(event, tell, detail);
    case 'finding':
      return findingLines(event.finding, language);
    case 'phase':
      return detail === 'quiet' ? [] : [line('plain', `  ${tell(phaseMessage(event))}`)];
    case 'log':
      return [line('plain', `r${event.rank}| ${safeLine(event.line)}`)];
    case 'note':
      return noteLines(event, tell, detail);
    case 'answered':
      return [line('dim', `  ${tell(msg(event.answer ? 'cli.answered-yes' : 'cli.answered-no'))}`)];
    case 'result':
      return resultLines(event, language);
    case 'progress':
    case 'memory':
    case 'chunk':
    case 'question':
      return [];
  }
}

function line(tone: Tone, text: string): Line {
  return { tone, text };
}

function runTitle(event: Extract<Event, { type: 'run' }>): Message {
  const { verb, cluster, node, tool } = event;
  return event.recipe === undefined
    ? msg('cli.run', { verb, cluster, node, tool })
    : msg('cli.run-recipe', { verb, cluster, node, tool, recipe: event.recipe });
}

function actionLines(
  event: Extract<Event, { type: 'action' }>,
  tell: (message: Message) => string,
  detail: Detail,
): Line[] {
  const title = `${event.nodes.join(' → ')}  ${tell(event.title)}`;
  const spent = event.seconds === undefined ? '' : ` (${seconds(event.seconds)})`;
  switch (event.status) {
    case 'start':
      return detail === 'verbose' ? [line('dim', `  … ${title}`)] : [];
    case 'done':
      return detail === 'quiet' ? [] : [line('good', `  ✓ ${title}${spent}`)];
    case 'attached':
      return detail === 'quiet' ? [] : [line('plain', `  ↺ ${title}`)];
    case 'undone':
      return [line('warn', `  ↶ ${title}${spent}`)];
    case 'cancelled':
      return [line('warn', `  – ${title}${spent}`)];
    case 'failed':
      return [line('bad', `  ✗ ${title}${spent}`), ...evidenceLines(event.why)];
  }
}

export function findingLines(finding: Finding, language: Language): Line[] {
  const tone = finding.verdict === 'fail' ? 'bad' : finding.verdict === 'ok' ? 'good' : 'warn';
  const mark = { ok: '✓', warn: '!', fail: '✗', unknown: '?' }[finding.verdict];
  const where = finding.node === undefined ? '' : `${finding.node}: `;
  const lines = [line(tone, `${mark} ${where}${safeLine(say(finding.title, language))}  [${finding.id}]`)];
  lines.push(...evidenceLines(finding.evidence));
  if (finding.means !== undefined) lines.push(line('plain', `    ${safeLine(say(finding.means, language))}`));
  for (const command of finding.remedy?.commands ?? [])
    lines.push(line('plain', `    $ ${safeLine(command)}`));
  return lines;
}

function noteLines(
  event: Extract<Event, { type: 'note' }>,
  tell: (message: Message) => string,
  detail: Detail,
): Line[] {
  if (event.level === 'info' && detail === 'quiet') return [];
  const tone = event.level === 'error' ? 'bad' : event.level === 'warn' ? 'warn' : 'plain';
  const where = event.node === undefined ? '' : `${event.node}  `;
  return [line(tone, `  ${where}${tell(event.message)}`), ...evidenceLines(event.evidence)];
}

/** Evidence is what was read, indented; at most 40 lines of it. */
function evidenceLines(evidence: string | undefined): Line[] {
  if (evidence === undefined || evidence.trim() === '') return [];
  const rows = evidence.trimEnd().split('\n');
  return rows.slice(-40).map((row) => line('dim', `    ${safeLine(row)}`));
}

/** A phase that has only just begun is said without its time. */
export function phaseMessage(event: Extract<Event, { type: 'phase' }>): Message {
  const about = { rank: event.rank, node: event.node, phase: event.title };
  const spent = event.spentMs < 1_000 ? undefined : seconds(event.spentMs / 1000);
  const left = event.estimateMs === undefined ? undefined : seconds(event.estimateMs / 1000);
  if (spent === undefined) {
    return left === undefined
      ? msg('cli.phase-begun', about)
      : msg('cli.phase-begun-estimate', { ...about, left });
  }
  return left === undefined
    ? msg('cli.phase', { ...about, spent })
    : msg('cli.phase-estimate', { ...about, spent, left });
}

/** The last sentence may be several lines: each stays one, whatever is in it. */
function resultLines(event: Extract<Event, { type: 'result' }>, language: Language): Line[] {
  if (event.message === undefined) return [];
  const tone = event.exit === 0 ? 'good' : 'bad';
  return say(event.message, language)
    .split('\n')
    .map((row) => line(tone, `${/^ */.exec(row)?.[0] ?? ''}${safeLine(row)}`));
}

/** `--dry-run`: every step with its actions and their exact work. */
function planLines(steps: PlannedStep[], language: Language): Line[] {
  return steps.flatMap((step) => [
    line('title', safeLine(say(step.title, language))),
    ...(step.later === undefined ? [] : [line('dim', `  ${safeLine(say(step.later, language))}`)]),
    ...(step.actions.length === 0 && step.later === undefined
      ? [line('dim', `  ${say(msg('cli.step.nothing'), language)}`)]
      : []),
    ...step.actions.flatMap((action) => [
      line(
        'plain',
        `  ${action.nodes.join(' → ')}  ${safeLine(say(action.title, language))}  [${action.risk}]`,
      ),
      ...action.work.split('\n').map((row) => line('dim', `      ${safeLine(row)}`)),
    ]),
  ]);
}

/** 0.8 s, 12 s, 3 min 20 s. */
export function seconds(value: number): string {
  if (value < 10) return `${value.toFixed(1)} s`;
  if (value < 120) return `${Math.round(value)} s`;
  return `${Math.floor(value / 60)} min ${Math.round(value % 60)} s`;
}
