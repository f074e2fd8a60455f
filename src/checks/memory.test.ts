import { describe, expect, test } from 'vitest';
import { HEAD, only, withRaw } from '../../test/samples/sparks.ts';

describe('memory', () => {
  const with_ = (text: string) => withRaw({ [HEAD]: { meminfo: { out: text } } });

  test('below the weights warns and never refuses', () => {
    const facts = with_('MemTotal: 127600748 kB\nMemAvailable: 50000000 kB\n');
    expect(only(facts, 'memory.available')[0]).toMatchObject({ verdict: 'warn', refusesUp: false });
  });

  test('without MemAvailable is unknown: MemFree is no substitute', () => {
    expect(
      only(with_('MemTotal: 127600748 kB\nMemFree: 120000000 kB\n'), 'memory.available')[0],
    ).toMatchObject({
      verdict: 'unknown',
    });
  });
});
