/** `explain`: engine logs in files or on standard input, read as one boot. Needs no cluster file and no node. */
import { createReadStream } from 'node:fs';
import { text as textOf } from 'node:stream/consumers';
import { type Explanation, explain, explainDocument } from '../engine/explain.ts';
import { type InputFile, sortFiles } from '../engine/logfiles.ts';
import { msg } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { type Flags, languageOfFlags } from './flags.ts';
import { explainLines } from './report/explain.ts';
import { printAnswer, tellWith } from './report/print.ts';

/** Bytes that are read of one file: a log of many days is longer, and then its beginning holds the boot. */
const FILE_MAX_BYTES = 256 * 1024 * 1024;

export async function explainVerb(
  flags: Flags,
  words: readonly string[],
  at: string | undefined,
): Promise<void> {
  const explanation = await explained(words, at);
  printAnswer(
    flags,
    explainDocument(explanation, tellWith(flags)),
    explainLines(explanation, languageOfFlags(flags)),
  );
}

/** Reads the files and explains them. Throws a Failure (usage) when one can't be read or `at` is no time. */
export async function explained(words: readonly string[], at: string | undefined): Promise<Explanation> {
  const nowMs = at === undefined ? undefined : timeOf(at);
  if (words.length === 0) throw new Failure(msg('cli.explain.no-file'), EXIT.usage);
  if (words.filter((word) => word === '-').length > 1)
    throw new Failure(msg('cli.explain.twice'), EXIT.usage);
  const files: InputFile[] = [];
  for (const word of words) files.push({ name: word, text: await read(word) });
  return explain(sortFiles(files), nowMs);
}

async function read(word: string): Promise<string> {
  if (word === '-') return await textOf(process.stdin);
  try {
    return await textOf(createReadStream(word, { end: FILE_MAX_BYTES - 1 }));
  } catch (error) {
    throw new Failure(
      msg('cli.explain.unreadable', { file: word }),
      EXIT.usage,
      error instanceof Error ? error.message : undefined,
    );
  }
}

/** 2026-08-13T13:58:20, with Z or +08:00 where the zone is known; else it is taken as the logs' own. */
function timeOf(text: string): number {
  const form = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/.exec(text);
  const parsed =
    form === null ? Number.NaN : Date.parse(form[1] === undefined ? `${text.replace(' ', 'T')}Z` : text);
  if (Number.isNaN(parsed)) throw new Failure(msg('cli.explain.time-form', { text }), EXIT.usage);
  return parsed;
}
