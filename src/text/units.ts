/** Bytes, durations and numbers as people write them, and as we show them. */
import { type Message, msg } from '../message/message.ts';

export type Parsed<T> = { ok: true; value: T } | { ok: false; why: Message };

const byteUnits: Record<string, number> = {
  '': 1,
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
  tib: 2 ** 40,
};

const secondUnits: Record<string, number> = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 };

/**
 * Whole bytes from `2700000000`, `2.7GB` (thousands), `1.5 GiB` (1024s). A letter alone (`32g`) is refused:
 * tools disagree about what it means.
 */
export function parseBytes(text: string): Parsed<number> {
  const found = /^\s*(\d[\d_,]*(?:\.\d+)?)\s*([A-Za-z]*)\s*$/.exec(text);
  const factor = byteUnits[(found?.[2] ?? '?').toLowerCase()];
  const amount = digits(found?.[1]);
  if (factor === undefined || amount === undefined)
    return { ok: false, why: msg('text.bytes.bad', { text }) };
  return whole(amount * factor, msg('text.bytes.bad', { text }));
}

/** Seconds from `90`, `90s`, `10m`, `1h30m`, `2d`; fractions only with bare seconds (`1.5`). */
export function parseSeconds(text: string): Parsed<number> {
  const bad = { ok: false, why: msg('text.seconds.bad', { text }) } as const;
  const trimmed = text.trim();
  if (/^\d+(\.\d+)?s?$/.test(trimmed)) return { ok: true, value: Number.parseFloat(trimmed) };
  if (!/^(\d{1,9}[smhd])+$/.test(trimmed)) return bad;
  let seconds = 0;
  let last = Number.POSITIVE_INFINITY;
  for (const [, amount, unit] of trimmed.matchAll(/(\d+)([smhd])/g)) {
    const factor = secondUnits[unit ?? ''] ?? 1;
    if (factor >= last) return bad;
    last = factor;
    seconds += Number(amount) * factor;
  }
  return { ok: true, value: seconds };
}

/** An integer in plain decimal digits; `1_048_576` and `1,048,576` are read too. */
export function parseInteger(text: string): Parsed<number> {
  const sign = /^\s*-/.test(text) ? -1 : 1;
  const amount = /^\s*-?[\d_,]+\s*$/.test(text) ? digits(text.replace('-', '').trim()) : undefined;
  if (amount === undefined) return { ok: false, why: msg('text.integer.bad', { text }) };
  return whole(sign * amount, msg('text.integer.bad', { text }));
}

/** A decimal number. */
export function parseNumber(text: string): Parsed<number> {
  if (!/^\s*-?\d+(\.\d+)?\s*$/.test(text)) return { ok: false, why: msg('text.number.bad', { text }) };
  return { ok: true, value: Number(text) };
}

/** Digits whose separators, if any, part groups of three or are underscores. */
function digits(text: string | undefined): number | undefined {
  if (text === undefined || !/^(\d+(_\d+)*|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(text)) return undefined;
  return Number(text.replace(/[_,]/g, ''));
}

function whole(value: number, why: Message): Parsed<number> {
  const rounded = Math.round(value);
  if (!Number.isSafeInteger(rounded) || Math.abs(value - rounded) > 1e-6 * Math.max(1, Math.abs(value))) {
    return { ok: false, why };
  }
  return { ok: true, value: rounded === 0 ? 0 : rounded };
}

/** `462 GB`, `2.7 GB`, `512 B`: thousands, as disks and downloads are sold. */
export function formatBytes(bytes: number): string {
  return scaled(bytes, 1000, ['B', 'kB', 'MB', 'GB', 'TB', 'PB']);
}

/** `32 GiB`, `1.5 GiB`: 1024s, as memory is counted. */
export function formatMemory(bytes: number): string {
  return scaled(bytes, 1024, ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB']);
}

function scaled(bytes: number, step: number, units: string[]): string {
  let value = Math.abs(bytes);
  let unit = 0;
  while (unit < units.length - 1 && Number(value.toPrecision(3)) >= step) {
    value /= step;
    unit += 1;
  }
  const shown = unit === 0 || value >= 100 ? Math.round(value) : Number(value.toPrecision(3));
  return `${bytes < 0 ? '-' : ''}${shown} ${units[unit]}`;
}

/** `45 s`, `12 min 5 s`, `1 h 30 min`: the two largest units; the same in both languages. */
export function formatSeconds(seconds: number): string {
  const rounded = Math.round(Math.max(0, seconds));
  const parts: [number, string][] = [
    [Math.floor(rounded / 86_400), 'd'],
    [Math.floor(rounded / 3600) % 24, 'h'],
    [Math.floor(rounded / 60) % 60, 'min'],
    [rounded % 60, 's'],
  ];
  const first = parts.findIndex(([amount]) => amount > 0);
  if (first === -1) return '0 s';
  return parts
    .slice(first, first + 2)
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${amount} ${unit}`)
    .join(' ');
}

/** `2,023,717`: commas in both languages. */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 }).format(value);
}
