import { expect, test } from 'vitest';
import type { Event, EventBody } from '../../event/types.ts';
import { msg } from '../../message/message.ts';
import { answer } from './json.ts';
import { type Detail, linesOf, seconds } from './lines.ts';
import { cutToWidth, table, width } from './table.ts';

const event = (body: EventBody): Event => ({ ...body, seq: 1, at: '2026-12-01T12:00:00.000Z' });
const texts = (body: EventBody, language: 'en' | 'zh' = 'en', detail: Detail = 'usual') =>
  linesOf(event(body), language, detail).map(({ text }) => text);

test('a phase is said with its time and estimate, and without them where there are none', () => {
  const phase = {
    type: 'phase',
    rank: 1,
    node: 'spark-b',
    phase: 'load',
    title: msg('cli.ok', { what: 'x' }),
  } as const;
  expect(texts({ ...phase, spentMs: 12_000, estimateMs: 200_000 })).toEqual([
    '  rank 1 on spark-b: x is fine. (12 s, about 3 min 20 s to go)',
  ]);
  expect(texts({ ...phase, spentMs: 0 })).toEqual(['  rank 1 on spark-b: x is fine.']);
  expect(texts({ ...phase, spentMs: 12_000 }, 'zh')).toEqual(['  rank 1（spark-b）：x 没有问题。（12 s）']);
});

test('what comes from outside cannot act on the terminal', () => {
  expect(texts({ type: 'log', rank: 0, node: 'a', line: '\x1b]0;title\x07\x1b[31mred\u202e' })).toEqual([
    'r0| red',
  ]);
  const evidence = `one\x1b[2J\ntwo`;
  expect(
    texts({ type: 'note', level: 'error', message: msg('cli.ok', { what: '\x1b[1m' }), evidence }),
  ).toEqual(['  is fine.', '    one', '    two']);
});

test('a finding is its sentence, what was read, what it means, and what to run', () => {
  const finding = {
    ...({ id: 'docker.down', stage: 'docker', node: 'spark-b', verdict: 'fail', refusesUp: true } as const),
    title: msg('cli.ok', { what: 'docker' }),
    evidence: 'Cannot connect',
    remedy: { automatic: false, commands: ['systemctl start docker'] },
  };
  expect(texts({ type: 'finding', finding })).toEqual([
    '✗ spark-b: docker is fine.  [docker.down]',
    '    Cannot connect',
    '    $ systemctl start docker',
  ]);
});

test('the last sentence keeps its lines; quiet leaves out what went well', () => {
  const result = { type: 'result', exit: 0, message: msg('cli.lab.up', { file: '/f' }) } as const;
  expect(texts(result)).toHaveLength(4);
  expect(
    texts({ type: 'step', step: 's', title: msg('cli.step.nothing'), status: 'start' }, 'en', 'quiet'),
  ).toEqual([]);
});

test('columns line up when a cell is Chinese', () => {
  expect(
    table([
      ['键', 'a'],
      ['key1', 'b'],
    ]),
  ).toEqual(['键    a', 'key1  b']);
  expect(width('键k')).toBe(3);
  expect([seconds(0.84), seconds(12), seconds(200)]).toEqual(['0.8 s', '12 s', '3 min 20 s']);
});

test('a row of a drawn block fits the terminal though Chinese letters take two cells', () => {
  expect(cutToWidth('rank 0：加载权重', 12)).toBe('rank 0：加载');
  expect(width(cutToWidth('加载权重', 5))).toBe(4);
  expect(cutToWidth('plain', 80)).toBe('plain');
});

test('under --json a verb that failed says why beside its own document; one that did not is left as it is', () => {
  const message = msg('cli.ok', { what: 'x' });
  expect(answer({ exit: 1, message, document: { ok: false, left: ['b'] } }, 'en')).toEqual({
    ok: false,
    left: ['b'],
    error: { key: 'cli.ok', text: 'x is fine.' },
  });
  expect(answer({ exit: 6, message }, 'zh', 'seen')).toEqual({
    ok: false,
    exit: 6,
    error: { key: 'cli.ok', text: 'x 没有问题。', evidence: 'seen' },
  });
  expect(answer({ exit: 3, message, document: { ok: true } }, 'en')).toEqual({ ok: true });
  expect(answer({ exit: 0 }, 'en')).toEqual({ ok: true });
});
