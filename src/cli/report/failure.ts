import { type Language, msg, say } from '../../message/message.ts';
import { EXIT, Failure } from '../../text/failure.ts';
import { failureLines, IssuesFailure } from '../../text/located.ts';
import { safe, safeLine } from '../../text/safe.ts';

export interface FailureView {
  language: Language;
  json: boolean;
  verbose: boolean;
}

/** Shows an end that a person must read; a stack only with --verbose. Returns the exit code. */
export function reportFailure(error: unknown, view: FailureView): number {
  const failure =
    error instanceof Failure
      ? error
      : new Failure(
          msg('remote.internal'),
          EXIT.failed,
          error instanceof Error ? (error.stack ?? error.message) : String(error),
        );
  const text = say(failure.said, view.language);
  if (view.json) {
    const evidence = failure.evidence === undefined ? {} : { evidence: failure.evidence };
    process.stdout.write(
      `${JSON.stringify({ ok: false, exit: failure.exit, error: { key: failure.said.key, text, ...evidence } })}\n`,
    );
    return failure.exit;
  }
  if (failure instanceof IssuesFailure) {
    for (const row of failureLines(failure, view.language)) process.stderr.write(`${safeLine(row)}\n`);
    return failure.exit;
  }
  process.stderr.write(`${safe(text)}\n`);
  for (const row of failure.evidence?.trimEnd().split('\n').slice(-40) ?? [])
    process.stderr.write(`    ${safeLine(row)}\n`);
  if (view.verbose && error instanceof Error && error.stack !== undefined)
    process.stderr.write(`${error.stack}\n`);
  return failure.exit;
}
