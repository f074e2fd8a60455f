import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { say } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { IssuesFailure, issueLines } from '../text/located.ts';
import { clusterJsonSchema } from './json-schema.ts';
import { fileKnobs, findClusterFile, loadCluster, parseCluster } from './load.ts';

const text = `version: 1
name: sparks
nodes:
  - name: spark-a
    role: head
    ssh: nv@192.168.1.20
  - name: spark-b
    role: worker
    ssh: spark-b.local
    fabric:
      address: 192.168.100.11
recipe: lab-smollm2-vllm
api:
  port: 8000
paths:
  model: /data/m
knobs:
  # a comment between
  maxModelLen: 2048
  'mode': fast
`;

function saidOf(from: string, to: string): { en: string[]; zh: string[] } {
  if (!text.includes(from)) throw new Error(`the sample has no ${from}`);
  try {
    parseCluster(
      text.replace(from, () => to),
      'sparkwright.yaml',
    );
  } catch (error) {
    if (!(error instanceof IssuesFailure)) throw error;
    const heads = (language: 'en' | 'zh') =>
      error.issues.map((issue) => (issueLines(issue, language)[0] ?? '').replace(/^sparkwright\.yaml:/, ''));
    return { en: heads('en'), zh: heads('zh') };
  }
  return { en: [], zh: [] };
}

describe('the cluster file', () => {
  const loaded = parseCluster(text, 'sparkwright.yaml');

  test('gives nodes, and what is not said is left to the recipe and the probes', () => {
    expect(loaded.cluster).toStrictEqual({
      version: 1,
      name: 'sparks',
      nodes: [
        { name: 'spark-a', role: 'head', ssh: 'nv@192.168.1.20', fabric: {}, paths: {} },
        {
          name: 'spark-b',
          role: 'worker',
          ssh: 'spark-b.local',
          fabric: { address: '192.168.100.11' },
          paths: {},
        },
      ],
      recipe: 'lab-smollm2-vllm',
      exposure: 'loopback',
      paths: { model: '/data/m' },
      api: { port: 8000 },
      knobs: { maxModelLen: 2048, mode: 'fast' },
    });
  });

  test('knows the line of everything in it, so that later complaints can name it', () => {
    expect(loaded.lineOf(['knobs', 'maxModelLen'])).toBe(19);
    expect(loaded.lineOf(['nodes', 1, 'fabric', 'address'])).toBe(11);
    expect(loaded.lineOf(['knobs', 'maxSeqs'])).toBeUndefined();
    expect(fileKnobs(loaded)).toEqual([
      {
        knob: 'maxModelLen',
        value: 2048,
        file: 'sparkwright.yaml',
        line: 19,
        column: 3,
        excerpt: '  maxModelLen: 2048',
      },
      {
        knob: 'mode',
        value: 'fast',
        file: 'sparkwright.yaml',
        line: 20,
        column: 4,
        excerpt: "  'mode': fast",
      },
    ]);
  });

  test('may have sections whose lines are all comments', () => {
    const { cluster } = parseCluster(
      'version: 1\nnodes: [{ name: a, role: head, ssh: a, fabric:, paths: }]\nrecipe: r\napi:\n  # port: 1\npaths:\nknobs:\n',
      'f',
    );
    expect(cluster).toMatchObject({ name: 'sparks', api: {}, paths: {}, knobs: {} });
    expect(cluster.nodes[0]).toStrictEqual({ name: 'a', role: 'head', ssh: 'a', fabric: {}, paths: {} });
  });

  test.each([
    'host',
    'user@host',
    'nv@192.168.1.20',
    'nv@fe80::1%eth0',
    '[::1]',
    'spark-a.local',
    'my_alias',
  ])('takes %s as something ssh can be given', (target) => {
    expect(saidOf('ssh: spark-b.local', `ssh: '${target}'`)).toEqual(
      target === 'nv@192.168.1.20'
        ? { en: [expect.any(String)], zh: [expect.any(String)] }
        : { en: [], zh: [] },
    );
  });
});

describe('what is wrong in it is said with line, column and the nearest word, in both languages', () => {
  test.each([
    [
      'an unknown key',
      'knobs:',
      'knosb:',
      '17:1: unknown key "knosb"; did you mean "knobs"?',
      '17:1：未知的键 "knosb"；是否想写 "knobs"？',
    ],
    [
      'a key inside',
      '    fabric:',
      '    fabirc:',
      '10:5: unknown key "fabirc"; did you mean "fabric"?',
      '10:5：未知的键 "fabirc"；是否想写 "fabric"？',
    ],
    ['no recipe', 'recipe: lab-smollm2-vllm\n', '', '1:1: "recipe" is missing', '1:1：缺少 "recipe"'],
    [
      'an unknown role',
      'role: head',
      'role: haed',
      '5:11: "role" cannot be "haed"; did you mean "head"?',
      '5:11："role" 不能是 "haed"；是否想写 "head"？',
    ],
    [
      'no head',
      'role: head',
      'role: worker',
      '3:1: no node has the role head; exactly one must',
      '3:1：没有节点的 role 是 head；必须恰好有一个',
    ],
    [
      'two heads',
      'role: worker',
      'role: head',
      '8:11: spark-a is the head already; this one must be a worker',
      '8:11：spark-a 已是 head；此节点必须是 worker',
    ],
    [
      'a name twice',
      'name: spark-b',
      'name: Spark-A',
      '7:11: "spark-a" is used by spark-a already',
      '7:11："spark-a" 已被 spark-a 使用',
    ],
    [
      'a name that is none',
      'name: spark-b',
      'name: spark_b',
      '7:11: "spark_b" is no name for a node: letters, digits and dashes, at most 63',
      '7:11："spark_b" 不是有效的节点名：只能用字母、数字和连字符，最多 63 个',
    ],
    [
      'a machine twice',
      'ssh: spark-b.local',
      'ssh: nv@192.168.1.20',
      '9:10: "nv@192.168.1.20" is used by spark-a already',
      '9:10："nv@192.168.1.20" 已被 spark-a 使用',
    ],
    [
      'an option as ssh target',
      'ssh: spark-b.local',
      'ssh: -oProxyCommand=reboot',
      '9:10: "-oProxyCommand=reboot" is nothing ssh can be given: write host, user@host or an alias of your ssh config',
      '9:10："-oProxyCommand=reboot" 不能作为 ssh 目标：请写 主机、用户@主机 或 ssh 配置中的别名',
    ],
    [
      'an option behind a user',
      'ssh: spark-b.local',
      'ssh: nv@-oX',
      '9:10: "nv@-oX" is nothing ssh can be given: write host, user@host or an alias of your ssh config',
      '9:10："nv@-oX" 不能作为 ssh 目标：请写 主机、用户@主机 或 ssh 配置中的别名',
    ],
    [
      'no address',
      'address: 192.168.100.11',
      'address: 192.168.100.300',
      '11:16: "192.168.100.300" is no IPv4 address',
      '11:16："192.168.100.300" 不是 IPv4 地址',
    ],
    [
      'a port out of range',
      'port: 8000',
      'port: 80000',
      '14:9: "port" is 80000; at most 65535',
      '14:9："port" 是 80000；最多为 65535',
    ],
    [
      'a port that is none',
      'port: 8000',
      'port: many',
      '14:9: "port" must be a number, not "many"',
      '14:9："port" 必须是数字，而不是 "many"',
    ],
    [
      'a relative path',
      'model: /data/m',
      'model: data/m',
      '16:10: "data/m" must start with / or ~/ and hold no .. or colon',
      '16:10："data/m" 必须以 / 或 ~/ 开头，且不含 .. 和冒号',
    ],
    [
      'an unknown exposure',
      'api:',
      'exposure: lan\napi:',
      '13:11: "exposure" cannot be "lan"; valid here: engine, loopback',
      '13:11："exposure" 不能是 "lan"；此处可用：engine, loopback',
    ],
    [
      'a recipe that is neither name nor path',
      'recipe: lab-smollm2-vllm',
      'recipe: My Recipe',
      '12:9: "My Recipe" is neither a recipe\'s name nor a path that starts with . or /',
      '12:9："My Recipe" 既不是配方名，也不是以 . 或 / 开头的路径',
    ],
    [
      'a cluster name that is none',
      'name: sparks',
      'name: ../sparks',
      '2:7: "../sparks" is no name for a cluster: small letters, digits, dots and dashes, at most 42',
      '2:7："../sparks" 不是有效的集群名：只能用小写字母、数字、点和连字符，最多 42 个',
    ],
    [
      'a knob that is a list',
      'maxModelLen: 2048',
      'maxModelLen: [2048]',
      '19:16: "maxModelLen" must be one value, not [2048]',
      '19:16："maxModelLen" 必须是单个值，而不是 [2048]',
    ],
    [
      'a version of a later tool',
      'version: 1',
      'version: 2',
      '1:10: "version" cannot be 2; did you mean "1"?',
      '1:10："version" 不能是 2；是否想写 "1"？',
    ],
  ])('%s', (_name, from, to, en, zh) => {
    expect(saidOf(from, to)).toEqual({ en: [en], zh: [zh] });
  });

  test('an empty file, and one that is a list', () => {
    expect(saidOf(text, '')).toEqual({ en: ['1:1: the file is empty'], zh: ['1:1：文件是空的'] });
    expect(saidOf(text, '- a')).toEqual({
      en: ['1:1: the file must be a list of "key: value" lines'],
      zh: ['1:1：文件必须由 "键: 值" 行组成'],
    });
  });
});

describe('where the cluster file lies', () => {
  let home = '';
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'cluster-'));
    await mkdir(join(home, 'project/deep/er'), { recursive: true });
    await mkdir(join(home, 'elsewhere'));
    await mkdir(join(home, 'config/sparkwright'), { recursive: true });
    await writeFile(
      join(home, 'project/sparkwright.yaml'),
      text.replace('recipe: lab-smollm2-vllm', 'recipe: ./mine\nsshConfig: ./ssh'),
    );
    await writeFile(join(home, 'config/sparkwright/sparkwright.yaml'), text);
  });
  afterAll(() => rm(home, { recursive: true }));

  test('the flag, else the nearest upward, else the user’s own', async () => {
    const env = { XDG_CONFIG_HOME: join(home, 'config') };
    const near = join(home, 'project/sparkwright.yaml');
    expect(await findClusterFile(undefined, join(home, 'project/deep/er'), env)).toBe(near);
    expect(await findClusterFile('../project/sparkwright.yaml', join(home, 'elsewhere'), {})).toBe(near);
    expect(await findClusterFile(undefined, join(home, 'elsewhere'), env)).toBe(
      join(home, 'config/sparkwright/sparkwright.yaml'),
    );
  });

  test('A1.1 none at all is a usage error that names the way to one', async () => {
    const failure = await findClusterFile(undefined, join(home, 'elsewhere'), {
      HOME: join(home, 'nobody'),
    }).catch((error: unknown) => error);
    if (!(failure instanceof Failure)) throw new Error('one was found');
    expect(failure.exit).toBe(EXIT.usage);
    const own = join(home, 'nobody/.config/sparkwright/sparkwright.yaml');
    expect(say(failure.said, 'en')).toBe(
      `no cluster file: no sparkwright.yaml in ${home}/elsewhere or above it, and no ${own}; write one with sparkwright init`,
    );
    expect(say(failure.said, 'zh')).toBe(
      `没有集群文件：${home}/elsewhere 及其上级目录中没有 sparkwright.yaml，也没有 ${own}；用 sparkwright init 生成一个`,
    );
  });

  test('a file that the flag names and that is not there is a usage error', async () => {
    const failure = await findClusterFile('nothing.yaml', home, {}).catch((error: unknown) => error);
    if (!(failure instanceof Failure)) throw new Error('it was found');
    expect(say(failure.said, 'en')).toBe(`there is no file ${home}/nothing.yaml`);
    expect(failure.exit).toBe(EXIT.usage);
  });

  test('paths that start with a dot are beside the file', async () => {
    const { cluster } = await loadCluster(join(home, 'project/sparkwright.yaml'));
    expect(cluster.recipe).toBe(join(home, 'project/mine'));
    expect(cluster.sshConfig).toBe(join(home, 'project/ssh'));
  });
});

test('the JSON Schema asks for what must be there and forbids what is unknown', () => {
  const schema = clusterJsonSchema() as { required: string[]; additionalProperties: boolean };
  expect(schema.required).toEqual(['version', 'nodes', 'recipe']);
  expect(schema.additionalProperties).toBe(false);
});
