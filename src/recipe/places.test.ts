import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { say } from '../message/message.ts';
import { Failure } from '../text/failure.ts';
import type { Circumstances } from './condition.ts';
import { fill, fillCommand, fillEnv, fillOrFail, parsePlaces, placeText } from './places.ts';
import type { Words } from './types.ts';

const head: Circumstances = {
  role: 'head',
  keyed: true,
  knobs: { maxSeqs: 2, thinking: 'max', extra: '', on: true },
};
const worker: Circumstances = { ...head, role: 'worker' };
const values = {
  ...head.knobs,
  draftTokens: 7,
  rank: 0,
  'node.gidIndex': null,
  'head.address': '10.0.0.1',
  flag: false,
};

describe('places', () => {
  test('are names and functions in double braces; everything else is text', () => {
    expect(parsePlaces('a {{rank}} b{{ json thinking }}').parts).toEqual([
      'a ',
      { name: 'rank', args: [], text: '{{rank}}' },
      ' b',
      { name: 'json', args: ['thinking'], text: '{{ json thinking }}' },
    ]);
    expect(parsePlaces('{"a":{"b":{}}}').parts).toEqual(['{"a":{"b":{}}}']);
    expect(parsePlaces('{{a b').broken).toBe('{{a b');
    expect(parsePlaces('{{"x"}}').broken).toBe('{{"x"}}');
  });

  test('are filled inside JSON, and braces that belong to JSON stay', () => {
    expect(fill('{"k":{{draftTokens}},"effort":{{json thinking}}}', values)).toBe('{"k":7,"effort":"max"}');
    expect(fill('{"a":{"sizes":[{{captureSizes maxSeqs draftTokens}}]}}', values)).toBe(
      '{"a":{"sizes":[1,2,3,4,5,6,7,8,12,16]}}',
    );
  });

  test('a text without places is itself', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !text.includes('{{')),
        (text) => {
          expect(fill(text, {})).toBe(text);
        },
      ),
    );
  });

  test('a value that looks like a place is not filled again', () => {
    expect(fill('{{name}}', { name: '{{rank}}', rank: 1 })).toBe('{{rank}}');
  });

  test('truth is 1 or 0, numbers are plain digits', () => {
    expect(fill('{{on}}{{flag}}', values)).toBe('10');
    expect(placeText(2_700_000_000)).toBe('2700000000');
    expect(placeText(1e21)).toBe('1000000000000000000000');
    expect(placeText(0.88)).toBe('0.88');
    expect(placeText(1e-7)).toBe('0.0000001');
  });

  test('a place without a value makes a variable absent', () => {
    expect(fillEnv('{{node.gidIndex}}', head, values)).toBeUndefined();
    expect(fillEnv('', head, values)).toBe('');
    expect(fillEnv(null, head, values)).toBeUndefined();
  });

  test('a place without a value is an error in the command, and says which', () => {
    const failure = (() => {
      try {
        fillCommand(['--gid={{node.gidIndex}}'], head, values);
      } catch (error) {
        return error;
      }
      return undefined;
    })();
    if (!(failure instanceof Failure)) throw new Error('it was filled');
    expect(say(failure.said, 'en')).toBe(
      '{{node.gidIndex}} has no value here, and --gid={{node.gidIndex}} needs one',
    );
    expect(say(failure.said, 'zh')).toBe('{{node.gidIndex}} 在这里没有值，而 --gid={{node.gidIndex}} 需要它');
    expect(() => fillOrFail('{{nothing}}', values)).toThrow(Failure);
  });
});

describe('words that apply only sometimes', () => {
  const command: Words[] = [
    'serve',
    { when: 'head', use: ['--port', '{{rank}}'], otherwise: ['--headless'] },
    { when: 'extra', use: ['--extra'] },
    { when: 'not thinking = off', use: [{ when: 'keyed', use: ['--deep'] }] },
    '{{words extra}}',
  ];

  test('follow the role, the key and the knobs, inside each other', () => {
    expect(fillCommand(command, head, values)).toEqual(['serve', '--port', '0', '--deep']);
    expect(fillCommand(command, worker, values)).toEqual(['serve', '--headless', '--deep']);
    expect(fillCommand(command, { ...head, keyed: false }, values)).toEqual(['serve', '--port', '0']);
  });

  test('A11.2 extra words come as many words on both ranks, quotes understood, nothing evaluated', () => {
    const extra = `--a '{"x": 1}' $HOME`;
    const knobs = { ...head.knobs, extra };
    for (const role of ['head', 'worker'] as const) {
      expect(fillCommand(command, { ...head, role, knobs }, { ...values, extra }).slice(-3)).toEqual([
        '--a',
        '{"x": 1}',
        '$HOME',
      ]);
    }
  });

  test('a variable follows them too', () => {
    expect(fillEnv({ when: 'worker', use: '1', otherwise: '' }, head, values)).toBe('');
    expect(fillEnv({ when: 'worker', use: '1', otherwise: '' }, worker, values)).toBe('1');
    expect(fillEnv({ when: 'keyed', use: null, otherwise: '' }, head, values)).toBeUndefined();
    expect(fillEnv({ when: 'worker', use: '1' }, head, values)).toBeUndefined();
  });
});
