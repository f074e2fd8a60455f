import type { SmokeDocument } from '../../measure/smoke.ts';
import { type Language, msg, say } from '../../message/message.ts';
import { safe, safeLine } from '../../text/safe.ts';

type Shown = SmokeDocument & {
  answer?: { prompt: string; text: string; seconds: number; tokens: number | null };
};

/** The table of a smoke test, and the answer to the person's own question. */
export function smokeLines(document: unknown, language: Language): string[] {
  const shown = document as Partial<Shown> | undefined;
  if (shown?.checks === undefined) return [];
  const rows = shown.checks.map((check) => {
    const counts = check.passed === undefined ? undefined : `${check.passed}/${check.total}`;
    const detail = check.ok ? (counts ?? check.text ?? '') : `${check.why ?? ''} ${check.evidence ?? ''}`;
    const values = { mark: check.ok ? '✓' : '✗', id: check.title, seconds: check.seconds.toFixed(1), detail };
    return safeLine(say(msg('cli.smoke.check', values), language));
  });
  const { answer } = shown;
  if (answer === undefined) return rows;
  return [
    ...rows,
    '',
    safe(`> ${answer.prompt}`),
    safe(say(msg('cli.smoke.answer', { text: answer.text }), language)),
  ];
}
