import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tinyFiles, tinyRecipe } from '../../test/samples/recipe.ts';
import { say } from '../message/message.ts';
import { recipeJsonSchema } from './json-schema.ts';
import { loadRecipe, readRecipe, recipeFromFiles } from './load.ts';
import { whatItMayDo } from './may.ts';
import { checkDocument, checkedMessage, recipeDocument, recipeFacts, recipeRows } from './views.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const tiny = recipeFromFiles(
  { 'recipe.yaml': base64(tinyRecipe), 'patches/a.py': base64('print()\n') },
  '/r/tiny',
);
const fixture = (name: string) => loadRecipe(join(import.meta.dirname, '../../recipes', name));

describe('what a recipe may do', () => {
  test('is said of the tiny one in both languages', () => {
    expect(whatItMayDo(tiny).map((message) => say(message, 'en'))).toEqual([
      "shares the node's network and its memory between processes (host network, host IPC)",
      'runs the image engine:1, whose content may change: it is not named by digest',
      'reads {{model}} of the node',
      'puts 1 files of its folder (8 B) on every node',
      'takes settings from your environment: MAX_LEN, MAX_MODEL_LEN',
    ]);
    expect(whatItMayDo(tiny).map((message) => say(message, 'zh'))).toEqual([
      '共用节点的网络和进程间内存（host network、host IPC）',
      '运行镜像 engine:1；它没有用摘要固定，内容可能变化',
      '读取节点上的 {{model}}',
      '把配方文件夹中的 1 个文件（8 B）放到每个节点',
      '从你的环境变量读取设置：MAX_LEN, MAX_MODEL_LEN',
    ]);
  });

  test('begins with what is gravest, and tells a pinned image', async () => {
    const said = whatItMayDo(await fixture('deepseek-v4.1-flash-exl3')).map((message) => say(message, 'en'));
    expect(said[0]).toBe('runs privileged: what is in the image can do anything on the node');
    expect(said).toContain('reads and changes {{state}}/cache of the node');
    expect(said).toContain('writes {{state}}/plans/J268-ho-v31-K5n.json on every node');
    expect(said).toContain('fetches the model 0xSero/DeepSeek-V4.1-Flash-Spark (462 GB) from huggingface');
    expect(said.find((line) => line.startsWith('runs the image'))).toMatch(/@sha256:[0-9a-f]{64}$/);
  });

  test('names scripts, devices and what comes back by itself', async () => {
    const said = whatItMayDo(await fixture('deepseek-v4-flash-0731-dspark')).map((message) =>
      say(message, 'en'),
    );
    expect(said).toContain('reads and changes ~/.cache/huggingface of the node');
    expect(said).toContain('uses the devices /dev/infiniband:/dev/infiniband');
    expect(said).toContain('is started again by Docker after a reboot (unless-stopped)');
    expect(said.find((line) => line.startsWith('runs 22 commands of its own'))).toBeDefined();
  });
});

describe('views', () => {
  test('the list has a row for each, and says which can not be used', () => {
    const rows = recipeRows(
      [
        { name: 'tiny', folder: '/r/tiny', builtIn: true, ok: true, loaded: tiny },
        { name: 'torn', folder: '/r/torn', builtIn: false, ok: false },
      ],
      'en',
    );
    expect(rows).toEqual([
      {
        name: 'tiny',
        title: 'A tiny model',
        nodes: '2',
        modelBytes: 300_000_000,
        model: '300 MB',
        builtIn: true,
        usable: true,
      },
      {
        name: 'torn',
        title: 'cannot be used; see sparkwright recipe check torn',
        nodes: '',
        modelBytes: null,
        model: '',
        builtIn: false,
        usable: false,
      },
    ]);
  });

  test('a recipe is shown with its knobs, in the language asked for', () => {
    const document = recipeDocument(tiny, true, 'zh');
    expect(document.knobs[0]).toEqual({
      knob: 'maxModelLen',
      type: 'int',
      default: 2048,
      shown: '2048',
      range: '256 … 4096 tokens',
      says: '最长会话。',
      aliases: ['MAX_LEN', 'MAX_MODEL_LEN'],
      source: null,
    });
    expect(document.knobs[1]?.range).toBe('fast | slow');
    expect(recipeFacts(document).map(({ label, value }) => `${say(label, 'en')}: ${value}`)).toEqual([
      'Nodes: 2 (arm64, roce)',
      'Model: local tiny, 300 MB, ?',
      'Model folder: /models/tiny',
      'Image: engine:1, 77 MB',
      'Served as: tiny, :8000',
      'Boot: ~ 10 min, ≤ 45 min',
      `Content: ${tiny.hash.slice(0, 12)}`,
    ]);
  });

  test('a check is ok, or lists every issue with its place', () => {
    expect(checkDocument([], 'en')).toEqual({ ok: true, issues: [] });
    expect(say(checkedMessage(tiny), 'en')).toBe(
      `tiny is a valid recipe (2 knobs, 2 files, ${tiny.hash.slice(0, 12)})`,
    );
    const torn = readRecipe(tinyRecipe.replace('image:', 'imgae:'), 'recipe.yaml', tinyFiles);
    if (torn.ok) throw new Error('it was read');
    expect(checkDocument(torn.issues, 'en')).toEqual({
      ok: false,
      issues: [
        {
          file: 'recipe.yaml',
          line: 5,
          column: 1,
          message: 'unknown key "imgae"',
          hint: 'did you mean "image"?',
        },
      ],
    });
  });

  test('the JSON Schema knows every key, takes the short forms and forbids the rest', () => {
    const schema = recipeJsonSchema() as {
      properties: Record<string, unknown>;
      required: string[];
      additionalProperties: boolean;
    };
    expect(schema.additionalProperties).toBe(false);
    expect(schema.required).toEqual(['format', 'name', 'title', 'model', 'image', 'container']);
    expect(Object.keys(schema.properties)).toContain('knobs');
    expect(JSON.stringify(schema.properties.title)).toContain('"type":"string"');
  });
});
