import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { barIn, cleanLine, hideKeys, parseLine, segments, showsKey } from './line.ts';

describe('parseLine takes apart every shape a rank prints', () => {
  const cases: [string, Partial<ReturnType<typeof parseLine>>][] = [
    [
      "(APIServer pid=1) INFO 12-01 17:00:06 [api_utils.py:286] non-default args: {'port': 8888}",
      {
        process: 'APIServer',
        pid: 1,
        level: 'info',
        clock: '12-01 17:00:06',
        source: 'api_utils.py:286',
        text: "non-default args: {'port': 8888}",
      },
    ],
    [
      '2026-12-01T17:00:37.821778260Z (Worker_TP0 pid=33) ERROR 12-01 17:00:37 [core.py:1] boom',
      { atMs: Date.UTC(2026, 11, 1, 17, 0, 37, 821), process: 'Worker_TP0', level: 'error', text: 'boom' },
    ],
    [
      '2026-12-01T17:00:37.821778260+08:00 INFO:     Application startup complete.',
      {
        atMs: Date.UTC(2026, 11, 1, 9, 0, 37, 821),
        process: undefined,
        level: 'info',
        text: 'Application startup complete.',
      },
    ],
    [
      '(APIServer pid=1) RuntimeError: Engine core initialization failed.',
      { process: 'APIServer', level: undefined, text: 'RuntimeError: Engine core initialization failed.' },
    ],
    [
      'W1201 16:59:59.198000 1 opt/engine/torch/utils/flop_counter.py:29] triton not found',
      { level: 'warning', source: 'opt/engine/torch/utils/flop_counter.py:29', text: 'triton not found' },
    ],
    [
      '[rank1]:[W813 13:53:54.013935026 TCPStore.cpp:125] [c10d] recvValue failed',
      { level: 'warning', source: 'TCPStore.cpp:125', text: '[c10d] recvValue failed' },
    ],
    [
      '\u001b[1;36m(EngineCore pid=24)\u001b[0;0m INFO 12-01 17:00:30 [core.py:133] Using it',
      { process: 'EngineCore', text: 'Using it' },
    ],
    ['    return func(*args, **kwargs)', { process: undefined, text: '    return func(*args, **kwargs)' }],
    ['', { text: '' }],
  ];
  test.each(cases)('%s', (raw, expected) => {
    expect(parseLine(raw)).toMatchObject(expected);
  });
});

test('a bar that writes over itself gives each of its states, with docker`s time on each', () => {
  const raw = '2026-12-01T17:00:41.425639810Z \rLoading: 0%\rLoading: 50%\rLoading: 100%\r\n';
  expect(segments(raw)).toEqual([
    '2026-12-01T17:00:41.425639810Z Loading: 0%',
    '2026-12-01T17:00:41.425639810Z Loading: 50%',
    '2026-12-01T17:00:41.425639810Z Loading: 100%',
  ]);
});

test.each([
  ['Loading safetensors checkpoint shards:  50% Completed | 23/46 [01:09<00:40,  1.60s/it]', 50, 23, 46],
  ['Capturing CUDA graphs (decode, FULL): 100%|██████████| 6/6 [00:38<00:00,  6.41s/it]', 100, 6, 6],
])('a bar is read: %s', (text, percent, done, total) => {
  expect(barIn(text)).toMatchObject({ percent, done, total });
});

test('a share in running text is no bar', () => {
  expect(barIn('GPU KV cache usage: 0.0%, Prefix cache hit rate: 0.0%')).toBeUndefined();
});

describe('keys never come through', () => {
  const key = 'sk-local-EXAMPLE-0123456789';
  test.each([
    `non-default args: {'port': 8888, 'api_key': ['${key}'], 'tensor_parallel_size': 2}`,
    `non-default args: {'api_key': ['${key}', '${key}2']}`,
    `args: Namespace(api_key='${key}', port=1)`,
    `vllm serve /model --api-key ${key} --port 1`,
    `vllm serve /model --api-key=${key}`,
    `VLLM_API_KEY=${key}`,
    `Authorization: Bearer ${key}`,
    `{"api_key": "${key}"}`,
  ])('%s', (line) => {
    expect(hideKeys(line)).not.toContain(key);
    expect(parseLine(line).text).not.toContain(key);
  });

  test('B19.4 a key printed by the engine is noticed, a hidden one is not', () => {
    expect(showsKey(`non-default args: {'api_key': ['${key}']}`)).toBe(true);
    expect(showsKey("non-default args: {'api_key': '***', 'port': 1}")).toBe(false);
  });

  test('what stands around the key stays', () => {
    expect(hideKeys(`{'port': 8888, 'api_key': ['${key}'], 'tensor_parallel_size': 2}`)).toBe(
      "{'port': 8888, 'api_key': '***', 'tensor_parallel_size': 2}",
    );
  });
});

test('no line, whatever it holds, gets a control character through or fails', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (raw) => {
      for (const piece of segments(raw)) {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
        expect(parseLine(piece).text).not.toMatch(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/);
      }
    }),
  );
});

test('a line without end is cut', () => {
  expect(cleanLine('x'.repeat(1_000_000))).toHaveLength(65_536);
});

test.each([
  ["non-default args: {'api_key': ['sk-aaaa']}", true],
  ['+ vllm serve /model --api-key sk-aaaa', true],
  ['usage: vllm serve [--api-key API_KEY [API_KEY ...]]', false],
  ["non-default args: {'api_key': '***'}", false],
])('whether a line shows a key: %s', (line, shows) => {
  expect(showsKey(line)).toBe(shows);
});
