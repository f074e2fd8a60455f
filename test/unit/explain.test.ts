import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { explainLines } from '../../src/cli/report/explain.ts';
import { explain } from '../../src/engine/explain.ts';
import { sortFiles } from '../../src/engine/logfiles.ts';

const main = join(import.meta.dirname, '../../src/cli/main.ts');
const logs = join(import.meta.dirname, '../fixtures/vllm-logs');

function sparkwright(words: string[], input = '') {
  const env = { ...process.env, LC_ALL: 'C', LANG: 'C', SPARKWRIGHT_LANG: '' };
  const done = spawnSync(process.execPath, [main, ...words], { encoding: 'utf8', cwd: logs, env, input });
  return { code: done.status, out: done.stdout, err: done.stderr };
}

describe('explain', () => {
  test('names the cause with its line, what it means and what to do, and ends with 0 though the boot failed', () => {
    const { code, out } = sparkwright(['explain', 'lo-rank0.log', 'lo-rank1.log']);
    expect(code).toBe(0);
    expect(out).toContain('Cause, on rank 1 (worker) [rank.process-died]');
    expect(out).toContain('lo-rank1.log line 42: Worker proc VllmWorker-1 died unexpectedly');
    expect(out).toMatch(/What to do:\n {2}- Look for the kernel's out-of-memory killer/);
    expect(out).toMatch(/What followed from it:\n {2}rank 0 \(head\)/);
  });

  test('--json prints one document of the contract', () => {
    const { code, out } = sparkwright(['explain', '--json', 'single.log']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      phase: 'ready',
      outcome: 'ready',
      cause: null,
      facts: { kvTokens: expect.any(Number), kvGiB: expect.any(Number), maxConcurrency: expect.any(Number) },
    });
  });

  test('reads standard input, also as `sparkwright logs` prints it', () => {
    const merged = ['lo-rank0.log', 'lo-rank1.log']
      .flatMap((name, rank) =>
        readFileSync(join(logs, name), 'utf8')
          .split('\n')
          .map((line) => `r${rank}| ${line}`),
      )
      .join('\n');
    expect(JSON.parse(sparkwright(['explain', '-', '--json'], merged).out)).toMatchObject({
      cause: { id: 'rank.process-died', rank: 1 },
    });
  });

  test.each([
    [['explain'], 'explain needs the log of at least one rank'],
    [['explain', 'nowhere.log'], 'The log nowhere.log cannot be read'],
    [['explain', '.'], 'The log . cannot be read'],
    [['explain', '-', '-'], 'Standard input (-) can be read only once'],
    [['explain', 'single.log', '--at', 'noon'], '--at takes a time such as 2026-08-13T13:58:20, got noon'],
  ])('%j is refused with 2', (words, sentence) => {
    const { code, err } = sparkwright(words);
    expect({ code, said: err.includes(sentence) }, err).toEqual({ code: 2, said: true });
  });
});

describe('for a person', () => {
  const told = (text: string, language: 'en' | 'zh' = 'en') =>
    explainLines(explain(sortFiles([{ name: 'rank0.log', text }])), language).join('\n');

  test('the same in Chinese', () => {
    const text = readFileSync(join(logs, 'portinuse/rank0.log'), 'utf8');
    expect(told(text, 'zh')).toContain('原因，位于 rank 0（主节点） [boot.master-port-in-use]');
    expect(told(text, 'zh')).toContain('下一步：');
    expect(told(text, 'zh')).not.toMatch(/\{\w+\}/);
  });

  test('a key and control characters of a log never get through', () => {
    const out = told(
      "(APIServer pid=1) INFO 08-13 13:50:43 [utils.py:233] non-default args: {'api_key': ['sk-canary-123']}\n" +
        "(APIServer pid=1) ERROR 08-13 13:50:44 [x.py:1] ValueError: \u001b]0;evil\u0007 api_key='sk-canary-123' \u202e\n",
    );
    expect(out).toContain('ValueError');
    expect(out).toContain('api_key');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get through
    expect(out).not.toMatch(/canary|[\u0000-\u0009\u000b-\u001f\u202e]/);
  });

  test('an empty log says that nothing was started', () => {
    expect(explainLines(explain(sortFiles([])), 'en')).toEqual(['The logs are empty: nothing was started.']);
  });
});
