/** What the lab's engine is made of. Everything here is part of the cache's key: a change builds anew. */

/** vLLM's CPU build, as published; reported by the engine as `0.32.0+cpu`. */
export const VLLM_VERSION = '0.32.0';

/** Debian release inside the container; its CPython is the one all byte code is compiled for. */
export const DEBIAN_SUITE = 'bookworm';
export const PYTHON = 'python3.11';
export const PYTHON_VERSION = '3.11';

/** Debian 12 has glibc 2.36: wheels up to this tag run there. */
export const WHEEL_PLATFORM = 'x86_64-manylinux_2_35';

/** What the container needs besides the engine tree. Without util-linux vLLM's worker dies: it calls lscpu. */
export const CONTAINER_PACKAGES = [
  'base-files',
  'base-passwd',
  'bash',
  'ca-certificates',
  'coreutils',
  'dash',
  'libc-bin',
  'libgcc-s1',
  'libnuma1',
  'libstdc++6',
  'procps',
  'python3.11',
  'tini',
  'util-linux',
];

export const IMAGE_REFERENCE = `lab/vllm-cpu:${VLLM_VERSION}`;
export const IMAGE_ARCHIVE = `vllm-cpu-${VLLM_VERSION}.tar`;

/** Where lab hosts and containers see the engine tree; byte code and error texts name this path. */
export const TREE_IN_CONTAINER = '/opt/engine';

export const MODEL_NAME = 'smollm2-135m-instruct';
export const MODEL_GGUF = 'SmolLM2-135M-Instruct.Q4_1.gguf';

/** Debian and Ubuntu packages the outer machine needs to build all of this. */
export const ENGINE_PACKAGES: string[] = [
  'binutils',
  'ca-certificates',
  'debian-archive-keyring',
  'mmdebstrap',
  'python3',
  'python3-venv',
  'tar',
  'util-linux',
];

/** Commands those packages bring: what is really looked for before the work starts. */
export const ENGINE_COMMANDS = [
  'as',
  'chroot',
  'ld',
  'mmdebstrap',
  'nm',
  'python3',
  'setpriv',
  'strip',
  'tar',
  'unshare',
];

/** For the question only, before anything is known: Debian's indexes and packages, measured in December 2026. */
export const DEBIAN_BYTES_ABOUT = 39_000_000;
