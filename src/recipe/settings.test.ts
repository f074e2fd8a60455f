import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tinyFiles, tinyRecipe } from '../../test/samples/recipe.ts';
import { say } from '../message/message.ts';
import { IssuesFailure, issueLines } from '../text/located.ts';
import { readKnob } from './knobs.ts';
import { readRecipe } from './load.ts';
import {
  aliasesIn,
  type FileKnob,
  knobValues,
  parseSets,
  resolveSettings,
  type SettingSources,
} from './settings.ts';
import type { Knob } from './types.ts';
import { settingRows, settingsDocument } from './views.ts';

const read = readRecipe(tinyRecipe, 'recipe.yaml', tinyFiles);
if (!read.ok) throw new Error('the sample is valid');
const { recipe } = read;

const none: SettingSources = { file: [], env: {}, set: {} };
const inFile = (knob: string, value: FileKnob['value']): FileKnob => ({
  knob,
  value,
  file: 'sparkwright.yaml',
  line: 12,
  column: 3,
  excerpt: `  ${knob}: ${value}`,
});

function refused(sources: Partial<SettingSources>, language: 'en' | 'zh' = 'en'): string[] {
  try {
    resolveSettings(recipe, { ...none, ...sources });
  } catch (error) {
    if (!(error instanceof IssuesFailure)) throw error;
    return [say(error.said, language), ...error.issues.flatMap((issue) => issueLines(issue, language))];
  }
  return [];
}

describe('settings', () => {
  test('A11.1 flag beats environment beats cluster file beats recipe, and each says what it hides', () => {
    const sources: SettingSources = {
      file: [inFile('maxModelLen', 512)],
      env: { MAX_LEN: '1024', PATH: '/bin' },
      set: { maxModelLen: '4096' },
    };
    const settings = resolveSettings(recipe, sources);
    expect(settings).toEqual([
      {
        knob: 'maxModelLen',
        value: 4096,
        origin: 'flag',
        shadowed: [
          { value: 1024, origin: 'env:MAX_LEN' },
          { value: 512, origin: 'sparkwright.yaml:12' },
          { value: 2048, origin: 'recipe' },
        ],
      },
      { knob: 'mode', value: 'fast', origin: 'recipe', shadowed: [] },
    ]);
    expect(settingsDocument(settings)).toEqual({ settings });
    expect(settingRows(settings, recipe)).toEqual([
      {
        knob: 'maxModelLen',
        value: '4096',
        origin: 'flag',
        shadows: '1024 (env:MAX_LEN), 512 (sparkwright.yaml:12), 2048 (recipe)',
      },
      { knob: 'mode', value: 'fast', origin: 'recipe', shadows: '' },
    ]);
    expect(knobValues(settings)).toEqual({ maxModelLen: 4096, mode: 'fast' });
  });

  test('of two aliases the first of the recipe wins and the other is shown as hidden', () => {
    const [setting] = resolveSettings(recipe, { ...none, env: { MAX_MODEL_LEN: '300', MAX_LEN: '400' } });
    expect(setting).toEqual({
      knob: 'maxModelLen',
      value: 400,
      origin: 'env:MAX_LEN',
      shadowed: [
        { value: 300, origin: 'env:MAX_MODEL_LEN' },
        { value: 2048, origin: 'recipe' },
      ],
    });
  });

  test('an empty variable is not given, as in the shell scripts it comes from', () => {
    const [setting] = resolveSettings(recipe, { ...none, env: { MAX_LEN: '' } });
    expect(setting?.origin).toBe('recipe');
  });

  test('only aliases of an environment are ever taken along', () => {
    expect(
      aliasesIn(recipe, { MAX_LEN: '400', HF_TOKEN: 'hf_secret', HOME: '/root', MAX_MODEL_LEN: undefined }),
    ).toEqual({ MAX_LEN: '400' });
  });

  test('an unknown knob is refused with the nearest, from wherever it comes', () => {
    expect(refused({ set: { maxModelLn: '1' }, file: [inFile('moode', 'slow')] })).toEqual([
      'settings that cannot be used: 2',
      '--set maxModelLn: recipe tiny has no knob "maxModelLn"; did you mean "maxModelLen"?',
      'sparkwright.yaml:12:3: recipe tiny has no knob "moode"; did you mean "mode"?',
      '      moode: slow',
      '      ^',
    ]);
    expect(refused({ set: { maxModelLn: '1' } }, 'zh')).toEqual([
      '有 1 项设置无法使用',
      '--set maxModelLn：配方 tiny 没有参数 "maxModelLn"；是否想写 "maxModelLen"？',
    ]);
  });

  test("a name of another tool leads to the recipe's own", () => {
    expect(refused({ set: { 'max-model-len': '1' } })[1]).toBe(
      '--set max-model-len: recipe tiny has no knob "max-model-len"; did you mean "maxModelLen"?',
    );
    expect(refused({ set: { MAX_LEN: '1' } })[1]).toBe(
      '--set MAX_LEN: recipe tiny has no knob "MAX_LEN"; did you mean "maxModelLen"?',
    );
  });

  test('a value out of range names its origin and the range, all at once', () => {
    const sources = { env: { MAX_LEN: '9999999' }, set: { maxModelLen: '12', mode: 'fats' } };
    expect(refused(sources)).toEqual([
      'settings that cannot be used: 3',
      '--set maxModelLen: maxModelLen is 12, outside its range 256 … 4096 tokens',
      'env:MAX_LEN: maxModelLen is 9999999, outside its range 256 … 4096 tokens',
      '--set mode: mode cannot be "fats"; did you mean "fast"?',
    ]);
    expect(refused(sources, 'zh')).toEqual([
      '有 3 项设置无法使用',
      '--set maxModelLen：maxModelLen 为 12，超出范围 256 … 4096 tokens',
      'env:MAX_LEN：maxModelLen 为 9999999，超出范围 256 … 4096 tokens',
      '--set mode：mode 不能是 "fats"；是否想写 "fast"？',
    ]);
  });

  test('a value that cannot act on a terminal is shown without what acts', () => {
    const esc = String.fromCharCode(27);
    expect(refused({ set: { mode: `${esc}[2Jgone` } })[1]).toBe(
      '--set mode: mode cannot be "gone"; valid here: fast, slow',
    );
  });

  test('--set wants a name, an equals sign and a value; the last of several counts', () => {
    expect(parseSets(['a=1', 'b=x=y', 'a=2', 'c='])).toEqual({ a: '2', b: 'x=y', c: '' });
    expect(() => parseSets(['maxSeqs'])).toThrow(IssuesFailure);
    expect(() => parseSets(['=1'])).toThrow(IssuesFailure);
  });
});

describe('a knob of each type', () => {
  const knob = (more: Partial<Knob>): Knob => ({
    type: 'text',
    default: '',
    says: { en: 'x', zh: 'x' },
    aliases: [],
    ...more,
  });
  const said = (type: Partial<Knob>, raw: string | number | boolean) => {
    const result = readKnob('k', knob(type), raw);
    return result.ok ? result.value : [say(result.why, 'en'), say(result.why, 'zh')];
  };

  test.each([
    [{ type: 'int' }, '1_024', 1024],
    [{ type: 'int' }, 7, 7],
    [{ type: 'float' }, '0.88', 0.88],
    [{ type: 'float' }, 1, 1],
    [{ type: 'bytes' }, '2.7GB', 2_700_000_000],
    [{ type: 'bytes' }, 2_700_000_000, 2_700_000_000],
    [{ type: 'seconds' }, '10m', 600],
    [{ type: 'bool' }, '1', true],
    [{ type: 'bool' }, 'off', false],
    [{ type: 'bool' }, true, true],
    [{ type: 'bool' }, 0, false],
    [{ type: 'choice', choices: ['8', '16'] }, 8, '8'],
    [{ type: 'path' }, '~/models', '~/models'],
    [{ type: 'path' }, '/data/模型', '/data/模型'],
    [{ type: 'text' }, '', ''],
  ] as [Partial<Knob>, string | number | boolean, unknown][])('%j reads %j as %j', (type, raw, value) => {
    expect(said(type, raw)).toBe(value);
  });

  test.each([
    [{ type: 'int' }, '1.5', 'k must be a whole number, not "1.5"', 'k 必须是整数，而不是 "1.5"'],
    [{ type: 'int' }, true, 'k must be a whole number, not "true"', 'k 必须是整数，而不是 "true"'],
    [{ type: 'float' }, 'half', 'k must be a number, not "half"', 'k 必须是数字，而不是 "half"'],
    [{ type: 'float' }, Number.NaN, 'k must be a number, not "NaN"', 'k 必须是数字，而不是 "NaN"'],
    [
      { type: 'bytes' },
      '2g',
      'k must be bytes such as 2700000000, 2.7GB or 1.5GiB, not "2g"',
      'k 必须是字节数，如 2700000000、2.7GB 或 1.5GiB，而不是 "2g"',
    ],
    [
      { type: 'seconds' },
      'soon',
      'k must be a duration such as 90, 90s, 10m or 1h30m, not "soon"',
      'k 必须是时长，如 90、90s、10m 或 1h30m，而不是 "soon"',
    ],
    [{ type: 'bool' }, '2', 'k must be true or false, not "2"', 'k 必须是 true 或 false，而不是 "2"'],
    [
      { type: 'path' },
      'models',
      'k must be a path that starts with / or ~/ and holds no .. or colon, not "models"',
      'k 必须是以 / 或 ~/ 开头、不含 .. 和冒号的路径，而不是 "models"',
    ],
    [
      { type: 'path' },
      '/a/../etc',
      'k must be a path that starts with / or ~/ and holds no .. or colon, not "/a/../etc"',
      'k 必须是以 / 或 ~/ 开头、不含 .. 和冒号的路径，而不是 "/a/../etc"',
    ],
    [{ type: 'text' }, 8, 'k must be text, not 8', 'k 必须是文本，而不是 8'],
    [{ type: 'text' }, 'a\nb', 'k holds control characters', 'k 含有控制字符'],
    [{ type: 'text' }, 'x'.repeat(5000), 'k has more than 4096 characters', 'k 超过 4096 个字符'],
    [{ type: 'int', multipleOf: 256 }, 300, 'k is 300, not a multiple of 256', 'k 为 300，不是 256 的倍数'],
    [{ type: 'int', min: 1 }, 0, 'k is 0, outside its range ≥ 1', 'k 为 0，超出范围 ≥ 1'],
    [
      { type: 'bytes', max: 40_000_000_000 },
      '41GB',
      'k is 41 GB, outside its range ≤ 40 GB',
      'k 为 41 GB，超出范围 ≤ 40 GB',
    ],
    [
      { type: 'seconds', min: 60, max: 7200 },
      '10s',
      'k is 10 s, outside its range 1 min … 2 h',
      'k 为 10 s，超出范围 1 min … 2 h',
    ],
  ] as [Partial<Knob>, string | number | boolean, string, string][])('%j refuses %j', (type, raw, en, zh) => {
    expect(said(type, raw)).toEqual([en, zh]);
  });

  test('a fraction that is a multiple in decimals counts as one', () => {
    expect(said({ type: 'float', multipleOf: 0.05 }, '0.15')).toBe(0.15);
  });

  test('whatever is written, a value or a sentence comes back, never an exception', () => {
    const types = fc.constantFrom<Knob['type']>(
      'int',
      'float',
      'bool',
      'text',
      'choice',
      'bytes',
      'seconds',
      'path',
    );
    fc.assert(
      fc.property(types, fc.oneof(fc.string(), fc.double(), fc.boolean()), (type, raw) => {
        const result = readKnob('k', knob({ type, choices: ['a'] }), raw);
        if (result.ok && typeof result.value === 'number') expect(Number.isFinite(result.value)).toBe(true);
        if (!result.ok) expect(say(result.why, 'en')).toContain('k ');
      }),
    );
  });
});
