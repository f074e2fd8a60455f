import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { say } from '../message/message.ts';
import type { RecipeBoot } from '../recipe/types.ts';
import { BootReader } from './boot.ts';
import { parseLine } from './line.ts';
import { bootPhases } from './phases.ts';
import { limitsOf, stallIn } from './stall.ts';

const phases = bootPhases();
const place = (id: string) => phases.findIndex((phase) => phase.id === id);
const limits = { otherMs: 1_000_000, byPhaseMs: { rendezvous: 60_000, nccl: 300_000, start: 120_000 } };
const at = (rank: number, phase: string, silentMs: number) => ({ rank, place: place(phase), silentMs });

describe('a standstill', () => {
  test('a head that waits for a worker still on its way is not the one that stands still', () => {
    expect(stallIn([at(0, 'rendezvous', 90_000), at(1, 'engine', 10_000)], phases, limits)).toBeUndefined();
  });

  test('a worker that says nothing while the head waits for it is', () => {
    const stall = stallIn([at(0, 'rendezvous', 90_000), at(1, 'start', 130_000)], phases, limits);
    expect(stall).toMatchObject({ rank: 1, silentMs: 130_000, limitMs: 120_000 });
  });

  test('both at the rendezvous and silent: they do not find each other', () => {
    const stall = stallIn([at(0, 'rendezvous', 61_000), at(1, 'rendezvous', 70_000)], phases, limits);
    expect(stall?.phase.id).toBe('rendezvous');
    expect(stall && say(stall.phase.stalled, 'en')).toContain('firewall');
  });

  test('a worker has nothing to say after the KV cache while the head goes on', () => {
    expect(stallIn([at(0, 'serving', 100), at(1, 'kv-cache', 2_000_000)], phases, limits)).toBeUndefined();
  });

  test('a phase without a limit of its own may take as long as the whole boot', () => {
    expect(stallIn([at(0, 'load', 999_999)], phases, limits)).toBeUndefined();
    expect(stallIn([at(0, 'load', 1_000_001)], phases, limits)?.phase.id).toBe('load');
  });
});

test('a boot recorded hanging in NCCL stands still after its limit and not before', () => {
  const reader = new BootReader({ ranks: 2 });
  const logs = new URL('../../test/fixtures/vllm-logs/spark/', import.meta.url);
  let lastMs = 0;
  for (const rank of [0, 1]) {
    for (const line of readFileSync(new URL(`stalled-rank${rank}.log`, logs), 'utf8').split('\n')) {
      const clock = parseLine(line).clock;
      if (clock !== undefined) lastMs = Math.max(lastMs, Date.parse(`2026-${clock.replace(' ', 'T')}Z`));
      reader.feed(rank, line, lastMs);
    }
  }
  expect(reader.noProgressVerdict(lastMs + 299_000, limits)).toBeUndefined();
  const stall = reader.noProgressVerdict(lastMs + 420_000, limits);
  expect(stall).toMatchObject({ rank: 0, silentMs: 420_000, phase: { id: 'nccl' } });
});

test('retries and heartbeats of a rank that waits are no progress', () => {
  const reader = new BootReader({ ranks: 1 });
  const said = (text: string, atMs: number) =>
    reader.feed(0, `(Worker pid=1) INFO 12-01 17:00:06 [x.py:1] ${text}`, atMs);
  said('world_size=2 rank=0 local_rank=0 distributed_init_method=tcp://10.0.0.1:1 backend=nccl', 0);
  reader.feed(
    0,
    '[W1201 16:36:42.1 TCPStore.cpp:340] [c10d] TCP client failed to connect/validate to host 10.77.0.1:29778 - retrying (try=7)',
    50_000,
  );
  said('No available shared memory broadcast block found in 60 seconds. This typically happens', 55_000);
  expect(reader.noProgressVerdict(61_000, limits)).toMatchObject({ silentMs: 61_000 });
  said('something new', 61_000);
  expect(reader.noProgressVerdict(62_000, limits)).toBeUndefined();
});

test('a rank whose container was started but that never spoke is seen', () => {
  const reader = new BootReader({ ranks: 2 });
  reader.started(1, 0);
  expect(reader.noProgressVerdict(121_000, limits)).toMatchObject({ rank: 1, phase: { id: 'start' } });
});

test('limits come from the recipe, its own phases included', () => {
  const boot: RecipeBoot = {
    estimateSeconds: 600,
    limitSeconds: 2700,
    phaseLimitSeconds: { rendezvous: 300 },
    phases: [{ id: 'repack', title: { en: 'a', zh: 'b' }, pattern: 'x', after: 'load', limitSeconds: 90 }],
    expects: {},
    probe: { prompt: 'Reply with OK.', maxTokens: 1, temperature: 0, body: {} },
  };
  expect(limitsOf(boot)).toEqual({ otherMs: 2_700_000, byPhaseMs: { rendezvous: 300_000, repack: 90_000 } });
});

test('a worker that loads in silence is not stalled while the head shows progress', () => {
  const text = [
    'Starting to load model /m...',
    'Loading safetensors checkpoint shards:  50% Completed | 23/46',
  ];
  const reader = new BootReader({ ranks: 2 });
  for (const rank of [0, 1]) reader.feed(rank, text[0] ?? '', 0);
  reader.feed(0, text[1] ?? '', 500_000);
  const limits = { otherMs: 0, byPhaseMs: { load: 300_000 } };
  expect(reader.noProgressVerdict(600_000, limits)).toBeUndefined();
  expect(reader.noProgressVerdict(900_000, limits)).toMatchObject({ rank: 1, phase: { id: 'load' } });
});
