import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { say } from '../message/message.ts';
import { BootReader } from './boot.ts';
import { FAILURES, failureIn } from './failures.ts';
import { parseLine } from './line.ts';

const logs = new URL('../../test/fixtures/vllm-logs/', import.meta.url);

function causeOf(names: string[]) {
  const reader = new BootReader({ ranks: names.length });
  names.forEach((name, rank) => {
    for (const line of readFileSync(new URL(name, logs), 'utf8').split('\n')) reader.feed(rank, line, 0);
  });
  return reader.cause();
}

describe('the cause in recorded failures is the line behind the wrappers', () => {
  test.each([
    [['portinuse/rank0.log'], 'boot.master-port-in-use', 0, 75],
    [['never-timeout/rank0.log'], 'boot.rank-missing', 0, 76],
    [['e2e/noenv-rank0.log', 'e2e/noenv-rank1.log'], 'boot.gloo-loopback', 0, 48],
    [['single-without-vllm-distinfo.log'], 'boot.package-missing', 0, 25],
    [['boot-init-failure.log'], 'engine.exception', 0, 57],
    [['lo-rank0.log', 'lo-rank1.log'], 'rank.process-died', 1, 42],
    [['e2e/kill-rank1-rank0.log', 'e2e/kill-rank1-rank1.log'], 'rank.peer-lost', 0, 451],
    [['e2e/kill-rank0-rank0.log', 'e2e/kill-rank0-rank1.log'], 'rank.peer-lost', 1, 123],
    [['ns-part/rank0.log', 'ns-part/rank1.log'], 'serve.no-answer', 0, 770],
    [['ns-slim/rank0.log', 'ns-slim/rank1.log'], 'engine.exception', 0, 259],
  ])('%s', (names, id, rank, line) => {
    expect(causeOf(names)).toMatchObject({ id, rank, line });
  });

  test.each([
    [['e2e/boot-rank0.log', 'e2e/boot-rank1.log']],
    [['single.log']],
    [['single-eager.log']],
    [['ns-slim2/rank0.log', 'ns-slim2/rank1.log']],
    [['never/rank0-alone.log', 'never/rank1-alone.log']],
    [['spark/roce-rank0.log', 'spark/roce-rank1.log']],
    [['spark/loading-rank0.log']],
  ])('%s has none', (names) => {
    expect(causeOf(names)).toBeUndefined();
  });
});

const SAMPLES: Record<string, string> = {
  'boot.unknown-argument': 'vllm: error: unrecognized arguments: --enable-prompt-tokens-details',
  'boot.bad-argument':
    "vllm serve: error: argument --tokenizer-mode: invalid choice: 'model_v2' (choose from auto, slow)",
  'boot.master-port-in-use':
    'torch.distributed.DistNetworkError: The server socket has failed to listen on any local network address. port: 29601, useIpv6: false, code: -98, name: EADDRINUSE, message: address already in use',
  'boot.api-port-in-use': "OSError: [Errno 98] Address already in use: ('0.0.0.0', 8888)",
  'boot.gid-unusable':
    '[2026-08-13 13:53:43] spark-a:222:262 [0] transport/net_ib/ibvwrap.cc:262 NCCL WARN Call to ibv_modify_qp failed with 61 No data available, on dev roceP2p1s0f1:1, curr state INIT, next state RTR, local GID index 3, local GID ::, remote GID ::ffff:192.168.101.11',
  'boot.rdma-memory':
    'spark-b:184:224 [0] transport/net_ib/ibvwrap.cc:189 NCCL WARN Call to ibv_reg_mr_iova2 failed with error Cannot allocate memory',
  'boot.shm-too-small':
    'spark-a:222:262 [0] misc/shmutils.cc:87 NCCL WARN Error while creating shared memory segment /dev/shm/nccl-Zk3QbT (size 33030528), error: No space left on device (28)',
  'boot.gloo-no-address':
    'RuntimeError: [enforce fail at device.cc:84] ifa != nullptr. Unable to find address for: enp1s0f1np1',
  'boot.gloo-loopback':
    '[W813 13:51:22.118 ProcessGroupGloo.cpp:721] Warning: Unable to resolve hostname to a (local) address. Using the loopback address as fallback. Manually set the network interface to bind to with GLOO_SOCKET_IFNAME. (function operator())',
  'boot.gloo-mesh': 'RuntimeError: Gloo connectFullMesh failed with [pair.cc:144] no error',
  'boot.head-unreachable':
    'torch.distributed.DistNetworkError: The client socket has timed out after 600000ms while trying to connect to (10.0.0.21, 25000).',
  'boot.free-memory-too-low':
    'ValueError: Free memory on device cuda:0 (98.4/121.69 GiB) on startup is less than desired GPU memory utilization (0.835, 101.61 GiB). Decrease GPU memory utilization or reduce GPU memory used by other processes.',
  'boot.kv-too-small':
    "ValueError: To serve at least one request with the model's max seq len (1048576), (7.08 GiB KV cache is needed, which is larger than the available KV cache memory (4.25 GiB). Based on the available memory, the estimated maximum model length is 629145. Try increasing",
  'boot.no-cache-blocks': 'ValueError: No available memory for the cache blocks. Try increasing',
  'boot.memory-moved':
    'AssertionError: Error in memory profiling. Initial free memory 90.1 GiB, current free memory 95.2 GiB. This happens when',
  'boot.context-too-long':
    'ValueError: User-specified max_model_len (65536) is greater than the derived max_model_len (max_position_embeddings=2048)',
  'boot.out-of-memory': 'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1.25 GiB.',
  'boot.no-gb10-kernels':
    'torch.AcceleratorError: CUDA error: no kernel image is available for execution on the device',
  'boot.model-type-unknown':
    'Value error, The checkpoint you are trying to load has model type `model_v3` but Transformers does not recognize this architecture.',
  'boot.permission': "PermissionError: [Errno 13] Permission denied: '/cache/torch_compile_cache/x'",
  'boot.file-missing':
    "FileNotFoundError: [Errno 2] No such file or directory: '/model/model-00005-of-00006.safetensors'",
  'boot.device-missing':
    'docker: Error response from daemon: error gathering device information while adding custom device "/dev/infiniband": no such file or directory',
  'boot.package-missing': "ModuleNotFoundError: No module named 'flashinfer'",
  'rank.process-died':
    '(MainProcess pid=1) ERROR 12-01 16:15:38 [x.py:315] Worker proc VllmWorker-1 died unexpectedly (exit code: None), shutting down executor.',
  'boot.rank-missing':
    'torch.distributed.DistStoreError: Timed out after 601 seconds waiting for clients. 1/2 clients joined.',
  'boot.head-gone':
    'torch.distributed.DistNetworkError: Failed to recv, got 0 bytes. Connection was likely closed. Did the remote server shutdown or crash?',
  'serve.no-answer': 'TimeoutError: RPC call to execute_model timed out.',
  'rank.peer-lost': 'RuntimeError: [pair.cc:537] Connection closed by peer [192.168.100.11]:38211',
  'engine.wrapper':
    '(APIServer pid=1) RuntimeError: Engine core initialization failed. See root cause above.',
};

test('every row has a sample line', () => {
  expect(Object.keys(SAMPLES).sort()).toEqual(FAILURES.map(({ id }) => id).sort());
});

test.each(Object.entries(SAMPLES))('%s is recognised and says what it means and what to do', (id, line) => {
  const failure = failureIn(parseLine(line), { rank: 1, line: 1, serving: false });
  expect(failure?.id).toBe(id);
  const messages = failure === undefined ? [] : [failure.means, ...failure.next];
  expect(messages.length).toBeGreaterThan(1);
  for (const message of messages) {
    for (const language of ['en', 'zh'] as const) expect(say(message, language)).not.toMatch(/[{}?]\w*\}|\{/);
  }
});

test('numbers of the line stand in the sentence', () => {
  const failure = failureIn(parseLine(SAMPLES['boot.kv-too-small'] ?? ''), {
    rank: 0,
    line: 1,
    serving: false,
  });
  expect(failure && say(failure.means, 'en')).toBe(
    'One request of max_model_len 1048576 needs 7.08 GiB of KV cache, 4.25 GiB are there; 629145 tokens would fit.',
  );
  expect(failure?.next[0] && say(failure.next[0], 'en')).toContain('max_model_len to 629145 or less');
});

test('a serving engine prints exceptions for bad requests: no failure', () => {
  const line = parseLine('(APIServer pid=1) ERROR 12-01 16:15:32 [serving.py:274] ValueError: bad request');
  expect(failureIn(line, { rank: 0, line: 1, serving: true })).toBeUndefined();
  expect(failureIn(line, { rank: 0, line: 1, serving: false })?.id).toBe('engine.exception');
});
