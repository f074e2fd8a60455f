import { say } from '../../message/message.ts';
import { askPerson } from './question.ts';
import type { View, ViewOptions } from './view.ts';

/** One JSON document on standard output; with --events, each event as a JSON line on standard error. */
export function jsonView(options: ViewOptions): View {
  return {
    show(event) {
      if (options.events) process.stderr.write(`${JSON.stringify(event)}\n`);
    },
    note() {},
    close() {},
    ask: (message) => askPerson(message, options),
    end(ended) {
      const failed = ended.exit !== 0 && ended.document === undefined;
      const said = ended.message && { key: ended.message.key, text: say(ended.message, options.language) };
      const document = failed
        ? { ok: false, exit: ended.exit, error: said }
        : (ended.document ?? { ok: ended.exit === 0 });
      process.stdout.write(`${JSON.stringify(document)}\n`);
    },
  };
}
