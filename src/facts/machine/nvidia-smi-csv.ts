import type { Reading } from '../../change/types.ts';
import { absent, known, noAnswer, shown, unknown } from '../reading.ts';
import type { Probe } from '../types.ts';

/** One GPU. Memory is null on a GB10, always: it has none of its own (facts.md, unified memory rules). */
interface Gpu {
  index: number | null;
  uuid: string | null;
  name: string | null;
  driver: string | null;
  computeCap: string | null;
  memTotalMiB: number | null;
  memUsedMiB: number | null;
  memFreeMiB: number | null;
  tempC: number | null;
  utilPct: number | null;
  powerW: number | null;
  smClockMHz: number | null;
  pstate: string | null;
  unifiedMemory: boolean;
}

type GpuFailureCode =
  | 'driver-not-loaded' // no module for the running kernel
  | 'version-mismatch' // user space newer than the loaded module: reboot
  | 'no-devices' // torn driver and firmware
  | 'gpu-lost'
  | 'failed';

/** nvidia-smi answered: with GPUs, or with the reason why it sees none. */
export interface GpuState {
  gpus: Gpu[];
  failure: { code: GpuFailureCode; message: string } | null;
}

const COLUMNS = {
  index: 'index',
  uuid: 'uuid',
  name: 'name',
  driver_version: 'driver',
  compute_cap: 'computeCap',
  'memory.total': 'memTotalMiB',
  'memory.used': 'memUsedMiB',
  'memory.free': 'memFreeMiB',
  'temperature.gpu': 'tempC',
  'utilization.gpu': 'utilPct',
  'power.draw': 'powerW',
  'clocks.sm': 'smClockMHz',
  pstate: 'pstate',
} as const satisfies Record<string, keyof Gpu>;
const ASKED = Object.keys(COLUMNS).filter((column) => column !== 'memory.free');
const INFOROM_WARNING = 14; // nvidia-smi warns and prints everything

/** It can hang for minutes on a wedged firmware, and prints its failures on standard output. */
export const nvidiaSmiCsv: Probe<GpuState> = {
  id: 'nvidia-smi-csv',
  script: `nvidia-smi --query-gpu=${ASKED.join(',')} --format=csv,noheader,nounits`,
  needsRoot: false,
  deadlineMs: 12_000,
  parse(out, err, rc): Reading<GpuState> {
    if (rc === 127) return absent('command-missing', err);
    const failed = noAnswer(err, rc);
    if (failed !== undefined) return failed;
    const text = `${out}\n${err}`.trim();
    const code = failureOf(text, rc);
    if (code !== null) return known({ gpus: [], failure: { code, message: shown(text) } }, text);
    const gpus = gpusOf(out);
    return gpus === undefined ? unknown('unreadable', text) : known({ gpus, failure: null }, out);
  },
};

/** Exit codes are in nvidia-smi's manual page; the words are the same over versions. */
function failureOf(text: string, rc: number): GpuFailureCode | null {
  if (/couldn't communicate with the NVIDIA driver/i.test(text) || rc === 9) return 'driver-not-loaded';
  if (/version mismatch/i.test(text) || rc === 18) return 'version-mismatch';
  if (/GPU is lost/i.test(text) || rc === 15) return 'gpu-lost';
  if (/No devices were found/i.test(text) || rc === 6) return 'no-devices';
  return rc === 0 || rc === INFOROM_WARNING ? null : 'failed';
}

function gpusOf(out: string): Gpu[] | undefined {
  const lines = out.split('\n').filter((line) => line.trim() !== '');
  const header = lines[0]?.startsWith('index,') ? lines.shift() : undefined;
  const columns =
    header === undefined ? ASKED : wordsOf(header).map((word) => word.replace(/\s*\[.*\]$/, ''));
  const rows = lines.map(wordsOf).filter((words) => words.length === columns.length);
  return rows.length === 0 ? undefined : rows.map((words) => gpuOf(columns, words));
}

function gpuOf(columns: readonly string[], words: readonly string[]): Gpu {
  const cell = (column: keyof typeof COLUMNS) => cellOf(words[columns.indexOf(column)]);
  const number = (column: keyof typeof COLUMNS) => {
    const value = Number.parseFloat(cell(column) ?? '');
    return Number.isFinite(value) ? value : null;
  };
  const name = cell('name');
  return {
    index: number('index'),
    uuid: cell('uuid'),
    name,
    driver: cell('driver_version'),
    computeCap: cell('compute_cap'),
    memTotalMiB: number('memory.total'),
    memUsedMiB: number('memory.used'),
    memFreeMiB: number('memory.free'),
    tempC: number('temperature.gpu'),
    utilPct: number('utilization.gpu'),
    powerW: number('power.draw'),
    smClockMHz: number('clocks.sm'),
    pstate: cell('pstate'),
    unifiedMemory: number('memory.total') === null && (name ?? '').includes('GB10'),
  };
}

function wordsOf(line: string): string[] {
  return line.split(',').map((word) => word.trim());
}

function cellOf(word: string | undefined): string | null {
  if (word === undefined || word === '') return null;
  return /^\[?(?:N\/A|Not Supported|Unknown Error|Insufficient Permissions)\]?$/i.test(word) ? null : word;
}
