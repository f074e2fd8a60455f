import { say } from '../../message/message.ts';
import { safe, safeLine } from '../../text/safe.ts';
import { type Line, linesOf } from './lines.ts';
import { askPerson } from './question.ts';
import type { View, ViewOptions } from './view.ts';

/** For pipes and logs: a time, a line; a phase is repeated at most every 30 s. */
export function plainView(options: ViewOptions): View {
  const lastPhase = new Map<number, { phase: string; at: number }>();
  const print = (at: string, lines: Line[]) => {
    for (const { text } of lines) process.stdout.write(`${clock(at)} ${text}\n`);
  };
  return {
    show(event) {
      if (event.type === 'phase') {
        const last = lastPhase.get(event.rank);
        const now = Date.parse(event.at);
        if (last?.phase === event.phase && now - last.at < 30_000) return;
        lastPhase.set(event.rank, { phase: event.phase, at: now });
      }
      if (event.type === 'result') return;
      // Where nobody can be asked, the answer stands alone: the question belongs beside it.
      if (event.type === 'question' && !process.stdin.isTTY) {
        print(event.at, [{ tone: 'warn', text: `  ? ${safeLine(say(event.message, options.language))}` }]);
      }
      print(event.at, linesOf(event, options.language, options.detail));
    },
    note(message) {
      const body = { type: 'note', level: 'info', message, seq: 0, at: new Date().toISOString() } as const;
      print(body.at, linesOf(body, options.language, options.detail));
    },
    close() {},
    ask: (message, settled) => askPerson(message, options, settled),
    end(ended) {
      for (const text of options.document?.(ended.document, options.language) ?? [])
        process.stdout.write(`${safe(text, Number.POSITIVE_INFINITY)}\n`);
      const at = new Date().toISOString();
      const { exit, message } = ended;
      const body = { type: 'result', exit, seq: 0, at, ...(message && { message }) } as const;
      print(at, linesOf(body, options.language, options.detail));
    },
  };
}

function clock(at: string): string {
  const time = new Date(at);
  return [time.getHours(), time.getMinutes(), time.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
