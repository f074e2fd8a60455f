import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const main = join(import.meta.dirname, '../../src/cli/main.ts');
const folder = mkdtempSync(join(tmpdir(), 'sparkwright-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function sparkwright(...words: string[]) {
  const env = {
    ...process.env,
    HOME: folder,
    XDG_CONFIG_HOME: '',
    LC_ALL: 'C',
    LANG: 'C',
    SPARKWRIGHT_LANG: '',
  };
  const done = spawnSync(process.execPath, [main, ...words], { encoding: 'utf8', cwd: folder, env });
  return { code: done.status, out: done.stdout, err: done.stderr };
}

test.each([
  [['upp'], 'Unknown verb upp. Did you mean up?'],
  [['up', '--jsno'], 'Unknown option --jsno. Did you mean --json?'],
  [['lab', 'dwn'], 'Unknown verb dwn. Did you mean down?'],
  [['lab'], 'sparkwright lab needs one more word. See: sparkwright lab --help'],
  [['status', 'now'], 'sparkwright status takes no word now.'],
  [['logs', '--tail', 'many'], '--tail takes a whole number from 0 to 100000, got many'],
  [['up', '--wait', 'soon'], '--wait takes a duration such as 90s or 10m, got soon'],
  [['up', '--expose', 'engin'], '--expose takes one of engine, got engin'],
  [['render', '--format', 'yaml'], '--format takes one of docker, json, compose, got yaml'],
  [['init'], 'init needs --head and at least one --worker'],
])('%j is refused with 2 and the nearest word', (words, sentence) => {
  const { code, err } = sparkwright(...words);
  expect(code).toBe(2);
  expect(err).toContain(sentence);
});

test('the same is said in Chinese', () => {
  expect(sparkwright('--lang', 'zh', 'upp').err).toContain('未知命令 upp。你是想用 up 吗？');
  expect(sparkwright('--lang', 'zh', '--help').out).toContain('启动部署；再次执行则无事可做');
});

test('help and version exit with 0', () => {
  expect(sparkwright('--help')).toMatchObject({ code: 0, err: '' });
  expect(sparkwright('up', '--help').out).toContain('--no-wait');
  expect(sparkwright('--version').out).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('init writes a commented file once, keeps it, and with --force keeps a copy of it', () => {
  const words = ['init', '--head', 'dgx@spark-1.local', '--worker', 'dgx@spark-2.local', '--yes'];
  const file = join(folder, 'sparkwright.yaml');
  expect(sparkwright(...words, '--json').code).toBe(0);
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(/role: head\n\s+ssh: dgx@spark-1\.local/);
  writeFileSync(file, `${text}# mine\n`);
  expect(sparkwright(...words).code).toBe(2);
  expect(readFileSync(file, 'utf8')).toBe(`${text}# mine\n`);
  const forced = sparkwright(...words, '--force');
  expect(forced.code, forced.err).toBe(0);
  const copy = /The old file is (\S+)\./.exec(forced.out)?.[1] ?? '';
  expect(readFileSync(copy, 'utf8')).toBe(`${text}# mine\n`);
  rmSync(file);
});

test('a wrong cluster file is one error with place and nearest word, as JSON too', () => {
  const file = join(folder, 'wrong.yaml');
  writeFileSync(
    file,
    'version: 1\nname: x\nrecipe: lab-smollm2-vllm\nnodes:\n  - name: a\n    rol: head\n    ssh: a\n',
  );
  const { code, err } = sparkwright('config', 'validate', '-c', file);
  expect(code).toBe(2);
  expect(err).toMatch(/wrong\.yaml:6:5: .*rol.*role/);
  const json = JSON.parse(sparkwright('config', 'validate', '-c', file, '--json').out);
  expect(json).toMatchObject({ ok: false, exit: 2 });
});

test('config show says each value with its origin and what it shadows', () => {
  const file = join(folder, 'knobs.yaml');
  const nodes = 'nodes:\n  - {name: a, role: head, ssh: a}\n  - {name: b, role: worker, ssh: b}\n';
  writeFileSync(file, `version: 1\nname: x\nrecipe: lab-smollm2-vllm\n${nodes}knobs:\n  maxModelLen: 1024\n`);
  const shown = JSON.parse(sparkwright('config', 'show', '-c', file, '--set', 'maxNumSeqs=4', '--json').out);
  const setting = (knob: string) => shown.settings.find((each: { knob: string }) => each.knob === knob);
  expect(setting('maxModelLen')).toMatchObject({
    value: 1024,
    origin: expect.stringMatching(/knobs\.yaml:8$/),
    shadowed: [{ value: 2048, origin: 'recipe' }],
  });
  expect(setting('maxNumSeqs')).toMatchObject({ value: 4, origin: 'flag' });
  const wrong = sparkwright('config', 'show', '-c', file, '--set', 'maxNumSek=4');
  expect(wrong.code).toBe(2);
  expect(wrong.err).toContain('maxNumSeqs');
});

test('recipe list, show and check; a schema for editors', () => {
  expect(sparkwright('recipe', 'list').out).toContain('lab-smollm2-vllm');
  expect(sparkwright('recipe', 'show', 'lab-smollm2-vllm').out).toContain('maxModelLen');
  expect(
    sparkwright('recipe', 'check', join(import.meta.dirname, '../../recipes/lab-smollm2-vllm')).code,
  ).toBe(0);
  expect(JSON.parse(sparkwright('schema', 'recipe').out)).toMatchObject({ title: 'sparkwright recipe' });
  expect(JSON.parse(sparkwright('schema', 'cluster').out)).toMatchObject({
    title: 'sparkwright cluster file',
  });
  expect(sparkwright('recipe', 'show', 'lab-smolm2-vllm').err).toContain('lab-smollm2-vllm');
});

test('render from a bundle of two recorded Sparks prints both containers and needs no machine', () => {
  const file = join(folder, 'pair.yaml');
  const nodes =
    'nodes:\n  - {name: spark-5c2d, role: head, ssh: dgx@192.168.31.10}\n  - {name: spark-7e41, role: worker, ssh: dgx@192.168.31.11}\n';
  writeFileSync(file, `version: 1\nname: pair\nrecipe: lab-smollm2-vllm\n${nodes}`);
  const bundle = join(import.meta.dirname, '../fixtures/bundles/two-sparks');
  const render = sparkwright('render', '-c', file, '--bundle', bundle, '--format', 'json', '--json');
  expect(render.code, render.err).toBe(0);
  const { units } = JSON.parse(render.out);
  expect(units).toMatchObject([
    {
      unit: 'rank0',
      node: 'spark-5c2d',
      env: { VLLM_HOST_IP: '192.168.100.10' },
      secrets: [{ name: 'VLLM_API_KEY' }],
    },
    { unit: 'rank1', node: 'spark-7e41', env: { VLLM_HOST_IP: '192.168.100.11' }, secrets: [] },
  ]);
});
