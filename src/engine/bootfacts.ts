/** What a boot says about itself in numbers: read from the log of each rank, kept in the receipt. */
export interface BootFacts {
  version?: string;
  architecture?: string;
  maxModelLen?: number; // tokens
  worldSize?: number;
  backend?: string; // gloo, nccl
  headAddress?: string; // where the ranks meet: 192.168.100.10:25000
  ncclVersion?: string;
  /** What NCCL carries data over; `sockets` on a pair of Sparks means that RoCE is not used. */
  transport?: 'roce' | 'sockets';
  /** The devices as NCCL printed them: [0]rocep1s0f1:1/RoCE … */
  transportDevices?: string;
  weightSeconds?: number; // reading the shards, a draft model's included
  loadSeconds?: number; // until the model stands in memory; the weights' time where nothing better is said
  modelGiB?: number;
  kvGiB?: number; // smallest over the ranks
  kvTokens?: number;
  maxConcurrency?: number; // requests of `concurrencyTokens` that fit at once
  concurrencyTokens?: number;
  compileSeconds?: number;
  graphSeconds?: number;
  graphGiB?: number;
  initSeconds?: number; // profile, KV cache and warm-up together
  servesAt?: string; // as bound: http://0.0.0.0:8888
}

export type FactName = keyof BootFacts;

interface FactRow {
  pattern: RegExp;
  reads(found: string[], known: BootFacts): BootFacts;
}

const number = (text: string | undefined) => Number((text ?? '').replaceAll(',', ''));

const ROWS: FactRow[] = [
  // The banner; NCCL prints a version of its own.
  { pattern: /^(?!.*\bNCCL\b)(?:.*\s)?version (\d[\w.+-]*)$/, reads: ([v = '']) => ({ version: v }) },
  { pattern: /^Initializing a V\d LLM engine \(v([^)]+)\)/, reads: ([v = '']) => ({ version: v }) },
  { pattern: /^Launching vLLM \(v([^)]+)\) headless/, reads: ([v = '']) => ({ version: v }) },
  {
    pattern: /^Resolved architecture: (\S+)/,
    // A draft model resolves after the main one; the first is the model.
    reads: ([a = ''], known) => ({ architecture: known.architecture ?? a }),
  },
  {
    pattern: /^Using max model len ([\d,]+)/,
    reads: ([n], known) => ({ maxModelLen: known.maxModelLen ?? number(n) }),
  },
  {
    pattern:
      /^world_size=(\d+) rank=\d+ local_rank=\d+ distributed_init_method=(?:tcp:\/\/(\S+)|\S+) backend=(\w+)/,
    reads: ([n, headAddress, backend = '']) => ({
      worldSize: number(n),
      backend,
      ...(headAddress && { headAddress }),
    }),
  },
  { pattern: /^vLLM is using nccl==(\S+)/, reads: ([v = '']) => ({ ncclVersion: v }) },
  {
    pattern: /\bNCCL INFO NET\/IB : Using (.+)$/,
    reads: ([devices = '']) => ({ transport: 'roce', transportDevices: devices }),
  },
  {
    pattern: /\bNCCL INFO NET\/Socket : Using (.+)$/,
    reads: ([devices = '']) => ({ transport: 'sockets', transportDevices: devices }),
  },
  {
    pattern: /^Loading weights took ([\d.]+) seconds/,
    reads: ([s], known) => {
      const weightSeconds = (known.weightSeconds ?? 0) + number(s);
      return known.modelGiB === undefined ? { weightSeconds, loadSeconds: weightSeconds } : { weightSeconds };
    },
  },
  {
    pattern: /^Model loading took ([\d.]+) GiB(?: memory)? and ([\d.]+) seconds/,
    reads: ([gib, s]) => ({ modelGiB: number(gib), loadSeconds: number(s) }),
  },
  { pattern: /^Available KV cache memory: (-?[\d.]+) GiB/, reads: ([gib]) => ({ kvGiB: number(gib) }) },
  {
    pattern: /^Explicitly set \(([\d.]+)\/[\d.]+\) GiB for KV cache/,
    reads: ([gib]) => ({ kvGiB: number(gib) }),
  },
  { pattern: /^(?:GPU|CPU) KV cache size: ([\d,]+) tokens/, reads: ([n]) => ({ kvTokens: number(n) }) },
  {
    // On the line of the KV cache size in 0.32, on its own line before.
    pattern: /\bMaximum concurrency for ([\d,]+) tokens per request: ([\d.]+)x/,
    reads: ([n, times]) => ({ concurrencyTokens: number(n), maxConcurrency: number(times) }),
  },
  {
    pattern: /^torch\.compile (?:took|takes) ([\d.]+) s in total/,
    reads: ([s]) => ({ compileSeconds: number(s) }),
  },
  {
    pattern: /^Graph capturing finished in ([\d.]+) secs?, took (-?[\d.]+) GiB/,
    reads: ([s, gib]) => ({ graphSeconds: number(s), graphGiB: number(gib) }),
  },
  {
    pattern: /^init engine \(profile, create kv cache, warmup model\) took ([\d.]+) s/,
    reads: ([s]) => ({ initSeconds: number(s) }),
  },
  { pattern: /^Starting vLLM (?:API )?server .*?(https?:\/\/\S+)/, reads: ([at = '']) => ({ servesAt: at }) },
];

/** The facts in one line's text, given what this rank said before. Empty when it says none. */
export function factsIn(text: string, known: BootFacts): BootFacts {
  const read: BootFacts = {};
  for (const row of ROWS) {
    const found = row.pattern.exec(text);
    if (found !== null) Object.assign(read, row.reads(found.slice(1), { ...known, ...read }));
  }
  return read;
}

/** All ranks' facts as one: the lowest rank that says a thing, but the smallest KV cache, which is what counts. */
export function mergeFacts(byRank: BootFacts[]): BootFacts {
  const merged: BootFacts = {};
  for (const facts of [...byRank].reverse()) Object.assign(merged, facts);
  const kv = byRank.flatMap((facts) => (facts.kvGiB === undefined ? [] : [facts.kvGiB]));
  if (kv.length > 0) merged.kvGiB = Math.min(...kv);
  return merged;
}

/** One number of a boot beside what the recipe's authors measured. Information, never a failure. */
export interface FactComparison {
  fact: 'kvTokens' | 'kvGiB' | 'maxConcurrency';
  seen: number;
  expected: number;
  ratio: number;
  near: boolean; // within 10 %
}

export function compareFacts(
  facts: BootFacts,
  expects: { kvTokens?: number; kvGiB?: number; maxConcurrency?: number },
): FactComparison[] {
  const rows: FactComparison[] = [];
  for (const fact of ['kvGiB', 'kvTokens', 'maxConcurrency'] as const) {
    const seen = facts[fact];
    const expected = expects[fact];
    if (seen === undefined || expected === undefined || expected === 0) continue;
    const ratio = seen / expected;
    rows.push({ fact, seen, expected, ratio, near: Math.abs(ratio - 1) <= 0.1 });
  }
  return rows;
}
