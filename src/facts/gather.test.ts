import { spawnSync } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { Host, Outcome, RunOptions } from '../host/types.ts';
import { gatherFacts, rereadFacts } from './gather.ts';
import { clock } from './machine/clock.ts';
import { uname } from './machine/uname.ts';
import type { ProbeInputs } from './types.ts';

const inputs = (): ProbeInputs => ({
  SW_CLUSTER: 'pair',
  SW_MODEL_DIR: '',
  SW_IMAGE: '',
  SW_STATE_DIR: '',
});

/** A host whose `run` answers as given; by default by a real bash. */
function host(
  name: string,
  run: (script: string, options: RunOptions) => Outcome | Promise<Outcome> = bash,
): Host {
  return {
    name,
    local: true,
    run: async (script, options) => run(script, options),
    follow: async () => ({ kind: 'cancelled' }),
    write: async () => ({ kind: 'cancelled' }),
    dial: () => new PassThrough(),
    root: async () => 'none',
    close: async () => {},
  };
}

function bash(script: string): Outcome {
  const done = spawnSync('bash', ['-s'], { input: script, encoding: 'utf8', maxBuffer: 2 ** 24 });
  return { kind: 'exit', rc: done.status ?? 1, stdout: done.stdout, stderr: done.stderr };
}

const options = { deadlineMs: 20_000 };

describe('gathering', () => {
  test('reads every node with one call each', async () => {
    const calls: string[] = [];
    const counting = (name: string) =>
      host(name, (script) => {
        calls.push(name);
        return bash(script);
      });
    const facts = await gatherFacts([counting('a'), counting('b')], [clock, uname], inputs, options);
    expect(calls).toEqual(['a', 'b']);
    for (const node of facts.values()) {
      expect(node.reachable.ok).toBe(true);
      expect(node.read(clock).state).toBe('known');
      expect(node.read(uname)).toBe(node.read(uname)); // parsed once
    }
  });

  test('keeps an unreachable node as a fact, with the reason in every reading', async () => {
    const dead = host('b', () => ({
      kind: 'unreachable',
      why: 'refused',
      evidence: 'port 22: Connection refused',
    }));
    const facts = await gatherFacts([host('a'), dead], [clock], inputs, options);
    expect(facts.get('a')?.read(clock).state).toBe('known');
    expect(facts.get('b')?.reachable).toEqual({
      ok: false,
      why: 'refused',
      evidence: 'port 22: Connection refused',
    });
    expect(facts.get('b')?.read(clock)).toEqual({
      state: 'unknown',
      why: 'unreachable: refused: port 22: Connection refused',
    });
  });

  test('keeps what was said before the deadline', async () => {
    const slow = host('a', (script) => {
      const full = bash(script);
      const stdout = full.kind === 'exit' ? full.stdout.split(/(?=%%SEC \w+ uname)/)[0] : '';
      return { kind: 'deadline', afterMs: 20_000, stdout: stdout ?? '', stderr: '' };
    });
    const facts = await gatherFacts([slow], [clock, uname], inputs, options);
    expect(facts.get('a')?.read(clock).state).toBe('known');
    expect(facts.get('a')?.read(uname)).toMatchObject({
      state: 'unknown',
      why: expect.stringContaining('no-answer'),
    });
  });

  test('says what a node without bash answered', async () => {
    const odd = host('a', () => ({ kind: 'exit', rc: 127, stdout: '', stderr: 'sh: bash: not found' }));
    const reading = (await gatherFacts([odd], [clock], inputs, options)).get('a')?.read(clock);
    expect(reading).toMatchObject({ state: 'unknown', why: expect.stringContaining('bash: not found') });
  });

  test('ends with the reason of its signal when cancelled', async () => {
    const signal = AbortSignal.abort(new Error('stopped by you'));
    const gone = host('a', () => ({ kind: 'cancelled' }));
    await expect(gatherFacts([gone], [clock], inputs, { ...options, signal })).rejects.toThrow(
      'stopped by you',
    );
  });
});

describe('rereading', () => {
  test('replaces what was asked, keeps the rest, and forgets what was not answered', async () => {
    const before = await gatherFacts([host('a'), host('b')], [clock, uname], inputs, options);
    const mute = host('a', (script) => {
      const nonce = /^N=(\w+)$/m.exec(script)?.[1];
      return { kind: 'exit', rc: 0, stdout: `%%PROBE v1 ${nonce}\n%%END ${nonce}\n`, stderr: '' };
    });
    const after = await rereadFacts(before, [mute], ['clock'], inputs, options);
    expect(after.get('a')?.read(clock).state).toBe('unknown');
    expect(after.get('a')?.read(uname)).toEqual(before.get('a')?.read(uname));
    expect(after.get('b')).toBe(before.get('b'));
  });

  test('refuses an id that no probe has', async () => {
    await expect(rereadFacts(new Map(), [], ['clocks'], inputs, options)).rejects.toThrow(RangeError);
  });
});
