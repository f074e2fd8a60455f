import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { tinyFiles, tinyRecipe } from '../../test/samples/recipe.ts';
import { say } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { IssuesFailure, issueLines } from '../text/located.ts';
import { loadRecipe, readRecipe, recipeFromFiles } from './load.ts';

/** What is said of the tiny recipe after one edit: both languages, first issue first. */
function saidOf(from: string, to: string): { en: string[]; zh: string[] } {
  if (!tinyRecipe.includes(from)) throw new Error(`the sample has no ${from}`);
  const read = readRecipe(
    tinyRecipe.replace(from, () => to),
    'recipe.yaml',
    tinyFiles,
    {
      phases: ['start', 'load', 'ready'],
    },
  );
  if (read.ok) return { en: [], zh: [] };
  const heads = (language: 'en' | 'zh') =>
    read.issues.map((issue) => (issueLines(issue, language)[0] ?? '').replace(/^recipe\.yaml:/, ''));
  return { en: heads('en'), zh: heads('zh') };
}

const temporary: string[] = [];
afterEach(async () => {
  await Promise.all(temporary.splice(0).map((folder) => rm(folder, { recursive: true })));
});

async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recipe-'));
  temporary.push(folder);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Failure) return error;
  throw new Error(`expected a Failure, got ${String(error)}`);
}

describe('a short recipe', () => {
  const read = readRecipe(tinyRecipe, 'recipe.yaml', tinyFiles);
  if (!read.ok) throw new Error('the sample is valid');
  const { recipe } = read;

  test('gets everything it does not say', () => {
    expect(recipe).toMatchObject({
      summary: { en: 'A tiny model', zh: 'A tiny model' },
      nodes: { min: 2, max: 2 },
      tensorParallel: { 2: 2 },
      transport: 'roce',
      architectures: ['arm64'],
      api: { port: 8000, servedName: 'tiny', key: 'required', keyEnv: 'VLLM_API_KEY' },
      rendezvousPort: 29_501,
      patches: [],
    });
    expect(recipe.container).toMatchObject({
      name: '{{cluster}}-rank{{rank}}',
      ulimits: { memlock: -1 },
      shmBytes: 16 * 2 ** 30,
      privileged: false,
      gpus: true,
      restart: 'no',
      stopTimeoutSeconds: 30,
      mounts: [
        { source: '{{model}}', target: '/model', readOnly: true },
        { source: './patches/a.py', target: '/opt/a.py', readOnly: true },
      ],
    });
    expect(recipe.boot).toMatchObject({ estimateSeconds: 600, limitSeconds: 2700 });
    expect(recipe.smoke.questions).toHaveLength(1);
  });

  test('has sizes as bytes, times as seconds and one sentence in both languages', () => {
    expect(recipe.model.bytes).toBe(300_000_000);
    expect(recipe.boot.phases[0]?.limitSeconds).toBe(180);
    expect(recipe.knobs.mode?.says).toEqual({ en: 'How.', zh: 'How.' });
    expect(recipe.knobs.maxModelLen?.says.zh).toBe('最长会话。');
  });

  test('holds no member that is undefined, so that JSON carries all of it', () => {
    expect(JSON.parse(JSON.stringify(recipe))).toStrictEqual(recipe);
  });
});

describe('what is wrong is said with line, column and the nearest word, in both languages', () => {
  test.each([
    [
      'an unknown key',
      'image:',
      'imgae:',
      '5:1: unknown key "imgae"; did you mean "image"?',
      '5:1：未知的键 "imgae"；是否想写 "image"？',
    ],
    [
      'a key inside',
      'entrypoint:',
      'entrypont:',
      '21:3: unknown key "entrypont"; did you mean "entrypoint"?',
      '21:3：未知的键 "entrypont"；是否想写 "entrypoint"？',
    ],
    ['a missing key', 'title: A tiny model\n', '', '1:1: "title" is missing', '1:1：缺少 "title"'],
    ['a missing language', ', zh: 最长会话。', '', '13:5: "zh" is missing', '13:5：缺少 "zh"'],
    [
      'an undefined place',
      '{{maxModelLen}}',
      '{{maxModelLn}}',
      '30:7: there is no place or knob "maxModelLn"; did you mean "maxModelLen"?',
      '30:7：没有名为 "maxModelLn" 的占位符或参数；是否想写 "maxModelLen"？',
    ],
    [
      'a place that is not known yet',
      "'engine:1'",
      "'engine:{{rank}}'",
      '5:21: "rank" is not known yet where this text is filled; valid here: maxModelLen, mode',
      '5:21：填写此处文本时，"rank" 的值还不确定；此处可用：maxModelLen, mode',
    ],
    [
      'a place left open',
      '{{maxModelLen}}',
      '{{maxModelLen',
      '30:7: a place opens here and is not closed, or holds more than names: {{maxModelLen',
      '30:7：占位符没有闭合，或其中不只是名称：{{maxModelLen',
    ],
    [
      'an unknown function',
      '{{maxModelLen}}',
      '{{captureMx maxModelLen}}',
      '30:7: there is no function "captureMx"; did you mean "captureMax"?',
      '30:7：没有名为 "captureMx" 的函数；是否想写 "captureMax"？',
    ],
    [
      'too few names for a function',
      '{{maxModelLen}}',
      '{{captureMax maxModelLen}}',
      '30:7: "captureMax" takes 2 names, not 1',
      '30:7："captureMax" 需要 2 个名称，而不是 1 个',
    ],
    [
      'a function without names',
      '{{maxModelLen}}',
      '{{captureMax}}',
      '30:7: "captureMax" is a function and needs the names of knobs behind it',
      '30:7："captureMax" 是函数，后面需要写参数名',
    ],
    [
      'a function that can make nothing of its knobs',
      '{{maxModelLen}}',
      '{{captureMax maxModelLen mode}}',
      '30:7: {{captureMax maxModelLen mode}} makes no sense with the defaults 2048, fast',
      '30:7：{{captureMax maxModelLen mode}} 用默认值 2048, fast 无法计算',
    ],
    [
      'words that do not stand alone',
      "'{{node.address}}'",
      "'{{words mode}}'",
      '26:14: {{words mode}} becomes several words, so it must stand alone in the command',
      '26:14：{{words mode}} 会展开成多个词，只能在 command 中单独成项',
    ],
    [
      'a condition on nothing',
      'when: head',
      'when: haed',
      '31:15: the condition names "haed", which is no knob; did you mean "head"?',
      '31:15：条件中的 "haed" 不是任何参数；是否想写 "head"？',
    ],
    [
      'a condition that is none',
      'when: head',
      'when: head and worker',
      '31:15: "head and worker" is no condition; write head, worker, keyed, a knob, knob = value, or not before one of them',
      '31:15："head and worker" 不是条件；可写 head、worker、keyed、参数名、参数名 = 值，前面可加 not',
    ],
    [
      'a condition with an unknown choice',
      'when: head',
      'when: mode = fats',
      '31:15: mode cannot be "fats"; did you mean "fast"?',
      '31:15：mode 不能是 "fats"；是否想写 "fast"？',
    ],
    [
      'a condition on a number that is none',
      'when: head',
      'when: maxModelLen = 2k',
      '31:15: maxModelLen must be a number, not "2k"',
      '31:15：maxModelLen 必须是数字，而不是 "2k"',
    ],
    [
      'a role that is compared',
      'when: head',
      'when: head = 1',
      '31:15: "head" is either so or not and compares with nothing',
      '31:15："head" 只有是与否，不能与值比较',
    ],
    [
      'a wrong type',
      'default: 2048',
      'default: many',
      '9:14: default must be a whole number, not "many"',
      '9:14：default 必须是整数，而不是 "many"',
    ],
    [
      'a default outside its range',
      'default: 2048',
      'default: 9999',
      '9:14: default is 9999, outside its range 256 … 4096 tokens',
      '9:14：default 为 9999，超出范围 256 … 4096 tokens',
    ],
    [
      'an unknown choice',
      'default: fast',
      'default: fasst',
      '17:14: default cannot be "fasst"; did you mean "fast"?',
      '17:14：default 不能是 "fasst"；是否想写 "fast"？',
    ],
    [
      'an unknown type',
      'type: choice',
      'type: chioce',
      '16:11: "type" cannot be "chioce"; did you mean "choice"?',
      '16:11："type" 不能是 "chioce"；是否想写 "choice"？',
    ],
    [
      'a choice without choices',
      '    choices: [fast, slow]\n',
      '',
      '16:11: a choice needs its choices',
      '16:11：类型 choice 需要给出 choices',
    ],
    [
      'a place in a default',
      'mode:',
      "folder:\n    type: text\n    default: '{{home}}'\n    says: x\n  mode:",
      '17:14: the default of folder is a value; places are not filled in it',
      '17:14：folder 的默认值是固定值；其中的占位符不会被填写',
    ],
    [
      'an alias used twice',
      '    says: How.',
      '    says: How.\n    aliases: [MAX_LEN]',
      '20:15: alias MAX_LEN belongs to maxModelLen already',
      '20:15：别名 MAX_LEN 已属于 maxModelLen',
    ],
    [
      'an alias that would carry a secret away',
      '[MAX_LEN,',
      '[HF_TOKEN,',
      '14:15: HF_TOKEN may hold a secret or belongs to the shell; a recipe may not read it',
      '14:15：HF_TOKEN 可能含有机密或属于 shell；配方不得读取',
    ],
    [
      'a knob with a name that is taken',
      'mode:',
      'rank:',
      '15:3: "rank" means something else already; the knob needs another name',
      '15:3："rank" 已有其他含义；请给参数换个名字',
    ],
    [
      'a knob with a bad name',
      'mode:',
      'Mode-x:',
      '15:3: "Mode-x" is no name for a knob: a small letter, then letters and digits, at most 40',
      '15:3："Mode-x" 不是有效的参数名：小写字母开头，后接字母和数字，最多 40 个',
    ],
    [
      'an invalid pattern',
      "'layer (\\d+)'",
      "'layer (\\d+'",
      '34:43: not a regular expression: layer (\\d+',
      '34:43：不是有效的正则表达式：layer (\\d+',
    ],
    [
      'a pattern that can take forever',
      "'layer (\\d+)'",
      "'(a+)+$'",
      '34:43: a repetition inside a repetition, or a back reference, can take forever on a long line: (a+)+$',
      '34:43：嵌套重复或反向引用在长行上可能永远算不完：(a+)+$',
    ],
    [
      'a phase after no phase',
      'after: load',
      'after: laod',
      '34:65: there is no phase "laod"; did you mean "load"?',
      '34:65：没有阶段 "laod"；是否想写 "load"？',
    ],
    [
      'a phase that exists',
      'id: extra',
      'id: ready',
      '34:13: phase "ready" exists already',
      '34:13：阶段 "ready" 已存在',
    ],
    [
      'a file that is not there',
      './patches/a.py:',
      './patches/b.py:',
      '24:7: ./patches/b.py is not in the recipe\'s folder; did you mean "patches/a.py"?',
      '24:7：配方文件夹里没有 ./patches/b.py；是否想写 "patches/a.py"？',
    ],
    [
      'a mount that leaves the folder',
      './patches/a.py:',
      './../a.py:',
      '24:7: "./../a.py:/opt/a.py:ro" is no mount: write source:target, source:target:ro, or keys',
      '24:7："./../a.py:/opt/a.py:ro" 不是挂载：请写 源:目标、源:目标:ro，或用键值形式',
    ],
    [
      'two mounts in one place',
      ':/opt/a.py:',
      ':/model:',
      '24:7: two mounts share the target /model',
      '24:7：两个挂载使用同一目标 /model',
    ],
    [
      'a number where text is wanted',
      '- /model\n',
      '- 256\n',
      `28:7: "command[0]" must be text, not 256; write it in quotes: '256'`,
      `28:7："command[0]" 必须是文本，而不是 256；请加引号：'256'`,
    ],
    [
      'a text where a list is wanted',
      '[vllm, serve]',
      'vllm serve',
      '21:15: "entrypoint" must be a list, not "vllm serve"',
      '21:15："entrypoint" 必须是列表，而不是 "vllm serve"',
    ],
    [
      'a place without quotes',
      "'{{node.address}}'",
      '{{node.address}}',
      "26:15: a value that starts with {{ must stand in quotes: '{{…}}'",
      "26:15：以 {{ 开头的值必须加引号：'{{…}}'",
    ],
    [
      'a size that can be read two ways',
      'bytes: 300MB',
      'bytes: 300m',
      '4:72: "300m" is not a number of bytes; write 2700000000, 2.7GB or 1.5GiB',
      '4:72："300m" 不是字节数；请写成 2700000000、2.7GB 或 1.5GiB',
    ],
    [
      'a port out of range',
      'boot:',
      'rendezvousPort: 99999\nboot:',
      '32:17: "rendezvousPort" is 99999; at most 65535',
      '32:17："rendezvousPort" 是 99999；最多为 65535',
    ],
    [
      'a name that is a path',
      'name: tiny',
      'name: ../tiny',
      '2:7: "../tiny" is no name: small letters, digits, dots and dashes, at most 63',
      '2:7："../tiny" 不是有效名称：只能用小写字母、数字、点和连字符，最多 63 个',
    ],
    [
      'a variable that is none',
      'HOST_IP:',
      '1HOST:',
      '26:5: "1HOST" is no name of a variable',
      '26:5："1HOST" 不是有效的变量名',
    ],
    [
      'an image that is an option',
      "'engine:1'",
      '--privileged',
      '5:21: "--privileged" is no image: write name:tag or name@sha256:…',
      '5:21："--privileged" 不是镜像名：请写 name:tag 或 name@sha256:…',
    ],
    [
      'the key among the variables',
      'HOST_IP:',
      'VLLM_API_KEY: abc\n    HOST_IP:',
      '26:5: VLLM_API_KEY would hold the key where docker inspect shows it; leave it out: the key comes by file',
      '26:5：VLLM_API_KEY 会让密钥出现在 docker inspect 中；请去掉：密钥通过文件传入',
    ],
    [
      'the key in the command',
      '- /model\n',
      '- /model\n    - --api-key\n',
      '27:3: --api-key would show the key in ps and docker inspect; leave it out: the key comes by file',
      '27:3：--api-key 会让密钥出现在 ps 和 docker inspect 中；请去掉：密钥通过文件传入',
    ],
    [
      'fewer nodes at most than at least',
      'boot:',
      'nodes: { min: 3, max: 2 }\nboot:',
      '32:8: nodes: at least 3 but at most 2',
      '32:8：nodes：最少 3 却最多 2',
    ],
    [
      'a tab',
      '  env:',
      '\tenv:',
      '25:1: a tab indents this line; YAML wants spaces',
      '25:1：此行用制表符缩进；YAML 只允许空格',
    ],
    [
      'a key given twice',
      'name: tiny',
      'name: tiny\nname: other',
      '3:1: "name" is given twice',
      '3:1："name" 写了两次',
    ],
    [
      'a step to the side',
      '  maxModelLen:',
      '   maxModelLen:',
      '15:1: the indentation does not fit the lines above',
      '15:1：缩进与上面的行不一致',
    ],
    [
      'a brace left open',
      'bytes: 77MB }',
      'bytes: 77MB',
      '6:1: something opened before is not closed here',
      '6:1：前面打开的括号或引号在这里没有闭合',
    ],
    [
      'a format of a later tool',
      'format: 1',
      'format: 2',
      '1:9: "format" cannot be 2; did you mean "1"?',
      '1:9："format" 不能是 2；是否想写 "1"？',
    ],
  ])('%s', (_name, from, to, en, zh) => {
    expect(saidOf(from, to)).toEqual({ en: [en], zh: [zh] });
  });

  test('all of a file at once, in its order, each with the line and a mark under the place', async () => {
    const folder = await folderWith({
      'recipe.yaml': tinyRecipe.replace('entrypoint:', 'entrypont:').replace('type: choice', 'type: chioce'),
      'patches/a.py': '',
    });
    const failure = await failureOf(loadRecipe(folder));
    if (!(failure instanceof IssuesFailure)) throw failure;
    expect(failure.exit).toBe(EXIT.usage);
    expect(say(failure.said, 'en')).toBe(`${folder}/recipe.yaml cannot be used; 2 to mend:`);
    expect(failure.issues.flatMap((issue) => issueLines({ ...issue, file: 'f' }, 'en'))).toEqual([
      'f:16:11: "type" cannot be "chioce"; did you mean "choice"?',
      '        type: chioce',
      '              ^',
      'f:21:3: unknown key "entrypont"; did you mean "entrypoint"?',
      '      entrypont: [vllm, serve]',
      '      ^',
    ]);
  });
});

describe('a hostile recipe', () => {
  const refuse = (text: string) => {
    const read = readRecipe(text, 'recipe.yaml', tinyFiles);
    if (read.ok) throw new Error('it was read');
    return read.issues.map((issue) => issueLines(issue, 'en')[0] ?? '');
  };

  test('that is too large is not parsed', () => {
    expect(refuse(`a: ${'x'.repeat(600_000)}`)).toEqual([
      'recipe.yaml:1:1: the file has 600003 bytes; at most 524288 are read',
    ]);
  });

  test('that is too deep ends in one sentence', () => {
    expect(refuse(`a: ${'['.repeat(100)}${']'.repeat(100)}`)).toEqual([
      'recipe.yaml:1:35: more than 32 levels inside each other',
    ]);
    expect(refuse(`a: ${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toHaveLength(1);
  });

  test('that grows by aliases is stopped', () => {
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...[...'bcdefghi'].map((l, i) => `${l}: &${l} [${Array(9).fill(`*${'abcdefgh'[i]}`).join(',')}]`),
    ];
    expect(refuse(bomb.join('\n'))).toEqual([
      'recipe.yaml:1:1: this alias names no anchor, or aliases grow too much',
    ]);
  });

  test('cannot write to our terminal', () => {
    const [line] = refuse(`${tinyRecipe}"\\e]0;owned\\a\\e[31mred": 1\n`);
    expect(line).toBe(
      'recipe.yaml:35:1: unknown key "red"; valid here: api, architectures, boot, container, format, image, knobs, model, name, nodes, notes, patches, prepare, rendezvousPort, smoke, source, summary, tensorParallel, title, transport',
    );
  });

  test('that names __proto__ or constructor gets no special treatment', () => {
    expect(refuse(`${tinyRecipe}__proto__: { a: 1 }\n`)[0]).toContain('unknown key "__proto__"');
    expect(refuse(tinyRecipe.replace('{{maxModelLen}}', '{{constructor}}'))[0]).toContain(
      'there is no place or knob "constructor"',
    );
    expect(refuse(tinyRecipe.replace('when: head', 'when: constructor'))[0]).toContain(
      '"constructor", which is no knob',
    );
  });

  test('whose folder reaches outside by a link is refused', async () => {
    const folder = await folderWith({ 'recipe.yaml': tinyRecipe, 'patches/a.py': '' });
    await symlink('/etc/passwd', join(folder, 'patches', 'b.py'));
    const failure = await failureOf(loadRecipe(folder));
    expect(say(failure.said, 'en')).toBe(
      `${folder}/patches/b.py is a link or no plain file; a recipe's folder holds plain files only`,
    );
    expect(failure.exit).toBe(EXIT.usage);
  });

  test('whose folder is too large or too deep is refused', async () => {
    const deep = await folderWith({ 'recipe.yaml': tinyRecipe, 'a/b/c/d/e/f/g': '' });
    expect((await failureOf(loadRecipe(deep))).said.key).toBe('recipe.folder.tooMuch');
    const large = await folderWith({ 'recipe.yaml': tinyRecipe, 'x.bin': 'x'.repeat(9 * 1024 * 1024) });
    expect(say((await failureOf(loadRecipe(large))).said, 'zh')).toBe(
      `${large} 内容过多：配方最多 500 个文件、8 MiB、6 层文件夹`,
    );
  });

  test('that came with a request cannot name files outside its folder', () => {
    const text = Buffer.from(tinyRecipe).toString('base64');
    for (const name of ['../x', '/etc/x', 'a/../../x', 'a//b', '', '.', 'a\nb', 'toString']) {
      expect(() => recipeFromFiles({ 'recipe.yaml': text, 'patches/a.py': '', [name]: '' }), name).toThrow(
        Failure,
      );
    }
    expect(() => recipeFromFiles({ 'recipe.yaml': 'not base64!' })).toThrow(Failure);
    expect(() => recipeFromFiles({})).toThrow(Failure);
  });
});

describe('a folder and its files in memory', () => {
  test('give the same recipe and the same hash, wherever they lie', async () => {
    const folder = await folderWith({
      'recipe.yaml': tinyRecipe,
      'patches/a.py': 'print()\n',
      '.git/config': 'x',
    });
    const loaded = await loadRecipe(folder);
    expect(Object.keys(loaded.files)).toEqual(['patches/a.py', 'recipe.yaml']);
    const again = recipeFromFiles(Object.fromEntries(Object.entries(loaded.files).reverse()));
    expect(again.recipe).toEqual(loaded.recipe);
    expect(again.hash).toBe(loaded.hash);
    expect(loaded.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('one changed byte or name is another hash', async () => {
    const { files, hash } = await loadRecipe(
      await folderWith({ 'recipe.yaml': tinyRecipe, 'patches/a.py': 'a' }),
    );
    const changed = { ...files, 'patches/a.py': Buffer.from('b').toString('base64') };
    expect(recipeFromFiles(changed).hash).not.toBe(hash);
    expect(recipeFromFiles({ ...files, 'patches/b.py': files['patches/a.py'] ?? '' }).hash).not.toBe(hash);
  });

  test('a folder without recipe.yaml is said to be none', async () => {
    const folder = await folderWith({ 'readme.md': 'x' });
    const failure = await failureOf(loadRecipe(folder));
    expect(say(failure.said, 'en')).toBe(`${folder} holds no recipe: there is no recipe.yaml in it`);
    expect(say(failure.said, 'zh')).toBe(`${folder} 里没有 recipe.yaml，不是配方`);
  });
});
