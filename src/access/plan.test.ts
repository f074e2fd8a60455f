import { expect, test } from 'vitest';
import type { Reading } from '../change/types.ts';
import type { ApiKeyFile } from '../facts/api-key-file.ts';
import type { ClusterFacts } from '../facts/types.ts';
import { planApiKey } from './plan.ts';

const path = '/home/dgx/.local/state/sparkwright/sparks/api_key';

function factsWith(reading: Reading<ApiKeyFile>): ClusterFacts {
  const read = <T>() => reading as Reading<T>;
  return new Map([
    ['spark-a', { node: 'spark-a', reachable: { ok: true, seconds: 0 }, raw: new Map(), read }],
  ]);
}

function keyFile(more: Partial<ApiKeyFile>): Reading<ApiKeyFile> {
  const value: ApiKeyFile = { path, kind: 'file', bytes: 44, mode: 0o600, blank: false, ...more };
  return { state: 'known', value, evidence: 'file' };
}

test.each<[string, Reading<ApiKeyFile>]>([
  ['no key file', { state: 'absent', evidence: 'absent' }],
  ['an empty one', keyFile({ bytes: 0, blank: true })],
])('A5.5 with %s, a random key of mode 0600 is made on the head', (_, reading) => {
  const { actions, refusals } = planApiKey('spark-a', path, factsWith(reading));
  expect(refusals).toEqual([]);
  expect(actions).toMatchObject([
    {
      id: 'access/api-key/spark-a',
      nodes: ['spark-a'],
      title: { values: { path } },
      work: { kind: 'file', path, mode: 0o600, content: { from: 'random-key' } },
    },
  ]);
});

test('A5.5 an existing key is kept', () => {
  expect(planApiKey('spark-a', path, factsWith(keyFile({})))).toEqual({ actions: [], refusals: [] });
});

test('a key that others may read is closed, and undone to the mode it had', () => {
  const { actions } = planApiKey('spark-a', path, factsWith(keyFile({ mode: 0o644 })));
  expect(actions).toMatchObject([
    { work: { script: `chmod 0600 -- ${path}` }, undo: { script: `chmod 0644 -- ${path}` } },
  ]);
});

test('a folder in its place and a file that could not be read are refused', () => {
  const other = planApiKey('spark-a', path, factsWith(keyFile({ kind: 'other' })));
  expect(other.refusals).toMatchObject([{ id: 'access.api-key.no-file', verdict: 'fail' }]);
  const unread = planApiKey('spark-a', path, factsWith({ state: 'unknown', why: 'unreachable' }));
  expect(unread).toMatchObject({ actions: [], refusals: [{ verdict: 'unknown', evidence: 'unreachable' }] });
});

test('the proof of a new key is the file read again', () => {
  const [action] = planApiKey('spark-a', path, factsWith({ state: 'absent', evidence: 'absent' })).actions;
  expect(action?.proof?.needs).toEqual(['api-key-file']);
  expect(action?.proof?.judge(factsWith(keyFile({})))).toEqual([]);
  expect(action?.proof?.judge(factsWith(keyFile({ blank: true })))).toMatchObject([{ verdict: 'fail' }]);
});
