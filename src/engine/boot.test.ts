import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { say } from '../message/message.ts';
import { BootReader, type BootUpdate } from './boot.ts';
import { type BootFacts, compareFacts } from './bootfacts.ts';
import { parseLine } from './line.ts';
import { bootPhases } from './phases.ts';

const logs = new URL('../../test/fixtures/vllm-logs/', import.meta.url);
const linesOf = (name: string) => readFileSync(new URL(name, logs), 'utf8').split('\n');

/** Feeds the logs of all ranks in the order of their time stamps, as a follower of both would see them. */
function boot(names: string[], reader = new BootReader({ ranks: names.length })) {
  const lines = names.flatMap((name, rank) => {
    let atMs = 0;
    return linesOf(name).map((line) => {
      const parsed = parseLine(line);
      const clock = parsed.clock && Date.parse(`2026-${parsed.clock.replace(' ', 'T')}Z`);
      atMs = parsed.atMs ?? (clock || atMs);
      return { rank, line, atMs };
    });
  });
  const updates: BootUpdate[] = [];
  for (const { rank, line, atMs } of lines.sort((a, b) => a.atMs - b.atMs)) {
    updates.push(...reader.feed(rank, line, atMs));
  }
  return { reader, updates };
}

const phasesOf = (updates: BootUpdate[], rank: number) =>
  updates
    .flatMap((one) => {
      if (one.rank !== rank) return [];
      if (one.type === 'restarted') return ['|'];
      return one.type === 'phase' ? [one.phase] : [];
    })
    .join(' ');

const HEAD = 'start arguments engine rendezvous joined load kv-cache serving ready';
const WORKER = 'start arguments engine rendezvous joined load kv-cache ready';
const CPU: BootFacts = {
  version: '0.32.0',
  architecture: 'LlamaForCausalLM',
  maxModelLen: 2048,
  worldSize: 2,
  headAddress: expect.stringMatching(/:29501$/),
  backend: 'gloo',
  kvGiB: 1,
  kvTokens: 69_888,
  concurrencyTokens: 2048,
  maxConcurrency: 34.12,
};
const served = (seconds: { weights: number; init: number }, servesAt: string): BootFacts => ({
  ...CPU,
  weightSeconds: seconds.weights,
  loadSeconds: seconds.weights,
  initSeconds: seconds.init,
  servesAt,
});

describe('recorded boots over two nodes', () => {
  test.each<[string, string, string, BootFacts]>([
    ['e2e/boot-rank', HEAD, WORKER, served({ weights: 0.21, init: 5.23 }, 'http://0.0.0.0:8888')],
    ['e2e/fat-rank', HEAD, WORKER, served({ weights: 1, init: 6.03 }, 'http://0.0.0.0:8888')],
    ['lo-rank', HEAD, WORKER, served({ weights: 0.22, init: 4.22 }, 'http://127.0.0.1:8100')],
    ['ns-part/rank', HEAD, WORKER, served({ weights: 0.61, init: 2.63 }, 'http://10.77.0.1:8100')],
    ['ns-slim/rank', HEAD, WORKER, served({ weights: 0.53, init: 0.76 }, 'http://10.77.0.1:8100')],
    ['ns-slim2/rank', HEAD, WORKER, served({ weights: 0.2, init: 0.55 }, 'http://10.77.0.1:8100')],
    ['ns-term0/rank', HEAD, WORKER, served({ weights: 0.22, init: 2.74 }, 'http://10.77.0.1:8100')],
    ['ns-term1/rank', HEAD, WORKER, served({ weights: 0.26, init: 1.3 }, 'http://10.77.0.1:8100')],
    [
      'ns-plain/rank',
      HEAD.replace('load', 'load drafter'),
      WORKER.replace('load', 'load drafter'),
      served({ weights: 0.38, init: 3.96 }, 'http://10.77.0.1:8100'),
    ],
    ['e2e/kill-rank1-rank', HEAD, WORKER, served({ weights: 0.21, init: 5.23 }, 'http://0.0.0.0:8888')],
    ['e2e/kill-rank0-rank', HEAD, WORKER, served({ weights: 0.13, init: 3.75 }, 'http://0.0.0.0:8888')],
  ])('%s', (name, head, worker, facts) => {
    const { reader, updates } = boot([`${name}0.log`, `${name}1.log`]);
    expect(phasesOf(updates, 0)).toBe(head);
    expect(phasesOf(updates, 1)).toBe(worker);
    expect(reader.facts()).toEqual(facts);
    expect(reader.serving).toBe(true);
    expect(reader.warnings()).toEqual([]);
  });

  test('rank 1 never says that it is ready: it is when rank 0 is', () => {
    const { reader, updates } = boot(['e2e/boot-rank0.log', 'e2e/boot-rank1.log']);
    const ready = updates.filter((one) => one.type === 'phase' && one.phase === 'ready');
    expect(ready.map(({ rank }) => rank)).toEqual([0, 1]);
    expect(say(reader.at(1, 0).title, 'en')).toBe('API is up');
    expect(linesOf('e2e/boot-rank1.log').join('\n')).not.toContain('startup complete');
  });

  test('the time spent in each phase is kept by the clock of the log, not of the reader', () => {
    const { reader } = boot(['e2e/boot-rank0.log', 'e2e/boot-rank1.log']);
    const record = reader.record();
    expect(record).toMatchObject({ seconds: 52.465, kvTokens: 69_888, kvGiB: 1, maxConcurrency: 34.12 });
    expect(record.phases.filter(({ rank }) => rank === 0)).toEqual([
      { rank: 0, phase: 'start', seconds: 7.215 },
      { rank: 0, phase: 'arguments', seconds: 24.335 },
      { rank: 0, phase: 'engine', seconds: 7.073 },
      { rank: 0, phase: 'rendezvous', seconds: 3.388 },
      { rank: 0, phase: 'joined', seconds: 0.02 },
      { rank: 0, phase: 'load', seconds: 1.68 },
      { rank: 0, phase: 'kv-cache', seconds: 5.222 },
      { rank: 0, phase: 'serving', seconds: 2.667 },
    ]);
    expect(record.phases.find(({ rank, phase }) => rank === 1 && phase === 'rendezvous')?.seconds).toBe(
      13.012,
    );
    expect(record.phases.at(-1)).toEqual({ rank: 1, phase: 'kv-cache', seconds: 7.889 });
  });

  test('a whole log of one rank after the other gives the same record: attaching reads them so', () => {
    const inOrder = boot(['e2e/boot-rank0.log', 'e2e/boot-rank1.log']).reader.record();
    const reader = new BootReader({ ranks: 2 });
    for (const rank of [0, 1])
      for (const line of linesOf(`e2e/boot-rank${rank}.log`)) reader.feed(rank, line, 0);
    expect(reader.record()).toEqual(inOrder);
    expect(reader.at(1, 0).phase).toBe('ready');
  });

  test('a container that was restarted begins again within the same log', () => {
    const { reader, updates } = boot(['e2e/reboot-worker-rank0.log', 'e2e/reboot-worker-rank1.log']);
    const again = 'start arguments engine rendezvous joined load kv-cache';
    expect(phasesOf(updates, 0)).toBe(`${HEAD} | ${again} serving ready`);
    expect(phasesOf(updates, 1)).toBe(`${WORKER} | ${again} ready`);
    expect(reader.at(0, 0).lives).toBe(2);
    expect(reader.serving).toBe(true);
    expect(reader.cause()).toBeUndefined();
    expect(reader.record().seconds).toBeLessThan(45);
  });

  test('a head that was restarted under its worker waits at the rendezvous', () => {
    const { reader } = boot(['e2e/crash-rank0-rank0.log', 'e2e/crash-rank0-rank1.log']);
    expect(reader.serving).toBe(false);
    expect(reader.at(0, 0)).toMatchObject({ phase: 'rendezvous', lives: 3 });
    expect(reader.cause()?.id).toBe('rank.peer-lost');
  });
});

describe('recorded boots of one node', () => {
  test.each([
    ['single.log', HEAD.replace('load', 'load compile'), 109.48],
    ['single-eager.log', HEAD, 5.45],
    ['single-slim.log', HEAD, 0.58],
  ])('%s', (name, phases, initSeconds) => {
    const { reader, updates } = boot([name]);
    expect(phasesOf(updates, 0)).toBe(phases);
    expect(reader.facts()).toMatchObject({
      worldSize: 1,
      kvTokens: 34_944,
      maxConcurrency: 17.06,
      initSeconds,
    });
    expect(reader.cause()).toBeUndefined();
  });
});

describe('boots as two Sparks print them', () => {
  const roce = () => boot(['spark/roce-rank0.log', 'spark/roce-rank1.log']);

  test('B20.1 KV memory, tokens and concurrency are read and held against the published numbers', () => {
    const facts = roce().reader.facts();
    expect(facts).toMatchObject({
      version: '0.25.2.dev0+g752a3a504.d20260714',
      backend: 'nccl',
      ncclVersion: '2.30.7',
      modelGiB: 79.17,
      loadSeconds: 138.07,
      weightSeconds: 131.42,
      kvGiB: 17.63,
      kvTokens: 2_612_224,
      maxConcurrency: 2.49,
      graphSeconds: 41,
      graphGiB: 1.71,
    });
    const compared = compareFacts(facts, { kvGiB: 18.08, kvTokens: 2_493_464, maxConcurrency: 2.38 });
    expect(compared.map(({ fact, near }) => [fact, near])).toEqual([
      ['kvGiB', true],
      ['kvTokens', true],
      ['maxConcurrency', true],
    ]);
    expect(compareFacts(facts, { kvTokens: 3_000_000 })).toMatchObject([{ near: false }]);
  });

  test('phases with NCCL and CUDA graphs', () => {
    const { updates } = roce();
    expect(phasesOf(updates, 0)).toBe(
      'start arguments engine rendezvous nccl joined load kv-cache graphs warm-up serving ready',
    );
    expect(phasesOf(updates, 1)).toBe(
      'start engine rendezvous nccl joined load kv-cache graphs warm-up ready',
    );
  });

  test('what NCCL carries data over is a fact, and sockets are not RoCE', () => {
    expect(roce().reader.facts().transport).toBe('roce');
    const facts = boot(['spark/sockets-rank0.log']).reader.facts();
    expect(facts).toMatchObject({ transport: 'sockets', transportDevices: '[0]enP7s7:10.0.0.21<0>' });
  });

  test('loading says how many shards are read', () => {
    const { reader, updates } = boot(['spark/loading-rank0.log']);
    expect(reader.at(0, 0)).toMatchObject({
      phase: 'load',
      progress: { done: 23, total: 46, unit: 'items' },
    });
    const progress = updates.flatMap((one) => (one.type === 'progress' ? [one.progress.done] : []));
    expect(progress).toEqual([0, 11, 23]);
  });

  test('B19.4 an engine that prints its key is warned about, without the key', () => {
    const { reader, updates } = boot(['spark/key-in-log-rank0.log']);
    expect(reader.warnings().map(({ id }) => id)).toEqual(['key-in-log']);
    expect(JSON.stringify([updates, reader.facts()])).not.toContain('sk-local-EXAMPLE');
  });
});

test('B20.2 unknown variables and patches that are not applied are warnings', () => {
  const reader = new BootReader({ ranks: 1 });
  reader.feed(
    0,
    '(APIServer pid=1) WARNING 12-01 17:00:06 [envs.py:1] Unknown vLLM environment variable detected: VLLM_X',
    0,
  );
  reader.feed(0, 'decode fairness (scheduler.py) : NOT APPLIED', 0);
  reader.feed(0, 'thinking budget : APPLIED', 0);
  expect(reader.warnings().map(({ id, name }) => [id, name])).toEqual([
    ['unknown-variable', 'VLLM_X'],
    ['patch-not-applied', 'decode fairness (scheduler.py)'],
  ]);
});

describe('phases of a recipe', () => {
  const own = [
    {
      id: 'repack',
      title: { en: 'repacking experts', zh: '重排专家' },
      pattern: '^repack: layer ',
      after: 'load',
      limitSeconds: 60,
    },
    { id: 'tune', title: { en: 'tuning', zh: '调优' }, pattern: '^tuning ', after: 'load', limitSeconds: 60 },
  ];

  test('stand behind the phase they name, in their order, with a title in both languages', () => {
    const phases = bootPhases(own);
    const place = phases.findIndex(({ id }) => id === 'load');
    expect(phases.slice(place, place + 4).map(({ id }) => id)).toEqual(['load', 'repack', 'tune', 'drafter']);
    const title = phases[place + 1]?.title;
    expect(title && say(title, 'en')).toBe('repacking experts');
    expect(title && say(title, 'zh')).toBe('重排专家');
  });

  test('are read like vLLM`s own', () => {
    const reader = new BootReader({ ranks: 1, phases: bootPhases(own) });
    reader.feed(0, '(Worker pid=1) INFO 12-01 17:00:06 [x.py:1] Starting to load model /m...', 0);
    reader.feed(0, '(Worker pid=1) INFO 12-01 17:00:16 [x.py:1] repack: layer 0 rank 0/2', 10_000);
    expect(reader.at(0, 15_000)).toMatchObject({ phase: 'repack', spentMs: 5_000 });
  });

  test('are refused when they name no phase or hold no pattern', () => {
    expect(() => bootPhases([{ ...own[0], after: 'nowhere' } as (typeof own)[0]])).toThrow('unknown-after');
    expect(() => bootPhases([{ ...own[0], pattern: '(' } as (typeof own)[0]])).toThrow('bad-pattern');
  });
});

test('no line, whatever it holds, makes the reader fail', () => {
  const samples = linesOf('e2e/noenv-rank0.log');
  const line = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .tuple(fc.constantFrom(...samples), fc.string(), fc.nat(80))
      .map(([text, noise, at]) => text.slice(0, at) + noise + text.slice(at)),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(3), line), { maxLength: 60 }), (lines) => {
      const reader = new BootReader({ ranks: 2 });
      for (const [rank, text] of lines) reader.feed(rank, text, 0);
      expect(reader.record().seconds).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('long lines made to keep patterns busy are read in no time', () => {
  const reader = new BootReader({ ranks: 1 });
  const busy = [
    'Call to ibv_modify_qp failed with 1 on dev a local GID index 1, ',
    'max seq len (1), (1 GiB KV cache is needed available KV cache memory (1 GiB)',
    'version 1 NCCL INFO ',
    "api_key = [' ",
    'a: 1%| ',
  ];
  for (const text of busy) reader.feed(0, text.repeat(60_000 / text.length), 0);
  expect(reader.at(0, 0).phase).toBe('start');
});
