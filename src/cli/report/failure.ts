import { type Language, msg, say } from '../../message/message.ts';
import { EXIT, Failure } from '../../text/failure.ts';
import { failureLines, IssuesFailure, type LocatedIssue } from '../../text/located.ts';
import { safe } from '../../text/safe.ts';

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
    const error = {
      key: failure.said.key,
      text,
      ...(failure.evidence !== undefined && { evidence: failure.evidence }),
      ...(failure instanceof IssuesFailure && { issues: failure.issues.map(issueRow) }),
    };
    process.stdout.write(`${JSON.stringify({ ok: false, exit: failure.exit, error })}\n`);
    return failure.exit;
  }
  if (failure instanceof IssuesFailure) {
    for (const row of failureLines(failure, view.language)) process.stderr.write(`${safe(row)}\n`);
    return failure.exit;
  }
  process.stderr.write(`${safe(text)}\n`);
  for (const row of failure.evidence?.trimEnd().split('\n').slice(-40) ?? [])
    process.stderr.write(`    ${safe(row)}\n`);
  if (view.verbose && error instanceof Error && error.stack !== undefined)
    process.stderr.write(`${safe(error.stack)}\n`);
  return failure.exit;

  function issueRow({ file, line, column, message, hint }: LocatedIssue) {
    const said = { text: say(message, view.language), ...(hint && { hint: say(hint, view.language) }) };
    return { file, line, column, ...said };
  }
}
