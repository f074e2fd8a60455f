import { expect, test } from 'vitest';
import { type BootRecord, estimateRest } from './estimate.ts';

const phases = ['start', 'load', 'graphs', 'ready'];
const bootOf = (start: number, load: number, graphs: number): BootRecord => ({
  seconds: start + load + graphs,
  phases: [
    { rank: 0, phase: 'start', seconds: start },
    { rank: 1, phase: 'start', seconds: 900 },
    { rank: 0, phase: 'load', seconds: load },
    { rank: 0, phase: 'graphs', seconds: graphs },
  ],
});
const here = (phase: string, spentMs: number, totalMs = spentMs) => ({
  phases,
  phase,
  spentMs,
  totalMs,
  estimateSeconds: 600,
});

test('without a history the recipe`s own figure counts down, and then nobody knows', () => {
  expect(estimateRest([], here('load', 0, 200_000))).toEqual({ restMs: 400_000, from: 'recipe' });
  expect(estimateRest([], here('load', 0, 600_000))).toBeUndefined();
});

test('with a history the rest is the median of this cluster`s own boots, phase by phase', () => {
  const history = [bootOf(10, 100, 40), bootOf(10, 300, 50), bootOf(10, 110, 60)];
  expect(estimateRest(history, here('load', 30_000))).toEqual({ restMs: 80_000 + 50_000, from: 'history' });
});

test('a phase that takes longer than usual leaves the later ones', () => {
  const history = [bootOf(10, 100, 40), bootOf(10, 120, 50), bootOf(10, 200, 60)];
  expect(estimateRest(history, here('load', 150_000))).toEqual({ restMs: 50_000, from: 'history' });
});

test('a phase that is longer than it ever was has no estimate', () => {
  expect(estimateRest([bootOf(10, 100, 40)], here('load', 101_000))).toBeUndefined();
});

test('only the newest nine boots count', () => {
  const old = Array.from({ length: 20 }, () => bootOf(10, 1000, 1000));
  const recent = Array.from({ length: 9 }, () => bootOf(10, 100, 40));
  expect(estimateRest([...old, ...recent], here('load', 0))).toEqual({ restMs: 140_000, from: 'history' });
});
