import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tinyFiles, tinyRecipe } from '../../test/samples/recipe.ts';
import { say } from '../message/message.ts';
import { readRecipe } from '../recipe/load.ts';
import { resolveSettings } from '../recipe/settings.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { type InitWish, initQuestions, namesFor, planInit } from './init.ts';
import { fileKnobs, parseCluster } from './load.ts';
import { renderClusterFile } from './render.ts';
import type { Cluster } from './types.ts';

const read = readRecipe(tinyRecipe, 'recipe.yaml', tinyFiles);
if (!read.ok) throw new Error('the sample is valid');
const { recipe } = read;
const wish: InitWish = {
  head: 'nv@spark-1a2b.local',
  workers: ['nv@spark-3c4d.local'],
  recipe: 'tiny',
  language: 'en',
  loaded: recipe,
};
const fresh = { path: 'sparkwright.yaml', existing: undefined, force: false };

function failureOf(work: () => unknown): Failure {
  try {
    work();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('expected a Failure');
}

describe('init', () => {
  test('writes a file that a person can read and edit', () => {
    expect(
      planInit(wish, fresh).text,
    ).toBe(`# The cluster file of sparkwright: where to run what. Yours to edit.
# Every value with its origin: sparkwright config show
version: 1

# Names the containers and the state folder on the head.
name: sparks

# Exactly one head (rank 0, serves the API); workers take their ranks in this order.
# ssh: host, user@host or an alias of your ssh config. sshFromHead: how the head reaches a worker, when that differs.
# fabric (address, netdev, rdmaDevices, gidIndex) is found by itself; give only what must be otherwise.
nodes:
  - name: spark-1a2b
    role: head
    ssh: nv@spark-1a2b.local
  - name: spark-3c4d
    role: worker
    ssh: nv@spark-3c4d.local

# A name of sparkwright recipe list, or a path that starts with . or /
recipe: tiny

# loopback: only the head itself reaches the API (ssh -L brings it to you).
# engine: every machine in the head's networks reaches the engine; some of its routes ask for no key.
exposure: loopback

api:
  # The API's port, when not the recipe's.
  # port: 8000
  # The file on the head that holds the API key; made once when it is missing.
  # keyFile: ~/keys/sparks

paths:
  # The model's folder on every node, when not the recipe's.
  # model: /data/models/my-model
  # sparkwright's folder on every node.
  # state: /data/sparkwright

# Knobs of the recipe that shall differ from its defaults; take away the # to set one.
knobs:
  # Longest conversation. (256 … 4096 tokens)
  # maxModelLen: 2048
  # How. (fast | slow)
  # mode: fast
`);
  });

  test('in Chinese has Chinese comments and the same cluster', () => {
    const english = planInit(wish, fresh);
    const chinese = planInit({ ...wish, language: 'zh' }, fresh);
    expect(chinese.cluster).toEqual(english.cluster);
    expect(chinese.text).toContain('# 恰好一个 head（rank 0，提供 API）；worker 按此顺序取得 rank。');
    expect(chinese.text).toContain('  # 最长会话。 (256 … 4096 tokens)\n  # maxModelLen: 2048\n');
  });

  test('writes every commented value so that taking away its # is enough', () => {
    const { text } = planInit(wish, fresh);
    const opened = text.replace(/^( +)# ([a-zA-Z]+: \S+)$/gm, '$1$2');
    const loaded = parseCluster(opened, 'sparkwright.yaml');
    expect(loaded.cluster).toMatchObject({
      api: { port: 8000, keyFile: '~/keys/sparks' },
      paths: { model: '/data/models/my-model', state: '/data/sparkwright' },
      knobs: { maxModelLen: 2048, mode: 'fast' },
    });
    const settings = resolveSettings(recipe, { file: fileKnobs(loaded), env: {}, set: {} });
    expect(settings.map(({ origin }) => origin)).toEqual(['sparkwright.yaml:41', 'sparkwright.yaml:43']);
  });

  test('never overwrites another file without force, and has nothing to do where the same lies', () => {
    const { text } = planInit(wish, fresh);
    const failure = failureOf(() => planInit(wish, { ...fresh, existing: 'mine' }));
    expect(failure.exit).toBe(EXIT.usage);
    expect(say(failure.said, 'en')).toBe(
      'sparkwright.yaml exists and says something else; it was left as it is. Overwrite it with --force',
    );
    expect(say(failure.said, 'zh')).toBe('sparkwright.yaml 已存在且内容不同；未做改动。用 --force 覆盖');
    expect(planInit(wish, { ...fresh, existing: 'mine', force: true }).unchanged).toBe(false);
    expect(planInit(wish, { ...fresh, existing: text }).unchanged).toBe(true);
  });

  test('refuses what ssh would take as an option or as two words', () => {
    for (const head of ['-oProxyCommand=x', 'a b', '', 'nv@', 'a;b']) {
      const failure = failureOf(() => planInit({ ...wish, head }, fresh));
      expect(failure.said.key, head).toBe('cluster.form.ssh');
      expect(failure.exit).toBe(EXIT.usage);
    }
  });

  test('names nodes by their hosts, or by letters where hosts give no good names', () => {
    expect(namesFor(['nv@spark-1a2b.local', 'spark-3c4d'])).toEqual(['spark-1a2b', 'spark-3c4d']);
    expect(namesFor(['nv@192.168.1.20', 'nv@192.168.1.21'])).toEqual(['spark-a', 'spark-b']);
    expect(namesFor(['a@spark.one', 'b@spark.two'])).toEqual(['spark-a', 'spark-b']);
  });

  test('asks only what the flags do not say', () => {
    expect(initQuestions({ head: 'a' }).map(({ id }) => id)).toEqual(['workers', 'recipe']);
    expect(initQuestions({ head: 'a', workers: ['b'], recipe: 'r' })).toEqual([]);
    expect(initQuestions({}).map(({ message }) => say(message, 'zh'))).toEqual([
      'ssh 如何连接 head（提供 API 的那台 Spark）？（主机、用户@主机或别名）',
      'ssh 如何连接 worker？（一个或多个，用空格分开）',
      '要运行哪个配方？用 sparkwright recipe list 查看全部',
    ]);
  });
});

describe('a rendered cluster file', () => {
  const path = fc
    .array(fc.string({ unit: fc.constantFrom(...'abc XY-_.#\'"é模'), minLength: 1, maxLength: 8 }), {
      minLength: 1,
      maxLength: 3,
    })
    .filter((steps) => !steps.includes('..'))
    .map((steps) => `/${steps.join('/')}`);
  const paths = fc.record({ model: path, state: path }, { requiredKeys: [] });
  const host = fc.stringMatching(/^[a-z][a-z0-9-]{0,10}$/).filter((name) => !name.endsWith('-'));
  const fabric = fc.record(
    {
      address: fc.ipV4(),
      netdev: fc.constantFrom('enp1s0f1np1', 'enP2p1s0f1np1'),
      rdmaDevices: fc.subarray(['rocep1s0f1', 'roceP2p1s0f1'], { minLength: 1 }),
      gidIndex: fc.integer({ min: 0, max: 255 }),
    },
    { requiredKeys: [] },
  );
  const cluster = fc
    .record({
      hosts: fc.uniqueArray(host, { minLength: 1, maxLength: 4 }),
      fabric,
      paths,
      nodePaths: paths,
      name: host,
      recipe: fc.oneof(host, path),
      exposure: fc.constantFrom('loopback' as const, 'engine' as const),
      api: fc.record({ port: fc.integer({ min: 1, max: 65_535 }), keyFile: path }, { requiredKeys: [] }),
      knobs: fc.dictionary(
        fc.stringMatching(/^[a-z][A-Za-z0-9]{0,10}$/),
        fc.oneof(
          fc.boolean(),
          fc.integer(),
          fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
          fc.string(),
        ),
      ),
    })
    .map(
      ({ hosts, fabric: one, nodePaths, ...rest }): Cluster => ({
        version: 1,
        ...rest,
        nodes: hosts.map((name, index) => ({
          name,
          role: index === 0 ? 'head' : 'worker',
          ssh: `nv@${name}`,
          fabric: index === 0 ? one : {},
          paths: index === 0 ? nodePaths : {},
        })),
      }),
    );

  test('is read back to the very same cluster, in both languages', () => {
    fc.assert(
      fc.property(cluster, fc.constantFrom('en' as const, 'zh' as const), (given, language) => {
        const text = renderClusterFile({ cluster: given, recipe, language });
        expect(parseCluster(text, 'f').cluster).toEqual(JSON.parse(JSON.stringify(given)));
      }),
    );
  });
});
