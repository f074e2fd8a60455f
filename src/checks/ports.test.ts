import { describe, expect, test } from 'vitest';
import { HEAD, only, refusals, wanted, withModel, withRaw } from '../../test/samples/sparks.ts';
import type { RawOutput } from '../facts/types.ts';

describe('ports', () => {
  const id = 'c'.repeat(64);
  const ours = { out: `${JSON.stringify({ name: '/pair-rank0', id, state: 'running', pid: 4021 })}\n` };
  const held = (rest: string) => ({
    sockets: { out: `LISTEN 0 128 0.0.0.0:8000 0.0.0.0:* ${rest}\nuid 1000\n` },
  });
  const on = (probes: Record<string, Partial<RawOutput>>) => withModel(withRaw({ [HEAD]: probes }));

  test('held by a stranger refuses, names it, and never offers to stop it', () => {
    const [refusal, ...more] = refusals(on(held('users:(("jupyter-lab",pid=2210,fd=7))')));
    expect(refusal).toMatch(/^ports\.api spark-5c2d: .*8000.*jupyter-lab \(pid 2210\).*api\.port/s);
    expect(refusal).not.toContain('kill');
    expect(more).toEqual([]);
  });

  test('held by someone we may not see refuses and says that root would see', () => {
    expect(refusals(on(held('')))).toEqual([expect.stringMatching(/8000.*without root.*sudo ss -ltnp/s)]);
  });

  test.each([
    ['by its cgroup', `cgroup:/system.slice/docker-${id}.scope`],
    ['by its process', 'users:(("vllm",pid=4021,fd=3))'],
  ])('held by our own running container is fine, known %s', (_, rest) => {
    expect(refusals(on({ ...held(rest), 'docker-ps': ours }))).toEqual([]);
    expect(only(on({ ...held(rest), 'docker-ps': ours }), 'ports.api')).toMatchObject([{ verdict: 'ok' }]);
  });

  test('held by someone we may not see is ours where the wanted container runs, and else unknown', () => {
    const container = (spec: string) => ({
      out: `${JSON.stringify({ name: '/pair-rank0', id, state: 'running', pid: 1, labels: { 'sparkwright.spec': spec } })}\n`,
    });
    const settled = wanted();
    const asked = { ...settled, nodes: settled.nodes.map((node) => ({ ...node, specHash: 'now' })) };
    const seen = (spec: string) =>
      only(on({ ...held(''), 'docker-ps': container(spec) }), 'ports.api', asked);
    expect(seen('now')).toMatchObject([{ verdict: 'ok' }]);
    expect(seen('before')).toMatchObject([{ verdict: 'unknown', refusesUp: false }]);
    expect(only(on({ ...held(''), 'docker-ps': ours }), 'ports.api')).toMatchObject([{ verdict: 'unknown' }]);
  });

  test('held by another container than ours refuses though ours runs', () => {
    const other = held(`cgroup:/system.slice/docker-${'d'.repeat(64)}.scope`);
    expect(refusals(on({ ...other, 'docker-ps': ours }))).toHaveLength(1);
  });

  test('held on another address than the API binds is free; a rendezvous takes every address', () => {
    const elsewhere = {
      sockets: { out: 'LISTEN 0 1 192.168.31.10:8000 *:*\nLISTEN 0 1 127.0.0.1:29501 *:*\n' },
    };
    expect(refusals(on(elsewhere))).toEqual([expect.stringContaining('ports.rendezvous')]);
  });

  test('held by an engine of another launcher warns, names its container, and still stops `up`', () => {
    const leftover = {
      out: `${JSON.stringify({ ID: 'aa11bb22cc33', Names: 'old-vllm-1', Image: 'example/engine:1', State: 'running' })}\n`,
    };
    const facts = on({ ...held('users:(("vllm",pid=4021,fd=23))'), 'docker-ps': leftover });
    expect(only(facts, 'ports.api')).toMatchObject([{ verdict: 'warn', refusesUp: true }]);
    expect(refusals(facts)).toEqual([expect.stringMatching(/old-vllm-1.*docker stop old-vllm-1/s)]);
  });

  test('that could not be read are unknown', () => {
    expect(only(on({ sockets: { rc: 127, err: 'ss: not found' } }), 'ports.api')).toMatchObject([
      { verdict: 'unknown', refusesUp: false },
    ]);
  });
});
