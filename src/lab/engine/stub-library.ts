/** Writes the stand-in libraries of stub.ts into a torch tree, with binutils. */
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DynamicSymbol } from './stub.ts';
import { parseNm, stubAssembly, versionScript, wantedSymbols } from './stub.ts';

const run = promisify(execFile);

/** torch's libraries that stay, and those of CUDA that go. */
const STAY = ['torch_python', 'torch', 'shm', 'torch_cpu', 'c10_cuda', 'caffe2_nvrtc'];
const GO = ['torch_nvshmem', 'torch_cuda_linalg', 'torch_cuda'];
/** Libraries of packages that are not fetched at all: what torch imports from them, by the names' beginning. */
const ABSENT = [
  { soname: 'libnccl.so.2', prefix: 'nccl' },
  { soname: 'libcudnn.so.9', prefix: 'cudnn' },
  { soname: 'libcufile.so.0', prefix: 'cuFile' },
];

/** Replaces CUDA's libraries in `torch/lib`; `work` is a folder for what lies between. */
export async function stubCudaLibraries(lib: string, work: string): Promise<void> {
  const imported = await symbols(lib, STAY, ['-u']);
  const own = new Set((await symbols(lib, STAY, ['-S', '--defined-only'])).keys());
  const gone = await symbols(lib, GO, ['-S', '--defined-only']);
  const libraries = ABSENT.map(({ soname, prefix }) => ({
    soname,
    answers: 'error' as const,
    symbols: [...imported.values()].filter((symbol) => symbol.name.startsWith(prefix)),
  }));
  await link(lib, work, 'libtorch_cuda.so', wantedSymbols(imported, gone, own), 'zeros');
  for (const { soname, answers, symbols: wanted } of libraries) {
    await link(lib, work, soname, wanted, answers);
  }
  await Promise.all(['torch_nvshmem', 'torch_cuda_linalg'].map((name) => rm(join(lib, `lib${name}.so`))));
}

async function symbols(lib: string, names: string[], flags: string[]): Promise<Map<string, DynamicSymbol>> {
  const all = new Map<string, DynamicSymbol>();
  for (const name of names) {
    const { stdout } = await run('nm', ['-D', ...flags, join(lib, `lib${name}.so`)], {
      maxBuffer: 256 * 1024 * 1024,
    });
    for (const [key, symbol] of parseNm(stdout)) all.set(key, symbol);
  }
  return all;
}

async function link(
  lib: string,
  work: string,
  soname: string,
  wanted: readonly DynamicSymbol[],
  answers: 'zeros' | 'error',
): Promise<void> {
  const [source, object, script] = ['s', 'o', 'map'].map((end) => join(work, `${soname}.${end}`)) as [
    string,
    string,
    string,
  ];
  await writeFile(source, stubAssembly(wanted, answers));
  await run('as', ['-o', object, source]);
  const versions = versionScript(wanted);
  if (versions !== '') await writeFile(script, versions);
  const target = join(lib, soname);
  // The file has a second name in the installer's cache: writing in place would change that one too.
  await rm(target, { force: true });
  const flags = ['-shared', '-z', 'noexecstack', '-soname', soname, '-o', target];
  await run('ld', [...flags, ...(versions === '' ? [] : [`--version-script=${script}`]), object]);
}
