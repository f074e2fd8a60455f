/** The program itself: a bundle of this machine as head and a worker that is not there, and what reads it again. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const main = join(import.meta.dirname, '../../src/cli/main.ts');
const KEY = 'sk-local-CANARY-0123456789';
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sparkwright-bundle-'));
  writeFileSync(
    join(folder, 'sparkwright.yaml'),
    `version: 1
name: bt
recipe: lab-smollm2-vllm
nodes:
  - { name: spark-a, role: head, ssh: local }
  - { name: spark-b, role: worker, ssh: nobody@127.0.0.9 }
`,
  );
  const state = join(folder, '.local/state/sparkwright/bt');
  mkdirSync(join(state, 'runs/r1'), { recursive: true });
  writeFileSync(join(state, 'api_key'), `${KEY}\n`);
  writeFileSync(join(state, 'runs/r1/events.jsonl'), `{"seq":1,"line":"key ${KEY}"}\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function sparkwright(...words: string[]) {
  const env = {
    ...process.env,
    HOME: folder,
    XDG_STATE_HOME: '',
    XDG_CONFIG_HOME: '',
    LC_ALL: 'C',
    LANG: 'C',
  };
  const done = spawnSync(process.execPath, [main, ...words], {
    encoding: 'utf8',
    cwd: folder,
    env: { ...env, SPARKWRIGHT_LANG: '' },
  });
  return { code: done.status, out: done.stdout, err: done.stderr };
}

test('bundle writes one file here, keeps no secret, leaves nothing on the head, and render reads it', () => {
  const { code, out } = sparkwright('bundle', '-o', 'b.tar.gz', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    ok: true,
    file: join(folder, 'b.tar.gz'),
    bytes: statSync(join(folder, 'b.tar.gz')).size,
    nodes: [
      { name: 'spark-a', reachable: true },
      { name: 'spark-b', reachable: false },
    ],
  });
  expect(statSync(join(folder, 'b.tar.gz')).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  const left = readdirSync(join(folder, '.local/state/sparkwright/bt'));
  expect(left.filter((name) => name.includes('bundle'))).toEqual([]);

  mkdirSync(join(folder, 'unpacked'));
  spawnSync('tar', ['-xzf', 'b.tar.gz', '-C', 'unpacked', '--strip-components=1'], { cwd: folder });
  const files = readdirSync(join(folder, 'unpacked'), { recursive: true, withFileTypes: true }).filter(
    (each) => each.isFile(),
  );
  expect(files.length).toBeGreaterThan(30);
  for (const { parentPath, name } of files) {
    expect(readFileSync(join(parentPath, name), 'utf8'), name).not.toContain('CANARY');
  }

  const fromArchive = sparkwright('render', '--bundle', 'b.tar.gz', '--json');
  const fromFolder = sparkwright('render', '--bundle', 'unpacked', '--json');
  expect(fromArchive.code).toBe(4);
  expect(JSON.parse(fromArchive.out)).toMatchObject({ ok: false, findings: [{ node: 'spark-b' }] });
  expect(fromFolder).toEqual(fromArchive);

  const again = sparkwright('--lang', 'zh', 'bundle', '-o', 'b.tar.gz');
  expect(again.code).toBe(2);
  expect(again.err).toContain('已存在，不会覆盖');
}, 60_000);

test('what is no bundle is refused with 2', () => {
  writeFileSync(join(folder, 'x.tgz'), 'not gzip');
  const archive = sparkwright('render', '--bundle', 'x.tgz');
  expect(archive).toMatchObject({ code: 2, out: '' });
  expect(archive.err).toContain('no gzip, or torn');
  expect(sparkwright('render', '--bundle', 'none').err).toContain('is no support bundle');
}, 60_000);
