/**
 * What ends a boot or a served engine, as rows: a line, what it means, what to do next. Enough for `up` to
 * show the cause; rules that weigh several facts (kernel, dmesg, the other node) belong to `explain`.
 */
import type { Message, MessageKey, Values } from '../message/message.ts';
import type { LogLine } from './line.ts';

/**
 * How close a line is to the root: `cause` names it, `exception` is an error nobody classified, `echo` is what
 * another rank's or process's death looks like from here, `wrapper` only says that something else went wrong.
 */
export type Closeness = 'cause' | 'exception' | 'echo' | 'wrapper';

export interface FailureRow {
  id: string;
  closeness: Closeness;
  /** Named groups are the places of `means` and `next`. */
  pattern: RegExp;
  means: MessageKey;
  next: MessageKey[];
}

export interface EngineFailure {
  id: string;
  closeness: Closeness;
  rank: number;
  line: number; // 1-based, in the log of that rank
  text: string; // the line itself, without its prefix
  means: Message;
  next: Message[];
}

/** The first row that fits wins, so the narrower stands above the wider. */
export const FAILURES: FailureRow[] = [
  {
    id: 'boot.unknown-argument',
    closeness: 'cause',
    pattern: /error: unrecognized arguments: (?<argument>.+)$/,
    means: 'engine.cause.unknown-argument',
    next: ['engine.next.image-of-recipe'],
  },
  {
    id: 'boot.bad-argument',
    closeness: 'cause',
    pattern: /error: argument (?<argument>--?[\w-]+)[^:]*: (?<why>.+)$/,
    means: 'engine.cause.bad-argument',
    next: ['engine.next.image-of-recipe'],
  },
  {
    id: 'boot.master-port-in-use',
    closeness: 'cause',
    pattern: /server socket has failed to listen .*\bport: (?<port>\d+),.*EADDRINUSE/,
    means: 'engine.cause.master-port-in-use',
    next: ['engine.next.port-holder'],
  },
  {
    id: 'boot.api-port-in-use',
    closeness: 'cause',
    pattern: /\[Errno 98\].*\('[^']*', (?<port>\d+)\)/,
    means: 'engine.cause.api-port-in-use',
    next: ['engine.next.port-holder'],
  },
  {
    id: 'boot.gid-unusable',
    closeness: 'cause',
    pattern:
      /Call to ibv_modify_qp failed with (?<code>\d+) .*on dev (?<device>[\w.-]+).*local GID index (?<index>\d+), local GID (?<gid>[0-9a-fA-F:.]*)/,
    means: 'engine.cause.gid-unusable',
    next: ['engine.next.gid'],
  },
  {
    id: 'boot.rdma-memory',
    closeness: 'cause',
    pattern: /Call to (?<call>ibv_reg_\w+) failed with error Cannot allocate memory/,
    means: 'engine.cause.rdma-memory',
    next: ['engine.next.rdma-memory'],
  },
  {
    id: 'boot.shm-too-small',
    closeness: 'cause',
    pattern: /creating shared memory segment (?<path>\/dev\/shm\/\S+).*No space left on device/,
    means: 'engine.cause.shm-too-small',
    next: ['engine.next.shm'],
  },
  {
    id: 'boot.gloo-no-address',
    closeness: 'cause',
    pattern: /Unable to find address for: (?<netdev>[\w.-]+)/,
    means: 'engine.cause.gloo-no-address',
    next: ['engine.next.fabric-address'],
  },
  {
    id: 'boot.gloo-loopback',
    closeness: 'cause',
    pattern:
      /(?:Using the loopback address as fallback|Gloo connectFullMesh failed with .*\[(?<address>127\.[\d.]+)\])/,
    means: 'engine.cause.gloo-loopback',
    next: ['engine.next.fabric-address'],
  },
  {
    id: 'boot.gloo-mesh',
    closeness: 'exception',
    pattern: /Gloo connectFullMesh failed/,
    means: 'engine.cause.gloo-mesh',
    next: ['engine.next.fabric-address'],
  },
  {
    id: 'boot.head-unreachable',
    closeness: 'cause',
    pattern:
      /client socket has timed out after (?<ms>\d+)ms while trying to connect to \((?<address>[^,()]+), (?<port>\d+)\)/,
    means: 'engine.cause.head-unreachable',
    next: ['engine.next.rendezvous'],
  },
  {
    id: 'boot.free-memory-too-low',
    closeness: 'cause',
    pattern:
      /Free memory on device \S+ \((?<free>[\d.]+)\/(?<total>[\d.]+) GiB\) on startup is less than desired GPU memory utilization \((?<share>[\d.]+), (?<wanted>[\d.]+) GiB\)/,
    means: 'engine.cause.free-memory-too-low',
    next: ['engine.next.free-memory'],
  },
  {
    id: 'boot.kv-too-small',
    closeness: 'cause',
    pattern:
      /max seq len \((?<wanted>\d+)\), \(?(?<needs>[\d.]+) GiB KV cache is needed.*available KV cache memory \((?<has>[\d.]+) GiB\).*estimated maximum model length is (?<fits>\d+)/,
    means: 'engine.cause.kv-too-small',
    next: ['engine.next.kv-too-small'],
  },
  {
    id: 'boot.no-cache-blocks',
    closeness: 'cause',
    pattern: /No available memory for the cache blocks/,
    means: 'engine.cause.no-cache-blocks',
    next: ['engine.next.free-memory'],
  },
  {
    id: 'boot.memory-moved',
    closeness: 'cause',
    pattern:
      /Error in memory profiling\. Initial free memory (?<before>[\d.]+) GiB, current free memory (?<after>[\d.]+) GiB/,
    means: 'engine.cause.memory-moved',
    next: ['engine.next.up-again'],
  },
  {
    id: 'boot.context-too-long',
    closeness: 'cause',
    pattern: /User-specified max_model_len \((?<wanted>\d+)\) is greater than the derived max_model_len/,
    means: 'engine.cause.context-too-long',
    next: ['engine.next.shorter-context'],
  },
  {
    id: 'boot.out-of-memory',
    closeness: 'cause',
    pattern: /CUDA out of memory|torch\.OutOfMemoryError|cudaErrorMemoryAllocation/,
    means: 'engine.cause.out-of-memory',
    next: ['engine.next.free-memory'],
  },
  {
    id: 'boot.no-gb10-kernels',
    closeness: 'cause',
    pattern:
      /no kernel image is available for execution on the device|Value '(?<arch>sm_\w+)' is not defined for option/,
    means: 'engine.cause.no-gb10-kernels',
    next: ['engine.next.image-of-recipe'],
  },
  {
    id: 'boot.model-type-unknown',
    closeness: 'cause',
    pattern: /has model type `(?<type>[^`]+)` but Transformers does not recognize this architecture/,
    means: 'engine.cause.model-type-unknown',
    next: ['engine.next.image-of-recipe'],
  },
  {
    id: 'boot.permission',
    closeness: 'cause',
    pattern: /PermissionError: \[Errno 13\] Permission denied: '(?<path>[^']+)'/,
    means: 'engine.cause.permission',
    next: ['engine.next.owner'],
  },
  {
    id: 'boot.file-missing',
    closeness: 'cause',
    pattern: /FileNotFoundError: \[Errno 2\] No such file or directory: '(?<path>[^']+)'/,
    means: 'engine.cause.file-missing',
    next: ['engine.next.model-verify'],
  },
  {
    id: 'boot.device-missing',
    closeness: 'cause',
    pattern: /error gathering device information while adding custom device "(?<device>[^"]+)"/,
    means: 'engine.cause.device-missing',
    next: ['engine.next.device'],
  },
  {
    id: 'boot.package-missing',
    closeness: 'cause',
    pattern:
      /(?:No package metadata was found for|ModuleNotFoundError: No module named) '?(?<name>[\w.-]+)'?/,
    means: 'engine.cause.package-missing',
    next: ['engine.next.image-of-recipe'],
  },
  {
    id: 'rank.process-died',
    closeness: 'cause',
    pattern: /Worker proc (?<name>\S+) died unexpectedly \(exit code: (?<code>[^)]+)\)/,
    means: 'engine.cause.process-died',
    next: ['engine.next.why-killed', 'engine.next.restart-both'],
  },
  {
    id: 'boot.rank-missing',
    closeness: 'echo',
    pattern:
      /Timed out after (?<seconds>\d+) seconds waiting for clients\. (?<joined>\d+)\/(?<wanted>\d+) clients joined/,
    means: 'engine.cause.rank-missing',
    next: ['engine.next.other-rank', 'engine.next.rendezvous'],
  },
  {
    id: 'boot.head-gone',
    closeness: 'echo',
    pattern: /Failed to recv, got 0 bytes/,
    means: 'engine.cause.head-gone',
    next: ['engine.next.restart-both'],
  },
  {
    id: 'serve.no-answer',
    closeness: 'cause',
    pattern: /RPC call to (?<call>\w+) timed out/,
    means: 'engine.cause.no-answer',
    next: ['engine.next.fabric-test', 'engine.next.restart-both'],
  },
  {
    id: 'rank.peer-lost',
    closeness: 'echo',
    pattern:
      /(?:Connection closed by peer|Read error|Write error|Broken pipe) ?\[?(?<peer>[\d.a-fA-F:]*\d)\]?/,
    means: 'engine.cause.peer-lost',
    next: ['engine.next.other-rank', 'engine.next.restart-both'],
  },
  {
    id: 'engine.wrapper',
    closeness: 'wrapper',
    pattern:
      /Engine core initialization failed|WorkerProc initialization failed due to an exception|EngineCore encountered an issue|^Worker failed with error|RuntimeError: Worker failed with error/,
    means: 'engine.cause.wrapper',
    next: ['engine.next.logs'],
  },
];

/** The last line of a Python traceback: it starts at the first column and names an error. */
const EXCEPTION = /^(?<kind>(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Exit|Interrupt))(?:: |$)/;

/** Waiting for a port, clean-up at the end and refused requests of a serving engine are no failures. */
function mayFail(line: LogLine, serving: boolean): boolean {
  if (line.level === 'debug' || line.level === 'info') return false;
  return !(serving && (line.process === 'APIServer' || line.process === undefined));
}

/**
 * What a line says about a failure, or undefined. `serving` is whether this rank's boot has ended: from then on
 * the API server prints an exception for every bad request, which is no failure of the engine.
 */
export function failureIn(
  line: LogLine,
  where: { rank: number; line: number; serving: boolean },
): EngineFailure | undefined {
  const row = FAILURES.find((one) => one.pattern.test(line.text));
  if (row !== undefined) {
    if (line.level === 'info' || line.level === 'debug') return undefined;
    const groups = row.pattern.exec(line.text)?.groups ?? {};
    const values: Values = { rank: where.rank };
    for (const [name, value] of Object.entries(groups)) values[name] = value ?? '?';
    return {
      id: row.id,
      closeness: row.closeness,
      rank: where.rank,
      line: where.line,
      text: line.text,
      means: { key: row.means, values },
      next: row.next.map((key) => ({ key, values })),
    };
  }
  const exception = mayFail(line, where.serving) ? EXCEPTION.exec(line.text) : null;
  if (exception === null) return undefined;
  const kind = exception.groups?.kind ?? '';
  return {
    id: 'engine.exception',
    closeness: 'exception',
    rank: where.rank,
    line: where.line,
    text: line.text,
    means: { key: 'engine.cause.exception', values: { rank: where.rank, kind } },
    next: [{ key: 'engine.next.logs', values: {} }],
  };
}

const ORDER: Closeness[] = ['cause', 'exception', 'echo', 'wrapper'];

/** The failure closest to the root over all ranks; among equals the one that was said first. Input in time order. */
export function rootCause(failures: EngineFailure[]): EngineFailure | undefined {
  for (const closeness of ORDER) {
    const found = failures.find((one) => one.closeness === closeness);
    if (found !== undefined) return found;
  }
  return undefined;
}
