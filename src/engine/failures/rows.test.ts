import { expect, test } from 'vitest';
import { say } from '../../message/message.ts';
import { FAILURES, failureIn } from '../failures.ts';
import { parseLine } from '../line.ts';

const SAMPLES: [id: string, line: string][] = [
  ['boot.unknown-argument', 'vllm: error: unrecognized arguments: --enable-prompt-tokens-details'],
  ['boot.missing-argument', 'vllm serve: error: the following arguments are required: --master-addr'],
  [
    'boot.bad-argument',
    "vllm serve: error: argument --tokenizer-mode: invalid choice: 'model_v2' (choose from auto, slow)",
  ],
  ['boot.bad-number', "ValueError: invalid literal for int() with base 10: '8888\\r'"],
  ['boot.bad-number', 'VLLM_PORT must be an integer: 8888'],
  ['boot.unknown-choice', "ValueError: No tokenizer registered for tokenizer_mode='model_v4'."],
  ['boot.unknown-choice', "ValueError: tokenizer_mode 'model_v4' is not registered"],
  ['boot.unknown-choice', "KeyError: 'invalid tool call parser: model_v4 (chose from { hermes })'"],
  ['boot.unknown-choice', 'ValueError: Unknown quantization method: nvfp4x. Must be one of'],
  [
    'boot.model-type-unknown',
    'Value error, The checkpoint you are trying to load has model type `model_v3` but Transformers does not recognize this architecture.',
  ],
  [
    'boot.model-type-unknown',
    "ValueError: Model architectures ['ModelV4ForCausalLM'] are not supported for now.",
  ],
  ['boot.package-missing', "ModuleNotFoundError: No module named 'flashinfer'"],
  [
    'boot.library-missing',
    'ImportError: libcudart.so.13: cannot open shared object file: No such file or directory',
  ],
  [
    'boot.no-gb10-kernels',
    'torch.AcceleratorError: CUDA error: no kernel image is available for execution on the device',
  ],
  ['boot.no-gb10-kernels', "ptxas fatal   : Value 'sm_121a' is not defined for option 'gpu-name'"],
  ['boot.no-gb10-kernels', "nvcc fatal   : Unsupported gpu architecture 'compute_121a'"],
  ['boot.no-gb10-kernels', 'kernel.cu:3:10: fatal error: sm121_gemm.cuh: No such file or directory'],
  ['boot.wrong-platform', 'exec /usr/bin/bash: exec format error'],
  [
    'boot.device-missing',
    'docker: Error response from daemon: error gathering device information while adding custom device "/dev/infiniband": no such file or directory',
  ],
  [
    'boot.no-gpu-runtime',
    'docker: Error response from daemon: could not select device driver "" with capabilities: [[gpu]].',
  ],
  ['boot.driver-mismatch', 'Failed to initialize NVML: Driver/library version mismatch'],
  ['boot.no-gpu', 'RuntimeError: No CUDA GPUs are available'],
  ['boot.image-absent', "Unable to find image 'example/engine@sha256:aa' locally"],
  [
    'boot.name-taken',
    'docker: Error response from daemon: Conflict. The container name "/pair-rank0" is already in use by container "aa".',
  ],
  [
    'boot.mount-missing',
    'docker: Error response from daemon: invalid mount config for type "bind": bind source path does not exist: /srv/model',
  ],
  ['boot.no-program', 'exec: "vllm": executable file not found in $PATH'],
  ['boot.docker-refused', 'docker: Error response from daemon: something new.'],
  [
    'boot.master-port-in-use',
    'torch.distributed.DistNetworkError: The server socket has failed to listen on any local network address. port: 29601, useIpv6: false, code: -98, name: EADDRINUSE, message: address already in use',
  ],
  [
    'boot.master-address-not-here',
    'torch.distributed.DistNetworkError: The server socket has failed to bind to 192.168.100.10:25000 (errno: 99 - Cannot assign requested address) name: EADDRNOTAVAIL',
  ],
  ['boot.api-port-in-use', "OSError: [Errno 98] Address already in use: ('0.0.0.0', 8888)"],
  [
    'boot.api-port-in-use',
    "OSError: [Errno 98] error while attempting to bind on address ('0.0.0.0', 8000): address already in use",
  ],
  [
    'boot.gid-empty',
    'spark-a:222:262 [0] transport/net_ib/ibvwrap.cc:262 NCCL WARN Call to ibv_modify_qp failed with 61 No data available, on dev roceP2p1s0f1:1, curr state INIT, next state RTR, local GID index 3, local GID ::, remote GID ::ffff:192.168.101.11',
  ],
  [
    'boot.gid-link-local',
    'spark-a:222:262 [0] NCCL WARN Call to ibv_modify_qp failed with 110 Connection timed out, on dev rocep1s0f1:1, curr state INIT, next state RTR, local GID index 1, local GID fe80::4ebb:47ff:fe2c:1b01, remote GID fe80::1',
  ],
  [
    'boot.gid-unreached',
    'spark-a:222:262 [0] NCCL WARN Call to ibv_modify_qp failed with 110 Connection timed out, on dev rocep1s0f1:1, curr state INIT, next state RTR, local GID index 3, local GID ::ffff:192.168.100.10, remote GID ::ffff:192.168.101.11',
  ],
  [
    'boot.rdma-connect',
    'spark-a:1:2 [0] NCCL WARN Call to ibv_modify_qp failed with error Network is unreachable',
  ],
  [
    'boot.rdma-memory',
    'spark-b:184:224 [0] transport/net_ib/ibvwrap.cc:189 NCCL WARN Call to ibv_reg_mr_iova2 failed with error Cannot allocate memory',
  ],
  [
    'boot.rdma-refused',
    'spark-b:184:224 [0] NCCL WARN Call to ibv_create_cq failed with error Operation not permitted',
  ],
  [
    'boot.nccl-versions-differ',
    'NCCL WARN Mismatched NCCL version detected : rank 0 version 22807 rank 1 version 23007',
  ],
  ['boot.nccl-no-interface', 'spark-a:1:1 [0] NCCL WARN Bootstrap : no socket interface found'],
  [
    'boot.gloo-no-address',
    'RuntimeError: [enforce fail at device.cc:84] ifa != nullptr. Unable to find address for: enp1s0f1np1',
  ],
  [
    'boot.gloo-no-interface',
    'RuntimeError: [enforce fail at device.cc:219] Unable to find interface for: [10.0.0.9]',
  ],
  [
    'boot.gloo-loopback',
    '[W813 13:51:22.118 ProcessGroupGloo.cpp:721] Warning: Unable to resolve hostname to a (local) address. Using the loopback address as fallback. Manually set the network interface to bind to with GLOO_SOCKET_IFNAME. (function operator())',
  ],
  [
    'boot.gloo-loopback',
    'RuntimeError: Gloo connectFullMesh failed with [pair.cc:152] timed out connecting, remote=[127.0.1.1]:5041',
  ],
  ['boot.gloo-mesh', 'RuntimeError: Gloo connectFullMesh failed with [pair.cc:144] no error'],
  [
    'boot.head-name-unknown',
    'The IPv4 network addresses of (spark-a, 25000) cannot be retrieved (gai error: -2 - Name or service not known).',
  ],
  [
    'boot.head-unreachable',
    'torch.distributed.DistNetworkError: The client socket has timed out after 600000ms while trying to connect to (10.0.0.21, 25000).',
  ],
  [
    'serve.rdma-retries',
    'spark-a:1:2 [0] NCCL WARN NET/IB: Got completion from peer 192.168.100.11<38211> with status=IBV_WC_RETRY_EXC_ERR(12) opcode=0 len=0 vendor err 129',
  ],
  ['boot.nccl-warning', 'spark-a:1:2 [0] proxy.cc:1 NCCL WARN something new'],
  [
    'boot.shm-too-small',
    'spark-a:222:262 [0] misc/shmutils.cc:87 NCCL WARN Error while creating shared memory segment /dev/shm/nccl-Zk3QbT (size 33030528), error: No space left on device (28)',
  ],
  ['boot.disk-full', "OSError: [Errno 28] No space left on device: '/cache/torch_compile_cache/x'"],
  [
    'boot.free-memory-too-low',
    'ValueError: Free memory on device cuda:0 (98.4/121.69 GiB) on startup is less than desired GPU memory utilization (0.835, 101.61 GiB). Decrease GPU memory utilization or reduce GPU memory used by other processes.',
  ],
  [
    'boot.kv-too-small',
    "ValueError: To serve at least one request with the model's max seq len (1048576), (7.08 GiB KV cache is needed, which is larger than the available KV cache memory (4.25 GiB). Based on the available memory, the estimated maximum model length is 629145. Try increasing",
  ],
  [
    'boot.kv-too-small',
    "ValueError: To serve at least one request with the models's max seq len (32768), 4.00 GiB KV cache is needed, which is larger than the available KV cache memory (1.20 GiB). Try increasing",
  ],
  [
    'boot.kv-too-small',
    "ValueError: The model's max seq len (32768) is larger than the maximum number of tokens that can be stored in KV cache (19968). Try increasing",
  ],
  ['boot.no-cache-blocks', 'ValueError: No available memory for the cache blocks. Try increasing'],
  [
    'boot.memory-moved',
    'AssertionError: Error in memory profiling. Initial free memory 90.1 GiB, current free memory 95.2 GiB. This happens when',
  ],
  [
    'boot.context-too-long',
    'ValueError: User-specified max_model_len (65536) is greater than the derived max_model_len (max_position_embeddings=2048)',
  ],
  ['boot.out-of-memory', 'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1.25 GiB.'],
  ['boot.out-of-memory', "NCCL WARN Cuda failure 2 'out of memory'"],
  ['boot.host-memory', 'OSError: [Errno 12] Cannot allocate memory'],
  ['boot.permission', "PermissionError: [Errno 13] Permission denied: '/cache/torch_compile_cache/x'"],
  [
    'boot.file-missing',
    "FileNotFoundError: [Errno 2] No such file or directory: '/model/model-00005-of-00006.safetensors'",
  ],
  ['boot.file-missing', 'RuntimeError: Cannot find any model weights with `/model`'],
  [
    'boot.shard-damaged',
    'safetensors_rust.SafetensorError: Error while deserializing header: MetadataIncompleteBuffer',
  ],
  [
    'boot.weights-missing',
    "ValueError: Following weights were not initialized from checkpoint: {'lm_head.weight'}",
  ],
  ['boot.hub-needed', "huggingface_hub.errors.HFValidationError: Repo id must be in the form 'repo_name'"],
  ['boot.model-gated', 'huggingface_hub.errors.GatedRepoError: 403 Client Error.'],
  ['boot.remote-code', 'Please pass the argument `trust_remote_code=True` to allow custom code to be run.'],
  ['rank.crashed', 'Fatal Python error: Segmentation fault'],
  ['rank.crashed', 'torch.AcceleratorError: CUDA error: an illegal memory access was encountered'],
  ['rank.peer-lost', 'ConnectionResetError: [Errno 104] Connection reset by peer'],
  [
    'boot.nccl-error',
    'torch.distributed.DistBackendError: NCCL error in: x.cpp:94, unhandled system error (run with NCCL_DEBUG=INFO for details), NCCL version 2.30.7',
  ],
  [
    'rank.process-died',
    '(MainProcess pid=1) ERROR 12-01 16:15:38 [x.py:315] Worker proc VllmWorker-1 died unexpectedly (exit code: None), shutting down executor.',
  ],
  ['serve.no-answer', 'TimeoutError: RPC call to execute_model timed out.'],
  [
    'serve.collective-timeout',
    '[rank0]:[E1201 16:59:59 ProcessGroupNCCL.cpp:683] [Rank 0] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=9, OpType=ALLREDUCE, NumelIn=1)',
  ],
  ['boot.engine-too-slow', 'TimeoutError: Timed out waiting for engine core processes to start.'],
  [
    'boot.rank-missing',
    'torch.distributed.DistStoreError: Timed out after 601 seconds waiting for clients. 1/2 clients joined.',
  ],
  [
    'boot.head-gone',
    'torch.distributed.DistNetworkError: Failed to recv, got 0 bytes. Connection was likely closed. Did the remote server shutdown or crash?',
  ],
  ['rank.peer-lost', 'RuntimeError: [pair.cc:537] Connection closed by peer [192.168.100.11]:38211'],
  ['rank.killed', '/run.sh: line 8: 16070 Killed                  vllm serve /model'],
  ['serve.engine-dead', 'vllm.v1.engine.exceptions.EngineDeadError: EngineCore encountered an issue.'],
  [
    'engine.wrapper',
    '(APIServer pid=1) RuntimeError: Engine core initialization failed. See root cause above.',
  ],
];

test('every row has a sample line', () => {
  expect([...new Set(SAMPLES.map(([id]) => id))].sort()).toEqual(
    [...new Set(FAILURES.map(({ id }) => id))].sort(),
  );
});

test.each(SAMPLES)('%s is recognised and says what it means and what to do: %s', (id, line) => {
  const failure = failureIn(parseLine(line), { rank: 1, line: 1, serving: false });
  expect(failure?.id).toBe(id);
  const messages = failure === undefined ? [] : [failure.means, ...failure.next];
  expect(messages.length).toBeGreaterThan(1);
  for (const message of messages) {
    for (const language of ['en', 'zh'] as const)
      expect(say(message, language)).not.toMatch(/\{\w*\}|undefined/);
  }
});

test('numbers of the line stand in the sentence', () => {
  const failure = failureIn(parseLine(SAMPLES.find(([id]) => id === 'boot.kv-too-small')?.[1] ?? ''), {
    rank: 0,
    line: 1,
    serving: false,
  });
  expect(failure && say(failure.means, 'en')).toBe(
    'One request of max_model_len 1048576 needs 7.08 GiB of KV cache, 4.25 GiB are there; 629145 tokens would fit.',
  );
  expect(failure?.next[0] && say(failure.next[0], 'en')).toContain('max_model_len to 629145 or less');
});
