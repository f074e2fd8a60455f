import { styleText } from 'node:util';
import type { Event } from '../../event/types.ts';
import { say } from '../../message/message.ts';
import { safe, safeLine } from '../../text/safe.ts';
import { type Line, linesOf, phaseMessage, seconds, type Tone } from './lines.ts';
import { askPerson } from './question.ts';
import { cutToWidth } from './table.ts';
import type { View, ViewOptions } from './view.ts';

const STYLES: Record<Tone, Parameters<typeof styleText>[0]> = {
  title: 'bold',
  good: 'green',
  bad: 'red',
  warn: 'yellow',
  dim: 'dim',
  plain: 'reset',
};

/** For a person at a terminal: finished lines scroll, what is under way stands in a block below them. */
export function terminalView(options: ViewOptions): View {
  const paint = (line: Line) => (options.colour ? styleText(STYLES[line.tone], line.text) : line.text);
  const phases = new Map<number, Extract<Event, { type: 'phase' }>>();
  const memory = new Map<string, number>();
  const running = new Map<string, { text: string; since: number }>();
  let drawn = 0;

  const erase = () => {
    if (drawn > 0) process.stdout.write(`\x1b[${drawn}A\x1b[0J`);
    drawn = 0;
  };
  const block = (): string[] => {
    const rows = [...phases.values()].map(
      (event) => `  ⠿ ${safeLine(say(phaseMessage(event), options.language))}`,
    );
    for (const { text, since } of running.values())
      rows.push(`  … ${text} ${seconds((Date.now() - since) / 1000)}`);
    if (phases.size > 0 && memory.size > 0) {
      rows.push(
        `  ${[...memory].map(([node, bytes]) => `${node} ${(bytes / 2 ** 30).toFixed(1)} GiB`).join('  ')}`,
      );
    }
    const columns = process.stdout.columns ?? 80;
    return rows.slice(0, 12).map((row) => cutToWidth(row, columns - 1));
  };
  const draw = () => {
    const rows = block();
    for (const row of rows) process.stdout.write(`${options.colour ? styleText('cyan', row) : row}\n`);
    drawn = rows.length;
  };
  const print = (lines: Line[]) => {
    erase();
    for (const line of lines) process.stdout.write(`${paint(line)}\n`);
    draw();
  };
  const tick = setInterval(() => {
    if (running.size === 0) return;
    erase();
    draw();
  }, 250);
  tick.unref();

  const close = () => {
    clearInterval(tick);
    phases.clear();
    running.clear();
    erase();
  };

  return {
    show(event) {
      if (event.type === 'phase') {
        phases.set(event.rank, event);
        return print([]);
      }
      if (event.type === 'memory') {
        memory.set(event.node, event.memAvailableBytes);
        return print([]);
      }
      if (event.type === 'progress') {
        const entry = running.get(event.id);
        if (entry !== undefined && event.total !== undefined && event.total > 0) {
          entry.text = `${entry.text.replace(/ \d+ %$/, '')} ${Math.floor((100 * event.done) / event.total)} %`;
        }
        return;
      }
      if (event.type === 'action') {
        const text = `${event.nodes.join(' → ')}  ${safeLine(say(event.title, options.language))}`;
        if (event.status === 'start') running.set(event.id, { text, since: Date.now() });
        else running.delete(event.id);
      }
      if (event.type === 'step' && event.status !== 'start') phases.clear();
      if (event.type === 'result') return;
      print(linesOf(event, options.language, options.detail));
    },
    note(message) {
      print(
        linesOf({ type: 'note', level: 'info', message, seq: 0, at: '' }, options.language, options.detail),
      );
    },
    async ask(message, settled) {
      erase();
      return await askPerson(message, options, settled);
    },
    close,
    end(ended) {
      close();
      for (const text of options.document?.(ended.document, options.language) ?? [])
        process.stdout.write(`${safe(text, Number.POSITIVE_INFINITY)}\n`);
      const { exit, message } = ended;
      for (const line of linesOf(
        { type: 'result', exit, seq: 0, at: '', ...(message && { message }) },
        options.language,
        options.detail,
      )) {
        process.stdout.write(`${paint(line)}\n`);
      }
    },
  };
}
