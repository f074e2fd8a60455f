import { describe, expect, test } from 'vitest';
import { type Circumstances, holds, parseCondition } from './condition.ts';

const given: Circumstances = {
  role: 'head',
  keyed: false,
  knobs: { zero: 0, seqs: 6, empty: '', name: 'a b', off: false, on: true, mode: 'fast' },
};

describe('a condition', () => {
  test.each([
    ['head', true],
    ['worker', false],
    ['not worker', true],
    ['keyed', false],
    ['not keyed', true],
    ['zero', false],
    ['seqs', true],
    ['empty', false],
    ['not empty', true],
    ['on', true],
    ['off', false],
    ['seqs = 6', true],
    ['seqs=6', true],
    ['seqs = 7', false],
    ['not seqs = 7', true],
    ['name = a b', true],
    ['mode = fast', true],
    ['not mode = fast', false],
    ['on = true', true],
    ['on = 1', true],
    ['off = true', false],
    ['off = false', true],
  ])('%s is %s', (condition, expected) => {
    expect(holds(condition, given)).toBe(expected);
  });

  test('is read as not, name and value', () => {
    expect(parseCondition(' not  mode = fast ')).toEqual({ not: true, name: 'mode', equals: 'fast' });
    expect(parseCondition('nothing')).toEqual({ not: false, name: 'nothing' });
  });

  test.each(['', 'not', 'head and worker', 'mode =', '= fast', '!head', 'not not head', '{{x}}'])(
    '%j is none',
    (text) => {
      expect(parseCondition(text)).toBeUndefined();
    },
  );

  test('on a knob that does not exist is a mistake of ours, for loading refuses it', () => {
    expect(() => holds('nothing', given)).toThrow(RangeError);
  });
});
