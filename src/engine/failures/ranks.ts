/** How the death or the silence of a process looks, on its own rank and on the others; and what only wraps a reason. */
import type { FailureRow } from './row.ts';

export const RANKS: FailureRow[] = [
  {
    id: 'rank.crashed',
    closeness: 'cause',
    patterns: [
      /Fatal Python error: (?<why>.+)$/,
      /!{3,}\s*(?<why>Segfault encountered)/,
      /(?<why>Segmentation fault|Aborted|Illegal instruction|Bus error)\s*(?:\(core dumped\)|$)/,
      /(?<why>CUDA error: (?:an illegal memory access|unspecified launch failure|device-side assert|misaligned address).*)$/,
    ],
    means: 'engine.cause.crashed',
    next: ['engine.next.restart-both', 'engine.next.logs'],
  },
  {
    id: 'rank.process-died',
    closeness: 'cause',
    patterns: [/Worker proc (?<name>\S+) died unexpectedly \(exit code: (?<code>[^)]+)\)/],
    means: 'engine.cause.process-died',
    next: ['engine.next.why-killed', 'engine.next.restart-both'],
  },
  {
    id: 'serve.no-answer',
    closeness: 'exception',
    patterns: [/RPC call to (?<call>\w+) timed out/],
    means: 'engine.cause.no-answer',
    next: ['engine.next.fabric-test', 'engine.next.restart-both'],
  },
  {
    id: 'serve.collective-timeout',
    closeness: 'exception',
    patterns: [/Watchdog caught collective operation timeout: .*?OpType=(?<call>\w+)/],
    means: 'engine.cause.no-answer',
    next: ['engine.next.fabric-test', 'engine.next.restart-both'],
  },
  {
    id: 'boot.engine-too-slow',
    closeness: 'exception',
    patterns: [
      /Timed out waiting for engine (?:core )?process(?:es)? to start|Did not receive response from front-end/,
    ],
    means: 'engine.cause.engine-too-slow',
    next: ['engine.next.ready-timeout'],
  },
  {
    id: 'boot.rank-missing',
    closeness: 'echo',
    patterns: [
      /Timed out after (?<seconds>\d+) seconds waiting for clients\. (?<joined>\d+)\/(?<wanted>\d+) clients joined/,
    ],
    means: 'engine.cause.rank-missing',
    next: ['engine.next.other-rank', 'engine.next.rendezvous'],
  },
  {
    id: 'boot.head-gone',
    closeness: 'echo',
    patterns: [
      /(?:recvValue|sendBytes|recvVector|recvBytes)? ?failed on SocketImpl\(.*remote=\[?(?<peer>[^\],]+)\]?:(?<port>\d+)/,
      /Failed to recv, got 0 bytes/,
    ],
    means: 'engine.cause.head-gone',
    next: ['engine.next.restart-both'],
  },
  {
    id: 'rank.peer-lost',
    closeness: 'echo',
    patterns: [
      /(?:Connection closed by peer|Read error|Write error|Broken pipe) ?\[?(?<peer>[\d.a-fA-F:]*\d)\]?/,
      /[Cc]onnection (?:reset|closed) by (?:remote )?peer \[?(?<peer>[\d.a-fA-F:]*\d)\]?/,
    ],
    means: 'engine.cause.peer-lost',
    next: ['engine.next.other-rank', 'engine.next.restart-both'],
  },
  {
    id: 'rank.peer-lost',
    closeness: 'echo',
    patterns: [
      /[Cc]onnection (?:reset|closed) by (?:remote )?peer/,
      /ncclRemoteError|remote process exited or there was a network error/,
    ],
    means: 'engine.cause.some-peer-lost',
    next: ['engine.next.other-rank', 'engine.next.restart-both'],
  },
  {
    id: 'rank.killed',
    closeness: 'echo', // a shell says it last, often of a process that somebody cleaned up
    patterns: [/: line \d+: +\d+ Killed\b/, /^Killed$/],
    means: 'engine.cause.killed',
    next: ['engine.next.why-killed', 'engine.next.restart-both'],
  },
  {
    id: 'serve.engine-dead',
    closeness: 'wrapper',
    patterns: [/EngineCore encountered an issue|\bEngineDeadError\b/],
    means: 'engine.cause.wrapper',
    next: ['engine.next.logs', 'engine.next.restart-both'],
  },
  {
    id: 'engine.wrapper',
    closeness: 'wrapper',
    patterns: [
      /Engine core initialization failed|WorkerProc initialization failed due to an exception/,
      /^(?:RuntimeError: )?Worker failed with error|^(?:EngineCore|WorkerProc) failed to start\.?$/,
      /^EngineCore encountered a fatal error|^WorkerProc hit an exception|^EngineCore hit an exception/,
      /^(?:RuntimeError: )?Engine process failed to start/,
    ],
    means: 'engine.cause.wrapper',
    next: ['engine.next.logs'],
  },
];
