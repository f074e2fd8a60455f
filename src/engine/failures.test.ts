import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BootReader } from './boot.ts';
import { failureIn, rootCause } from './failures.ts';
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
    [['never/rank0-alone.log', 'never/rank1-alone.log'], 'rank.killed', 0, 40],
  ])('%s', (names, id, rank, line) => {
    expect(causeOf(names)).toMatchObject({ id, rank, line });
  });

  test.each([
    [['e2e/boot-rank0.log', 'e2e/boot-rank1.log']],
    [['single.log']],
    [['single-eager.log']],
    [['ns-slim2/rank0.log', 'ns-slim2/rank1.log']],
    [['spark/roce-rank0.log', 'spark/roce-rank1.log']],
    [['spark/loading-rank0.log']],
  ])('%s has none', (names) => {
    expect(causeOf(names)).toBeUndefined();
  });
});

test.each([
  'WARNING 12-01 16:25:41 [cpu_worker.py:114] libtcmalloc is not found in LD_PRELOAD.',
  '(Worker pid=1) WARNING 08-13 13:51:07 [custom_all_reduce.py:149] Custom allreduce is disabled because this process group spans across nodes.',
  '(Worker pid=1) WARNING 08-13 13:53:45 [fused_moe.py:1010] Using default MoE config. Performance might be sub-optimal! Config file not found',
  'Found GPU0 NVIDIA GB10 which is of compute capability (CC) 12.1. The following list shows the CCs this version supports',
  '[rank0]:[W813 13:58:02.1 socket.cpp:209] [c10d] The hostname of the client socket cannot be retrieved. err=-3',
  '(Worker pid=1) WARNING 08-13 13:51:07 [x.py:1] ImportError: optional part not there',
  'asyncio.exceptions.TimeoutError',
])('noise of healthy boots is no failure: %s', (line) => {
  expect(failureIn(parseLine(line), { rank: 0, line: 1, serving: false })).toBeUndefined();
});

test('what healthy boots say too is a cause only beside a failure', () => {
  const at = (text: string) => failureIn(parseLine(text), { rank: 0, line: 1, serving: false });
  const hint = at('spark-a:1:2 [0] NCCL WARN something new');
  const end = at('torch.distributed.DistBackendError: NCCL error: unhandled system error');
  const failures = [hint, end].flatMap((one) => (one === undefined ? [] : [one]));
  expect(rootCause(failures.slice(0, 1))).toBeUndefined();
  expect(rootCause(failures)?.id).toBe('boot.nccl-warning');
});

test('a serving engine prints exceptions for bad requests: no failure', () => {
  const line = parseLine('(APIServer pid=1) ERROR 12-01 16:15:32 [serving.py:274] ValueError: bad request');
  expect(failureIn(line, { rank: 0, line: 1, serving: true })).toBeUndefined();
  expect(failureIn(line, { rank: 0, line: 1, serving: false })?.id).toBe('engine.exception');
});
