import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { say } from '../message/message.ts';
import { explain, explainDocument, verdictOf } from './explain.ts';
import { loadCollapse } from './loadrate.ts';
import { sortFiles } from './logfiles.ts';
import { timeline } from './timeline.ts';

const logs = new URL('../../test/fixtures/vllm-logs/', import.meta.url);
const recorded = (...names: string[]) =>
  explain(sortFiles(names.map((name) => ({ name, text: readFileSync(new URL(name, logs), 'utf8') }))));
const written = (files: Record<string, string>, nowMs?: number) =>
  explain(sortFiles(Object.entries(files).map(([name, text]) => ({ name, text }))), nowMs);

describe('recorded ends are explained', () => {
  test.each([
    [['ns-term0/rank0.log', 'ns-term0/rank1.log'], 'rank.stopped-alone', 0],
    [['ns-term1/rank0.log', 'ns-term1/rank1.log'], 'rank.stopped-alone', 1],
    [['e2e/kill-rank0-rank0.log', 'e2e/kill-rank0-rank1.log'], 'rank.silent-end', 0],
    [['lo-rank0.log', 'lo-rank1.log'], 'rank.process-died', 1],
    [['never/rank0-alone.log', 'never/rank1-alone.log'], 'boot.head-address-differs', 1],
    [['ns-part/rank0.log', 'ns-part/rank1.log'], 'serve.no-answer', 0],
    [['spark/sockets-rank0.log'], 'boot.roce-not-used', 0],
    [['portinuse/rank0.log'], 'boot.master-port-in-use', 0],
  ])('%s', (names, id, rank) => {
    const found = recorded(...names);
    expect(found).toMatchObject({ outcome: 'failed', cause: { id, rank } });
    expect(verdictOf(found)).toBe('fail');
  });

  test.each([
    [['e2e/boot-rank0.log', 'e2e/boot-rank1.log'], 'ready', 'ready'],
    [['e2e/reboot-worker-rank0.log', 'e2e/reboot-worker-rank1.log'], 'ready', 'ready'],
    [['ns-slim2/rank0.log', 'ns-slim2/rank1.log'], 'ready', 'ready'],
    [['single.log'], 'ready', 'ready'],
    [['spark/roce-rank0.log', 'spark/roce-rank1.log'], 'ready', 'ready'],
    [['spark/loading-rank0.log'], 'running', 'load'],
  ])('%s has no cause', (names, outcome, phase) => {
    expect(recorded(...names)).toMatchObject({ outcome, phase, cause: undefined, warnings: [] });
  });
});

test('the order in which files are given changes nothing', () => {
  const one = recorded('lo-rank0.log', 'lo-rank1.log');
  const other = recorded('lo-rank1.log', 'lo-rank0.log');
  expect(other).toEqual(one);
});

describe('what the logs say only together', () => {
  const worker = (text: string) => `(Worker pid=1) INFO 08-13 13:50:55 [x.py:1] ${text}\n`;
  const LOST =
    '(Worker pid=1) ERROR 08-13 13:53:12 [x.py:1] RuntimeError: [pair.cc:537] Connection closed by peer [192.168.100.11]:38211\n';

  test('a peer that was lost, beside a container that was killed: the container is the cause', () => {
    const { cause, followed } = written({
      'rank0.log': LOST,
      'rank1.log': worker('Starting to load model /m...'),
      'worker-state.json': '{"Status":"exited","ExitCode":137,"OOMKilled":false}',
    });
    expect(cause).toMatchObject({ id: 'rank.killed', rank: 1, text: 'Starting to load model /m...' });
    expect(followed).toMatchObject([{ id: 'rank.peer-lost', rank: 0 }]);
  });

  test('a memory guard that ended it is named', () => {
    const { cause } = written({
      'rank0.log': LOST,
      'rank1.log': worker('Starting to load model /m...'),
      'worker-journal.txt':
        'Aug 13 13:53:10 spark-b earlyoom[812]: sending SIGTERM to process 30211 uid 0 "VLLM::Worker": badness 900',
    });
    expect(cause?.id).toBe('rank.killed-by-guard');
    expect(cause && say(cause.means, 'en')).toMatch(/^earlyoom ended a process on the node of rank 1/);
  });

  test('a line that names the reason beats a kill that followed from it', () => {
    const { cause } = written({
      'rank0.log':
        '(EngineCore pid=1) ERROR 08-13 13:53:12 [x.py:1] ValueError: No available memory for the cache blocks. Try\n',
      'head-state.json': '{"Status":"exited","ExitCode":137,"OOMKilled":false}',
    });
    expect(cause?.id).toBe('boot.no-cache-blocks');
  });

  test('RDMA memory that cannot be pinned: a good kernel leaves memlock, a bad one is named', () => {
    const log =
      'spark-b:184:224 [0] NCCL WARN Call to ibv_reg_mr_iova2 failed with error Cannot allocate memory\n' +
      '(Worker pid=1) ERROR 08-13 13:53:12 [x.py:1] torch.distributed.DistBackendError: NCCL error\n';
    const means = (release: string) => {
      const { cause } = written({ 'rank1.log': log, 'worker/uname-r.txt': release });
      return cause === undefined ? '' : say(cause.means, 'en');
    };
    expect(means('7.0.0-1019-nvidia')).toContain('7.0.0-1019-nvidia');
    expect(means('6.17.0-1032-nvidia')).toContain('locked memory is limited');
    expect(means('6.17.0-1032-nvidia')).not.toContain('KHO');
  });

  test('a container that is gone without a word is a failure, and its status 0 proves nothing', () => {
    const { outcome, cause } = written({
      'rank0.log': worker('Starting to load model /m...'),
      'state.json': '{"Status":"exited","ExitCode":0,"OOMKilled":false}',
    });
    expect({ outcome, id: cause?.id }).toEqual({ outcome: 'failed', id: 'rank.ended' });
  });
});

test('an error that the rank got over is forgotten', () => {
  const text =
    '(Worker pid=1) INFO 08-13 13:50:55 [x.py:1] world_size=2 rank=0 local_rank=0 distributed_init_method=tcp://a:1 backend=nccl\n' +
    '[W813 13:51:22.118 x.cpp:721] Warning: Using the loopback address as fallback.\n' +
    'ImportError: optional thing\n';
  expect(written({ 'rank0.log': text }).cause?.id).toBe('boot.gloo-loopback');
  const on = `${text}(Worker pid=1) INFO 08-13 13:51:55 [x.py:1] Starting to load model /m...\n`;
  expect(written({ 'rank0.log': on })).toMatchObject({ outcome: 'running', phase: 'load', cause: undefined });
});

describe('a standstill', () => {
  const text = '(Worker pid=1) INFO 08-13 13:50:58 [x.py:1] vLLM is using nccl==2.30.7\n';

  test('is a verdict once the phase is past its limit, by the time at which the logs were taken', () => {
    const at = (time: string) => written({ 'rank0.log': text }, Date.parse(`2026-08-13T${time}Z`));
    expect(at('13:52:00')).toMatchObject({ outcome: 'running', cause: undefined });
    expect(at('13:58:20').cause).toMatchObject({ id: 'boot.stalled', rank: 0, line: 1 });
    expect(at('13:52:00').ranks[0]?.silentSeconds).toBe(62);
  });

  test('is not feigned by an old file: without a time nothing is judged', () => {
    expect(written({ 'rank0.log': text })).toMatchObject({ outcome: 'running', cause: undefined });
  });
});

test('the JSON has the keys of its contract, in the language of the reader', () => {
  const found = recorded('portinuse/rank0.log');
  const document = explainDocument(found, (message) => say(message, 'zh'));
  expect(Object.keys(document)).toEqual(['phase', 'outcome', 'cause', 'facts']);
  expect(document.cause).toEqual({
    id: 'boot.master-port-in-use',
    rank: 0,
    line: 75,
    text: expect.stringContaining('EADDRINUSE'),
    means: '主节点上用于各 rank 汇合的端口 29601 已被占用。',
    next: [expect.stringContaining('ss -ltnp')],
  });
  expect(explainDocument(recorded('single.log'), () => '').cause).toBeNull();
});

test('no log at all is no failure', () => {
  expect(written({})).toMatchObject({ outcome: 'running', ranks: [], cause: undefined });
  expect(written({ 'rank0.log': '' })).toMatchObject({
    outcome: 'running',
    phase: 'start',
    cause: undefined,
  });
});

test('lines of several ranks are put in the order in which they were said, bars by what they have run', () => {
  const bar = 'Loading safetensors checkpoint shards:  50% Completed | 23/46 [01:09<01:10,  3.0s/it]';
  const order = timeline(
    [
      { rank: 0, file: 'a', lines: ['x', 'INFO 08-13 13:51:11 [x.py:1] begin', bar] },
      { rank: 1, file: 'b', lines: ['INFO 08-13 13:52:00 [x.py:1] between', 'no clock'] },
    ],
    2026,
  );
  expect(order.map(({ rank, line }) => `${rank}:${line}`)).toEqual(['0:1', '0:2', '1:1', '1:2', '0:3']);
  expect(order.at(-1)?.atMs).toBe(Date.UTC(2026, 7, 13, 13, 52, 20));
});

test('a load is slow when it falls to a fifth of its best, and only while it lasts', () => {
  const bars = (...states: [number, number][]) =>
    states.map(([done, second]) => {
      const clock = `${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}`;
      return `Loading safetensors checkpoint shards:  ${Math.floor((done / 200) * 100)}% Completed | ${done}/200 [${clock}<01:00, 1.00it/s]`;
    });
  expect(loadCollapse(bars([40, 10], [80, 20], [90, 60], [95, 100]))).toMatchObject({ done: 95, total: 200 });
  expect(loadCollapse(bars([40, 10], [80, 20], [120, 30]))).toBeUndefined();
  expect(loadCollapse(bars([40, 10], [80, 20], [90, 60], [200, 300]))).toBeUndefined();
});
