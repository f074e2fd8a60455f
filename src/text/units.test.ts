import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { say } from '../message/message.ts';
import {
  formatBytes,
  formatMemory,
  formatNumber,
  formatSeconds,
  parseBytes,
  parseInteger,
  parseNumber,
  parseSeconds,
} from './units.ts';

describe('bytes', () => {
  test.each([
    ['2700000000', 2_700_000_000],
    ['2.7GB', 2_700_000_000],
    ['2.7 gb', 2_700_000_000],
    ['32GiB', 34_359_738_368],
    ['1.5GiB', 1_610_612_736],
    ['2,700,000,000', 2_700_000_000],
    ['2_700_000_000', 2_700_000_000],
    ['512 B', 512],
    ['0', 0],
  ])('%s is %d', (text, value) => {
    expect(parseBytes(text)).toEqual({ ok: true, value });
  });

  test.each(['32g', '2.7', '1,2GB', '-1', '1e9', 'GB', '', '12 parsecs', '99999999999999999999TB'])(
    '%j is refused',
    (text) => {
      expect(parseBytes(text).ok).toBe(false);
    },
  );

  test('the refusal says how to write it, in both languages', () => {
    const read = parseBytes('32g');
    if (read.ok) throw new Error('32g was read');
    expect(say(read.why, 'en')).toBe('"32g" is not a number of bytes; write 2700000000, 2.7GB or 1.5GiB');
    expect(say(read.why, 'zh')).toBe('"32g" 不是字节数；请写成 2700000000、2.7GB 或 1.5GiB');
  });

  test('are shown with three digits at most', () => {
    expect(formatBytes(462_000_000_000)).toBe('462 GB');
    expect(formatBytes(2_700_000_000)).toBe('2.7 GB');
    expect(formatBytes(999_999)).toBe('1 MB');
    expect(formatBytes(12)).toBe('12 B');
    expect(formatMemory(34_359_738_368)).toBe('32 GiB');
    expect(formatMemory(1_610_612_736)).toBe('1.5 GiB');
  });

  test('what is shown is read back to within a hundredth', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10 ** 14 }),
        fc.constantFrom(formatBytes, formatMemory),
        (bytes, format) => {
          const back = parseBytes(format(bytes));
          if (!back.ok) return; // 1.23 KiB is no whole number of bytes
          expect(Math.abs(back.value - bytes)).toBeLessThanOrEqual(bytes / 100);
        },
      ),
    );
  });
});

describe('durations', () => {
  test.each([
    ['90', 90],
    ['90s', 90],
    ['10m', 600],
    ['1h30m', 5400],
    ['2d', 172_800],
    ['1.5', 1.5],
  ])('%s is %d seconds', (text, value) => {
    expect(parseSeconds(text)).toEqual({ ok: true, value });
  });

  test.each(['10 min', '30m1h', '1m1m', '-5', '', 'soon', '1.5h'])('%j is refused', (text) => {
    const read = parseSeconds(text);
    if (read.ok) throw new Error(`${text} was read`);
    expect(say(read.why, 'en')).toBe(`"${text}" is not a duration; write 90 (seconds), 90s, 10m or 1h30m`);
  });

  test('are shown by their two largest units', () => {
    expect(formatSeconds(0)).toBe('0 s');
    expect(formatSeconds(45.4)).toBe('45 s');
    expect(formatSeconds(725)).toBe('12 min 5 s');
    expect(formatSeconds(5400)).toBe('1 h 30 min');
    expect(formatSeconds(86_400)).toBe('1 d');
  });
});

test('whole numbers take separators and nothing else', () => {
  expect(parseInteger('1,048,576')).toEqual({ ok: true, value: 1_048_576 });
  expect(parseInteger('1_048_576')).toEqual({ ok: true, value: 1_048_576 });
  expect(parseInteger(' -3 ')).toEqual({ ok: true, value: -3 });
  for (const text of ['1e5', '0x10', '3.0', '1,00', '--1', '', '9007199254740993']) {
    expect(parseInteger(text).ok, text).toBe(false);
  }
});

test('numbers are decimal', () => {
  expect(parseNumber('0.88')).toEqual({ ok: true, value: 0.88 });
  for (const text of ['.5', '1e3', 'NaN', 'Infinity', '']) expect(parseNumber(text).ok, text).toBe(false);
});

test('any whole number is read back as it was written', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => {
      expect(parseInteger(String(value))).toEqual({ ok: true, value: value === 0 ? 0 : value });
      expect(parseInteger(formatNumber(value))).toEqual({ ok: true, value: value === 0 ? 0 : value });
    }),
  );
});
