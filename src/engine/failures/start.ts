/** What ends an engine in its first seconds: its arguments, its container, its image, its GPU. */
import type { FailureRow } from './row.ts';

export const START: FailureRow[] = [
  {
    id: 'boot.unknown-argument',
    closeness: 'cause',
    patterns: [/error: unrecognized arguments: (?<argument>.+)$/],
    means: 'engine.cause.unknown-argument',
    next: ['engine.next.image-of-recipe'],
  },
  {
    id: 'boot.missing-argument',
    closeness: 'cause',
    patterns: [/error: the following arguments are required: (?<argument>.+)$/],
    means: 'engine.cause.missing-argument',
    next: ['engine.next.render'],
  },
  {
    id: 'boot.bad-argument',
    closeness: 'cause',
    patterns: [/error: argument (?<argument>--?[\w-]+)[^:]*: (?<why>.+)$/],
    means: 'engine.cause.bad-argument',
    next: ['engine.next.image-of-recipe'],
  },
  {
    id: 'boot.bad-number',
    closeness: 'cause',
    patterns: [
      /invalid literal for int\(\) with base \d+: (?<value>'.*'|".*")/,
      /could not convert string to float: (?<value>'.*'|".*")/,
      /\b[A-Z][A-Z0-9_]+ must be an integer: ?(?<value>.*)$/,
    ],
    means: 'engine.cause.bad-number',
    next: ['engine.next.env-file'],
  },
  {
    id: 'boot.unknown-choice',
    closeness: 'cause',
    patterns: [
      /[Nn]o tokenizer registered for tokenizer_mode=['"](?<name>[^'"]+)/,
      /tokenizer[_ ]mode\b.{0,40}?(?<name>[\w.-]+)['"`]? is not registered/,
      /invalid (?:tool call|reasoning) parser: ?(?<name>[\w.-]+)/,
      /(?:[Rr]easoning|[Tt]ool(?: call)?) parser ['"]?(?<name>[\w.-]+)['"]? (?:is )?not found/,
      /(?:Unknown|Invalid|Unsupported) (?:quantization method|attention backend|moe backend|kv[ _-]cache[ _-]dtype): ?['"]?(?<name>[\w.-]+)/i,
    ],
    means: 'engine.cause.unknown-choice',
    next: ['engine.next.image-of-recipe'],
  },
  {
    id: 'boot.model-type-unknown',
    closeness: 'cause',
    patterns: [
      /has model type [`'"](?<type>[^`'"]+)[`'"] but Transformers does not recognize this architecture/,
      /Model architectures? \[?'?(?<type>[\w., ']+?)'?\]? (?:are|is) not supported/,
      /(?<type>\w+) has no vLLM implementation/,
    ],
    means: 'engine.cause.model-type-unknown',
    next: ['engine.next.image-of-recipe'],
  },
  {
    id: 'boot.package-missing',
    closeness: 'cause',
    patterns: [
      /(?:No package metadata was found for|ModuleNotFoundError: No module named) '?(?<name>[\w.-]+)'?/,
    ],
    means: 'engine.cause.package-missing',
    next: ['engine.next.image-of-recipe'],
  },
  {
    id: 'boot.library-missing',
    closeness: 'cause',
    patterns: [
      /ImportError: (?<name>\S+\.so[\w.]*): cannot open shared object file/,
      /ImportError: (?<name>\S+\.so[\w.]*): undefined symbol/,
    ],
    means: 'engine.cause.library-missing',
    next: ['engine.next.image-of-recipe'],
  },
  {
    id: 'boot.no-gb10-kernels',
    closeness: 'cause',
    patterns: [
      /no kernel image is available for execution on the device/,
      /Value '(?<arch>sm_\w+)' is not defined for option/,
      /nvcc fatal *: Unsupported gpu architecture '(?<arch>\w+)'/,
      /fatal error: (?<arch>\S*sm_?12\w*\.(?:cuh|h|hpp)): No such file/,
      /(?:No such file or directory|cannot open source file).*(?<arch>sm_?12\w*\.(?:cuh|h|hpp))/,
    ],
    means: 'engine.cause.no-gb10-kernels',
    next: ['engine.next.image-of-recipe'],
  },
  {
    id: 'boot.wrong-platform',
    closeness: 'cause',
    patterns: [/exec format error/i],
    means: 'engine.cause.wrong-platform',
    next: ['engine.next.image-of-recipe'],
  },
  {
    id: 'boot.device-missing',
    closeness: 'cause',
    patterns: [/error gathering device information while adding custom device "(?<device>[^"]+)"/],
    means: 'engine.cause.device-missing',
    next: ['engine.next.device'],
  },
  {
    id: 'boot.no-gpu-runtime',
    closeness: 'cause',
    patterns: [
      /could not select device driver "\w*" with capabilities: \[\[gpu\]\]/,
      /unresolvable CDI devices? (?<why>.+)/,
      /unknown or invalid runtime name: (?<why>\S+)/,
    ],
    means: 'engine.cause.no-gpu-runtime',
    next: ['engine.next.gpu-runtime'],
  },
  {
    id: 'boot.driver-mismatch',
    closeness: 'cause',
    patterns: [/[Dd]river\/library version mismatch/],
    means: 'engine.cause.driver-mismatch',
    next: ['engine.next.reboot'],
  },
  {
    id: 'boot.no-gpu',
    closeness: 'cause',
    patterns: [
      /No CUDA GPUs are available|Failed to infer device type|no CUDA-capable device is detected/,
      /nvidia-container-cli: (?:initialization|detection) error/,
      /CUDA driver version is insufficient for CUDA runtime version/,
      /Found no NVIDIA driver on your system|system not yet initialized/,
    ],
    means: 'engine.cause.no-gpu',
    next: ['engine.next.gpu-seen'],
  },
  {
    id: 'boot.image-absent',
    closeness: 'cause',
    patterns: [
      /Unable to find image '(?<image>[^']+)' locally/,
      /[Nn]o such image: (?<image>\S+)/,
      /manifest for (?<image>\S+) not found/,
    ],
    means: 'engine.cause.image-absent',
    next: ['engine.next.image-sync'],
    hint: true, // the first start on a node says it and then pulls
  },
  {
    id: 'boot.name-taken',
    closeness: 'cause',
    patterns: [/The container name "(?<name>[^"]+)" is already in use/],
    means: 'engine.cause.name-taken',
    next: ['engine.next.down-first'],
  },
  {
    id: 'boot.mount-missing',
    closeness: 'cause',
    patterns: [/bind source path does not exist: (?<path>\S+)/, /error mounting "(?<path>[^"]+)"/],
    means: 'engine.cause.mount-missing',
    next: ['engine.next.model-verify', 'engine.next.render'],
  },
  {
    id: 'boot.no-program',
    closeness: 'cause',
    patterns: [
      /exec: "(?<name>[^"]+)": (?:executable file not found|stat .*no such file|permission denied)/,
      /: line \d+: (?:exec: )?(?<name>[\w./-]+): (?:command )?not found$/,
    ],
    means: 'engine.cause.no-program',
    next: ['engine.next.image-of-recipe'],
  },
  {
    id: 'boot.docker-refused',
    closeness: 'exception',
    patterns: [
      /[Ee]rror response from daemon: (?<why>.+)$/,
      /(?<why>Cannot connect to the Docker daemon.*)$/,
      /(?<why>permission denied while trying to connect to the (?:Docker|docker) .*)$/,
    ],
    means: 'engine.cause.docker-refused',
    next: ['engine.next.doctor-docker'],
  },
];
