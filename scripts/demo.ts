/**
 * The demo: what a person would type, typed for them. Each line it runs is shown first.
 * A lab that is up already is used and left up; otherwise everything but the cache is removed at the end.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

const startedAt = Date.now();
const program = 'dist/app/sparkwright.js';
const zh = /^zh/i.test(process.env.SPARKWRIGHT_LANG ?? process.env.LC_ALL ?? process.env.LANG ?? '');
const tell = (en: string, chinese: string) => console.log(zh ? chinese : en);

let stopped = false;
process.on('SIGINT', () => {
  stopped = true;
});

/** Runs a line with our output; resolves to its exit code. */
function run(command: string, words: string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, words, { stdio: 'inherit' });
    child.on('error', () => resolve(1));
    child.on('exit', (code, signal) => resolve(code ?? (signal === null ? 1 : 130)));
  });
}

async function sparkwright(...words: string[]): Promise<void> {
  console.log(`\n$ sparkwright ${words.join(' ')}`);
  const code = await run(process.execPath, [program, ...words]);
  if (code !== 0 || stopped) throw new Error(`sparkwright ${words.join(' ')}: exit ${code}`);
}

/** Throws where it cannot be read: a lab that may be up is not taken for one that is not. */
function labStatus(): { up: boolean; clusterFile?: string } {
  const done = spawnSync(process.execPath, [program, 'lab', 'status', '--json'], { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`sparkwright lab status: ${done.stdout}${done.stderr}`);
  return JSON.parse(done.stdout);
}

/** A build is made again when a source file is newer than it. */
function builtIsCurrent(file: string): boolean {
  try {
    const built = statSync(file).mtimeMs;
    const listed = spawnSync(
      'find',
      ['src', 'recipes', 'package.json', '-newermt', new Date(built).toISOString()],
      { encoding: 'utf8' },
    );
    return listed.status === 0 && listed.stdout.trim() === '';
  } catch {
    return false;
  }
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const portable = `dist/portable/sparkwright-${manifest.version}-linux-x64.tar.gz`;
if (!builtIsCurrent(portable)) {
  if ((await run(process.execPath, ['scripts/build.ts'])) !== 0) process.exit(1);
  if ((await run(process.execPath, ['scripts/build-portable.ts', 'x64'])) !== 0) process.exit(1);
}

const before = labStatus();
let failed: unknown;
let file = '';
let leftUp = false;
try {
  await sparkwright('lab', 'up', '--yes');
  file = labStatus().clusterFile ?? '';
  leftUp = true;
  await sparkwright('up', '--yes', '-c', file);
  await sparkwright('status', '-c', file);
  await sparkwright('smoke', '-c', file, '--ask', 'What is the capital of France? Answer in one sentence.');
  await sparkwright('down', '--yes', '-c', file);
  leftUp = false;
} catch (error) {
  failed = error;
} finally {
  stopped = false;
  // Whatever happened, nothing of the demo stays: in a lab of somebody's own its ranks, otherwise the whole lab.
  const words = before.up ? ['down', '--yes', '-c', file] : ['lab', 'down'];
  if (!before.up || leftUp) {
    console.log(`\n$ sparkwright ${words.join(' ')}`);
    const code = await run(process.execPath, [program, ...words]);
    if (code !== 0) failed ??= new Error(`sparkwright ${words.join(' ')}: exit ${code}`);
  }
}
const seconds = Math.round((Date.now() - startedAt) / 1000);
if (failed !== undefined) {
  tell(
    `\nThe demo stopped: ${failed instanceof Error ? failed.message : failed}`,
    `\n演示中止：${failed instanceof Error ? failed.message : failed}`,
  );
  process.exit(1);
}
tell(
  `
Done in ${seconds} s. What happened: two virtual Sparks booted on this machine, sparkwright put itself on the head over
SSH, started a real vLLM (CPU build) tensor-parallel across both, asked it, and stopped everything again.
Go on: the same lines by hand (they are above), or with two real Sparks:
  sparkwright init --head dgx@spark-1.local --worker dgx@spark-2.local`,
  `
完成，用时 ${seconds} 秒。刚才发生了什么：本机启动了两台虚拟 Spark，sparkwright 通过 SSH 把自己放到主节点，
在两台上以张量并行启动真实的 vLLM（CPU 构建），提问，然后全部停止。
接下来：手动执行上面的命令，或用两台真实的 Spark：
  sparkwright init --head dgx@spark-1.local --worker dgx@spark-2.local`,
);
