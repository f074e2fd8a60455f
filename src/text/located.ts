/** What is wrong in what a person wrote: each complaint with its file and line, shown with the line itself. */
import { type Language, type Message, msg, say } from '../message/message.ts';
import { EXIT, Failure } from './failure.ts';
import { safe, safeLine } from './safe.ts';

export interface LocatedIssue {
  file: string; // or another origin: --set maxSeqs, environment KV_BYTES
  line: number; // 1-based; 0 where the origin has no lines
  column: number; // 1-based
  message: Message;
  hint?: Message; // the nearest word, or what to write instead
  /** The line as it stands in the file. */
  excerpt?: string;
}

/** All that is wrong with what a person wrote, at once. Exit 2: nothing was done. */
export class IssuesFailure extends Failure {
  readonly issues: readonly LocatedIssue[];

  constructor(said: Message, issues: readonly LocatedIssue[]) {
    super(said, EXIT.usage);
    this.name = 'IssuesFailure';
    this.issues = issues;
  }
}

/** The issues of one file. */
export function fileFailure(file: string, issues: readonly LocatedIssue[]): IssuesFailure {
  return new IssuesFailure(msg('text.file.issues', { file, count: issues.length }), issues);
}

/** One issue as a person sees it: place, sentence, hint; then the line with a mark under the column. */
export function issueLines(issue: LocatedIssue, language: Language): string[] {
  const hint =
    issue.hint === undefined ? '' : `${language === 'zh' ? '；' : '; '}${say(issue.hint, language)}`;
  const colon = language === 'zh' ? '：' : ': ';
  const where = issue.line > 0 ? `:${issue.line}:${issue.column}` : '';
  const said = safeLine(`${say(issue.message, language)}${hint}`);
  const head = `${safeLine(issue.file)}${where}${colon}${said}`;
  if (issue.excerpt === undefined || issue.excerpt.trim() === '') return [head];
  return [head, ...excerptLines(issue.excerpt, issue.column)];
}

/** At most 100 characters of the line, with the marked column among them. */
function excerptLines(line: string, column: number): string[] {
  const from = column > 90 ? column - 60 : 0;
  const shown = line.slice(from, from + 100).replace(/\t/g, ' ');
  const before = shown.slice(0, Math.max(0, column - 1 - from));
  const clean = safe(shown).replaceAll('\n', ' ').trimEnd();
  // Wide letters take two cells: the mark points only where the text before it is plain.
  const points = /^[\x20-\x7e]*$/.test(before) && clean.startsWith(before.trimEnd());
  return [`    ${clean}`, ...(points ? [`    ${' '.repeat(before.length)}^`] : [])];
}

/** Every line a person sees of a failure: its sentence, then its issues or its evidence. */
export function failureLines(failure: Failure, language: Language): string[] {
  const said = say(failure.said, language);
  if (failure instanceof IssuesFailure) {
    return [said, ...failure.issues.flatMap((issue) => issueLines(issue, language))];
  }
  return failure.evidence === undefined ? [said] : [said, failure.evidence];
}
