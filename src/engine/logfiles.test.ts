import { describe, expect, test } from 'vitest';
import { rankFromContent, rankFromName, sortFiles } from './logfiles.ts';

describe('the rank of a log', () => {
  test.each([
    ['rank0.log', 0],
    ['logs/rank1.log', 1],
    ['kill-rank1-rank0.log', 0],
    ['worker.log', 1],
    ['worker-2.log', 2],
    ['worker/uname-r.txt', 1],
    ['head-dmesg.txt', 0],
    ['ahead.log', undefined],
    ['franker1.log', undefined],
    ['-', undefined],
  ])('by its name: %s', (name, rank) => {
    expect(rankFromName(name)).toBe(rank);
  });

  test.each([
    [
      '(MainProcess pid=1) INFO 08-13 13:50:46 [x.py:1] DP group leader: node_rank=1, node_rank_within_dp=1',
      1,
    ],
    ['(Worker_TP3 pid=9) INFO 08-13 13:50:46 [x.py:1] Starting to load model', 3],
    ["(APIServer pid=1) INFO 08-13 13:50:46 [x.py:1] non-default args: {'port': 8000}", 0],
    ['Launching vLLM (v0.32.0) headless multiproc executor', 1],
    ['something else', undefined],
  ])('by what stands in it: %s', (line, rank) => {
    expect(rankFromContent([line])).toBe(rank);
  });

  test('else by the order; two of one rank do not hide each other', () => {
    const ranks = (names: string[]) =>
      sortFiles(names.map((name) => ({ name, text: 'hello there\n' }))).logs.map(({ rank, file }) => [
        rank,
        file,
      ]);
    expect(ranks(['a.txt', 'b.txt'])).toEqual([
      [0, 'a.txt'],
      [1, 'b.txt'],
    ]);
    expect(ranks(['b.txt', 'rank0.log'])).toEqual([
      [0, 'rank0.log'],
      [1, 'b.txt'],
    ]);
    expect(ranks(['old/rank1.log', 'new/rank1.log'])).toEqual([
      [1, 'old/rank1.log'],
      [2, 'new/rank1.log'],
    ]);
  });

  test('what `sparkwright logs` prints is taken apart', () => {
    const { logs } = sortFiles([{ name: '-', text: 'r1| one\nr0| two\nr1| three\n' }]);
    expect(logs).toEqual([
      { rank: 0, file: '-', lines: ['two'] },
      { rank: 1, file: '-', lines: ['one', 'three'] },
    ]);
  });
});

test('what lies beside a log is known by its content, and with one log alone belongs to its node', () => {
  const { logs, beside } = sortFiles([
    { name: 'rank1.log', text: 'Application startup complete.\n' },
    { name: 'a', text: '[ 2210.8] Out of memory: Killed process 3 (VLLM::Worker_TP) total-vm:4kB\n' },
    { name: 'b', text: '{"Status":"exited","ExitCode":137,"OOMKilled":false}' },
    { name: 'c', text: '[{"Id":"aa","State":{"Status":"running","ExitCode":0,"OOMKilled":false}}]' },
    { name: 'd', text: '6.17.0-1032-nvidia\n' },
    { name: 'e', text: 'MemTotal: 127600000 kB\nMemFree: 1000 kB\nCached: 2000 kB\n' },
    { name: 'f', text: '2026-08-13T13:53:50 container restart pair-rank0 (exitCode=137)\n' },
    { name: 'head/g', text: '7.0.0-1019-nvidia\n' },
  ]);
  expect(logs.map(({ rank }) => rank)).toEqual([1]);
  expect(beside).toMatchObject({
    kernelLogs: [{ rank: 1 }],
    states: [
      { rank: 1, exitCode: 137 },
      { rank: 1, status: 'running' },
    ],
    kernels: [
      { rank: 1, release: '6.17.0-1032-nvidia' },
      { rank: 0, release: '7.0.0-1019-nvidia' },
    ],
    memory: [{ rank: 1, freeKiB: 1000, cachedKiB: 2000 }],
    events: [{ rank: 1, what: 'restart' }],
  });
});
