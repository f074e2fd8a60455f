import { describe, expect, test } from 'vitest';
import {
  HEAD,
  only,
  recorded,
  refusals,
  WORKER,
  wanted,
  withModel,
  withRaw,
} from '../../test/samples/sparks.ts';

describe('docker', () => {
  test('a dead daemon that prints a whole JSON object is dead', () => {
    const facts = withRaw({ [HEAD]: { 'docker-info': recorded('docker-info', 'broken-daemon-down') } });
    const texts = refusals(withModel(facts));
    expect(texts).toEqual([
      expect.stringMatching(/^docker\.answers spark-5c2d: .*Cannot connect to the Docker daemon/s),
    ]);
    expect(texts[0]).toContain("ssh -t dgx@spark-5c2d.local 'sudo systemctl start docker'");
  });

  test.each([
    ['not installed', { rc: 127, err: 'docker: command not found' }, 'fail'],
    ['hung', { rc: 124 }, 'unknown'],
    ['not asked', null, 'unknown'],
  ])('%s refuses up', (_, raw, verdict) => {
    const facts = withRaw({ [WORKER]: { 'docker-info': raw } });
    expect(only(facts, 'docker.answers')).toMatchObject([{ verdict: 'ok' }, { verdict, refusesUp: true }]);
  });

  test('without any way to hand a GPU over refuses a recipe that needs one, and only that', () => {
    const bare = recorded('docker-info', 'broken-no-nvidia');
    const facts = withModel(withRaw({ [HEAD]: { 'docker-info': bare } }));
    expect(refusals(facts)).toEqual([expect.stringContaining('docker.gpu spark-5c2d')]);
    expect(refusals(facts, wanted({ gpus: false }))).toEqual([]);
    const hooked = { ...bare, out: `${bare.out.trim()}\nhook /usr/bin/nvidia-container-runtime-hook\n` };
    expect(refusals(withModel(withRaw({ [HEAD]: { 'docker-info': hooked } })))).toEqual([]);
  });
});
