/** What ends a boot for want of memory: the GPU's share of the one pool, the KV cache, /dev/shm, a disk. */
import type { FailureRow } from './row.ts';

/** The largest share that fits what was free, 1 GiB left over: two decimals, rounded down. */
function shareThatFits(free: string | undefined, total: string | undefined): string {
  const share = Math.floor(((Number(free) - 1) / Number(total)) * 100) / 100;
  return Number.isFinite(share) && share > 0 ? share.toFixed(2) : '?';
}

export const MEMORY: FailureRow[] = [
  {
    id: 'boot.shm-too-small',
    closeness: 'cause',
    patterns: [
      /(?:creating|attaching|extending|mapping).{0,40}shared memory segment (?<path>\/dev\/shm\/[^\s,]+)?/i,
      /No space left on device.*(?<path>\/dev\/shm\/[^\s,']+)/,
      /(?<path>\/dev\/shm\/[^\s,']+).*No space left on device/,
      /Bus error.*shared memory|unable to (?:write|allocate).*shared memory/i,
      /It is possible that dataloader's workers are out of shared memory/,
    ],
    means: 'engine.cause.shm-too-small',
    next: ['engine.next.shm'],
  },
  {
    id: 'boot.disk-full',
    closeness: 'cause',
    patterns: [
      /No space left on device(?::? ?'?(?<path>\/[^\s,']+))?/,
      /Disk quota exceeded(?::? ?'?(?<path>\/[^\s,']+))?/,
    ],
    means: 'engine.cause.disk-full',
    next: ['engine.next.disk'],
  },
  {
    id: 'boot.free-memory-too-low',
    closeness: 'cause',
    patterns: [
      /Free memory on device (?:\S+ )?\((?<free>[\d.]+)\/(?<total>[\d.]+) GiB\) on startup is less than desired GPU memory utilization \((?<share>[\d.]+), (?<wanted>[\d.]+) GiB\)/,
    ],
    means: 'engine.cause.free-memory-too-low',
    next: ['engine.next.free-memory', 'engine.next.lower-share'],
    derive: ({ free, total }) => ({ fits: shareThatFits(free, total) }),
  },
  {
    id: 'boot.kv-too-small',
    closeness: 'cause',
    patterns: [
      /max seq len \((?<wanted>\d+)\), \(?(?<needs>[\d.]+) GiB KV cache is needed.*available KV cache memory \((?<has>-?[\d.]+) GiB\).*estimated maximum model length is (?<fits>\d+)/,
    ],
    means: 'engine.cause.kv-too-small',
    next: ['engine.next.kv-too-small'],
  },
  {
    id: 'boot.kv-too-small',
    closeness: 'cause',
    patterns: [
      /max seq len \((?<wanted>\d+)\), \(?(?<needs>[\d.]+) GiB KV cache is needed.*available KV cache memory \((?<has>-?[\d.]+) GiB\)/,
    ],
    means: 'engine.cause.kv-too-small-plain',
    next: ['engine.next.shorter-or-more'],
  },
  {
    id: 'boot.kv-too-small',
    closeness: 'cause',
    patterns: [
      /max seq len \((?<wanted>\d+)\) is larger than the maximum number of tokens that can be stored in KV cache \((?<fits>\d+)\)/,
    ],
    means: 'engine.cause.kv-tokens-too-few',
    next: ['engine.next.kv-too-small'],
  },
  {
    id: 'boot.no-cache-blocks',
    closeness: 'cause',
    patterns: [/No available memory for the cache blocks/],
    means: 'engine.cause.no-cache-blocks',
    next: ['engine.next.free-memory'],
  },
  {
    id: 'boot.memory-moved',
    closeness: 'cause',
    patterns: [
      /Error in memory profiling\. Initial free memory (?<before>[\d.]+)(?: GiB)?, current free memory (?<after>[\d.]+)/,
    ],
    means: 'engine.cause.memory-moved',
    next: ['engine.next.up-again'],
  },
  {
    id: 'boot.context-too-long',
    closeness: 'cause',
    patterns: [/User-specified max_model_len \((?<wanted>\d+)\) is greater than the derived max_model_len/],
    means: 'engine.cause.context-too-long',
    next: ['engine.next.shorter-context'],
  },
  {
    id: 'boot.out-of-memory',
    closeness: 'cause',
    patterns: [
      /CUDA out of memory|torch\.(?:cuda\.)?OutOfMemoryError|cudaErrorMemoryAllocation|CUBLAS_STATUS_ALLOC_FAILED/,
      /CUDA (?:driver )?error:? .*out of memory|Cuda failure.*out of memory|CUDA_ERROR_OUT_OF_MEMORY/,
    ],
    means: 'engine.cause.out-of-memory',
    next: ['engine.next.free-memory'],
  },
  {
    id: 'boot.host-memory',
    closeness: 'cause',
    patterns: [
      /^MemoryError\b|\[Errno 12\] Cannot allocate memory|DefaultCPUAllocator: (?:can't|not enough) (?:allocate )?memory|std::bad_alloc/,
    ],
    means: 'engine.cause.host-memory',
    next: ['engine.next.free-memory'],
  },
];
