import { expect, test } from 'vitest';
import { type StatusNode, stateOf } from './status.ts';

const unit = (state: string) => ({
  unit: 'rank0',
  container: 'x-rank0',
  state,
  exitCode: 0,
  restartCount: 0,
  startedAt: null,
  image: 'i',
  imageId: null,
  specHash: '',
});
const node = (states: string[], why?: string): StatusNode => ({
  name: 'n',
  role: 'head',
  reachable: why === undefined,
  ...(why !== undefined && { why }),
  units: states.map(unit),
  memAvailableBytes: null,
  guard: { installed: false },
});
const answers = { url: '', model: '', health: 200, answers: true };
const mute = { ...answers, answers: false };

test.each<[string, StatusNode[], typeof answers | null]>([
  ['down', [node([]), node([])], null],
  ['degraded', [node([]), node([], 'timeout')], null],
  ['starting', [node(['running']), node(['running'])], mute],
  ['ready', [node(['running']), node(['running'])], answers],
  // Health 200 of an engine whose worker is gone proves nothing; neither does an answer while a node is out of sight.
  ['failed', [node(['running']), node(['exited'])], mute],
  ['degraded', [node(['running']), node(['exited'])], answers],
  ['degraded', [node(['running']), node([], 'timeout')], answers],
  ['failed', [node(['exited']), node(['running'])], null],
])('A6.1 %s', (state, nodes, endpoint) => {
  expect(stateOf(nodes, endpoint)).toBe(state);
});
