/** One line of an engine's log, taken apart. The text is hostile: bounded, without control characters, without keys. */
import { stripVTControlCharacters } from 'node:util';

export type LineLevel = 'debug' | 'info' | 'warning' | 'error' | 'critical';

export interface LogLine {
  /** Milliseconds since 1970 by the node's clock, when `docker logs --timestamps` gave it. */
  atMs: number | undefined;
  /** Who wrote it: APIServer, EngineCore, Worker_TP0, MainProcess; undefined for libraries and the web server. */
  process: string | undefined;
  pid: number | undefined;
  level: LineLevel | undefined;
  /** The engine's own clock, month-day hour:minute:second; it carries no year and no zone. */
  clock: string | undefined;
  /** file.py:123 */
  source: string | undefined;
  text: string;
}

/** Longer lines are cut here: a traceback of a fused kernel has been seen to print 20 KiB in one line. */
const LINE_LIMIT = 65_536;
const SEGMENT_LIMIT = 200;

const DOCKER_TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d) ?/;
const PROCESS = /^\(([A-Za-z][\w.-]{0,60}) pid=(\d{1,10})\) ?/;
const ENGINE = /^(DEBUG|INFO|WARNING|ERROR|CRITICAL) (\d\d-\d\d \d\d:\d\d:\d\d) \[([^\]]{1,200})\] ?/;
const UVICORN = /^(DEBUG|INFO|WARNING|ERROR|CRITICAL): {1,8}/;
/** glog, as torch prints it: `W1201 16:59:59.198000 1 torch/x.py:29] text`, also bracketed and with a rank. */
const GLOG = /^(?:\[rank\d+\]:)?\[?([IWEF])\d{3,4} \d\d:\d\d:\d\d(?:\.\d+)? (?:\d+ )?([^\s\]]{1,200})\] ?/;

const LEVELS: Record<string, LineLevel> = {
  DEBUG: 'debug',
  INFO: 'info',
  WARNING: 'warning',
  ERROR: 'error',
  CRITICAL: 'critical',
  I: 'info',
  W: 'warning',
  E: 'error',
  F: 'critical',
};

/**
 * The visible pieces of one physical line: a progress bar writes over itself with carriage returns, and
 * only the last 200 of its states are kept. Docker's timestamp stands before the first piece and counts for all.
 */
export function segments(raw: string): string[] {
  const line = raw.slice(0, LINE_LIMIT).replace(/[\r\n]+$/, '');
  const time = DOCKER_TIME.exec(line)?.[0] ?? '';
  const parts = line
    .slice(time.length)
    .split('\r')
    .filter((part) => part !== '');
  if (parts.length === 0) return [line];
  return parts.slice(-SEGMENT_LIMIT).map((part) => time + part);
}

/** Without colours, without characters that could steer a terminal or reorder what is read, without API keys. */
export function cleanLine(raw: string): string {
  const visible = stripVTControlCharacters(raw.slice(0, LINE_LIMIT))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get through
    .replace(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '')
    .trimEnd();
  return hideKeys(visible);
}

const HIDDEN = '***';

/**
 * Hides API keys by the places where engines print them: the `non-default args` dictionary (vLLM before
 * 0.30 printed the key itself), a command line, an environment, a header.
 */
export function hideKeys(line: string): string {
  return line
    .replace(/(['"]?api[_-]key['"]?\s*[:=]\s*)(\[[^\]]*\]?|'[^']*'?|"[^"]*"?|[^\s,}'")\]]+)/gi, (_, place) =>
      String(place).concat(`'${HIDDEN}'`),
    )
    .replace(/(--api-key[= ]+)(?:'[^']*'|"[^"]*"|\S+)/gi, `$1${HIDDEN}`)
    .replace(/(\bBearer\s+)[\w.~+/=-]{4,}/gi, `$1${HIDDEN}`);
}

/** Whether the raw line shows a key that `hideKeys` would hide. */
export function showsKey(raw: string): boolean {
  const line = raw.slice(0, LINE_LIMIT);
  // in a dictionary of arguments; on a command line, where usage texts name the place API_KEY
  return (
    /api[_-]key['"]?\s*[:=]\s*\[?\s*['"](?!\*|['"])/i.test(line) ||
    /--api-key[= ]+['"]?(?!API_KEY\b)[\w-]{4,}/.test(line)
  );
}

/** Takes one piece (see `segments`) apart. Never fails: what has no known shape is text. */
export function parseLine(raw: string): LogLine {
  let rest = cleanLine(raw);
  const line: LogLine = {
    atMs: undefined,
    process: undefined,
    pid: undefined,
    level: undefined,
    clock: undefined,
    source: undefined,
    text: '',
  };
  const time = DOCKER_TIME.exec(rest);
  if (time !== null) {
    // Docker gives nanoseconds; only the first three digits are ours.
    const parsed = Date.parse(`${time[1]}.${(time[2] ?? '').slice(0, 3).padEnd(3, '0')}${time[3]}`);
    line.atMs = Number.isNaN(parsed) ? undefined : parsed;
    rest = rest.slice(time[0].length);
  }
  const process = PROCESS.exec(rest);
  if (process !== null) {
    line.process = process[1];
    line.pid = Number(process[2]);
    rest = rest.slice(process[0].length);
  }
  const engine = ENGINE.exec(rest);
  if (engine !== null) {
    line.level = LEVELS[engine[1] ?? ''];
    line.clock = engine[2];
    line.source = engine[3];
    rest = rest.slice(engine[0].length);
  } else {
    const other = UVICORN.exec(rest) ?? GLOG.exec(rest);
    if (other !== null) {
      line.level = LEVELS[other[1] ?? ''];
      line.source = other[2];
      rest = rest.slice(other[0].length);
    }
  }
  line.text = rest;
  return line;
}

/** A progress bar of tqdm: `Loading safetensors checkpoint shards:  50% Completed | 23/46 [...]`. */
export interface Bar {
  title: string;
  percent: number;
  done: number;
  total: number;
}

const BAR = /^([^|%]{1,120}?):\s*(\d{1,3})%(?: Completed)?\s*\|[^|]*?\|?\s*(\d{1,9})\/(\d{1,9})\b/;

export function barIn(text: string): Bar | undefined {
  const found = BAR.exec(text);
  if (found === null) return undefined;
  return {
    title: (found[1] ?? '').trim(),
    percent: Math.min(100, Number(found[2])),
    done: Number(found[3]),
    total: Number(found[4]),
  };
}
