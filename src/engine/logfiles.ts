/** Which file is whose log: by its name, else by what stands in it, else by its place in the order. */
import { type Beside, NOTHING_BESIDE, takeBeside } from './beside.ts';

export interface InputFile {
  name: string; // as it was given
  text: string;
}

export interface RankLog {
  rank: number;
  file: string;
  lines: string[];
}

export interface SortedFiles {
  logs: RankLog[]; // by rank
  beside: Beside;
}

/**
 * Sorts files into logs of ranks and what lies beside them. A log of several ranks, as `sparkwright logs` prints it
 * (`r1| …`), is taken apart. Two files of one rank: the second gets the next free one.
 */
export function sortFiles(files: readonly InputFile[]): SortedFiles {
  const beside = structuredClone(NOTHING_BESIDE);
  const found: { rank: number | undefined; file: string; lines: string[] }[] = [];
  for (const { name, text } of files) {
    const named = rankFromName(name);
    if (takeBeside(name, text, named, beside)) continue;
    const lines = text.split('\n');
    if (lines.at(-1) === '') lines.pop();
    const merged = takenApart(name, lines);
    if (merged === undefined) found.push({ rank: named ?? rankFromContent(lines), file: name, lines });
    else found.push(...merged);
  }
  const taken = new Set<number>();
  const logs: RankLog[] = [];
  for (const log of [...found.filter((one) => one.rank !== undefined), ...found]) {
    if (logs.some((one) => one.file === log.file && one.lines === log.lines)) continue;
    let rank = log.rank ?? 0;
    while (taken.has(rank)) rank += 1;
    taken.add(rank);
    logs.push({ rank, file: log.file, lines: log.lines });
  }
  logs.sort((a, b) => a.rank - b.rank);
  const [only] = logs;
  if (logs.length === 1 && only !== undefined) claimFor(only.rank, beside);
  return { logs, beside };
}

/** With one log alone, what is of no known node is of its node. */
function claimFor(rank: number, beside: Beside): void {
  for (const list of Object.values(beside) as { rank: number | undefined }[][]) {
    for (const one of list) one.rank ??= rank;
  }
}

/** rank1.log, logs/rank1.log, worker.log, worker-2.log, head-dmesg.txt, worker/uname-r.txt */
export function rankFromName(name: string): number | undefined {
  for (const part of name.split('/').reverse()) {
    // kill-rank1-rank0.log is of rank 0: the last word names the file
    const numbered = [...part.matchAll(/(?:^|[^a-z])(?:rank|r)[-_]?(\d{1,2})(?!\d)/gi)].at(-1)?.[1];
    if (numbered !== undefined) return Number(numbered);
    const worker = /(?:^|[^a-z])worker[-_]?(\d{1,2})?(?![a-z\d])/i.exec(part);
    if (worker !== null) return Math.max(1, Number(worker[1] ?? 1));
    if (/(?:^|[^a-z])head(?![a-z])/i.test(part)) return 0;
  }
  return undefined;
}

/** Surest first: what the engine says of its place, then who writes into the log. */
const SAYS_RANK: RegExp[] = [
  /\bDP group leader: node_rank=(\d{1,2})\b/,
  /\brank (\d{1,2}) in world size \d+ is assigned as /,
  /\bworld_size=\d+ rank=(\d{1,2}) local_rank=/,
  /['"]?node_rank['"]?[:=] ?(\d{1,2})\b/,
  /--node-rank[= ](\d{1,2})\b/,
  /^\S* ?\(Worker_TP(\d{1,2})\b/,
  /^\[rank(\d{1,2})\]:/,
];

export function rankFromContent(lines: readonly string[]): number | undefined {
  for (const pattern of SAYS_RANK) {
    for (const line of lines) {
      const found = pattern.exec(line)?.[1];
      if (found !== undefined) return Number(found);
    }
  }
  if (lines.some((line) => /\(APIServer pid=\d+\)/.test(line))) return 0;
  return lines.some((line) => /\bheadless\b/.test(line)) ? 1 : undefined;
}

function takenApart(file: string, lines: readonly string[]): RankLog[] | undefined {
  const prefix = /^r(\d{1,2})\| ?/;
  const written = lines.filter((line) => line.trim() !== '');
  if (written.length === 0 || !written.every((line) => prefix.test(line))) return undefined;
  const ranks = new Map<number, string[]>();
  for (const line of written) {
    const found = prefix.exec(line);
    const rank = Number(found?.[1]);
    const own = ranks.get(rank) ?? [];
    own.push(line.slice(found?.[0].length ?? 0));
    ranks.set(rank, own);
  }
  return [...ranks].map(([rank, own]) => ({ rank, file, lines: own }));
}
