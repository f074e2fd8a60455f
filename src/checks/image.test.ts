import { describe, expect, test } from 'vitest';
import { HEAD, only, refusals, sparks, WORKER, withModel, withRaw } from '../../test/samples/sparks.ts';

describe('image', () => {
  const image = (architecture: string, layers: string[], id = 'sha256:1') => ({
    out: JSON.stringify({ Id: id, Architecture: architecture, RootFS: { Layers: layers } }),
  });

  test('absent is no refusal: up fetches it', () => {
    expect(only(sparks, 'image.fits')).toMatchObject([{ verdict: 'ok' }, { verdict: 'ok' }]);
  });

  test('of a wrong architecture refuses', () => {
    const facts = withModel(withRaw({ [WORKER]: { 'docker-image': image('amd64', ['sha256:a']) } }));
    const [refusal, ...more] = refusals(facts);
    expect(refusal).toMatch(
      /^image\.architecture spark-7e41: .*amd64.*arm64.*ssh -t dgx@spark-7e41\.local 'docker image rm example\/engine:1'$/s,
    );
    expect(more).toEqual([]);
  });

  test('with the same layers under different ids is the same image', () => {
    const facts = withRaw({
      [HEAD]: { 'docker-image': image('arm64', ['sha256:a', 'sha256:b'], 'sha256:1') },
      [WORKER]: { 'docker-image': image('arm64', ['sha256:a', 'sha256:b'], 'sha256:2') },
    });
    expect(refusals(withModel(facts))).toEqual([]);
  });

  test('with other layers on one node refuses, naming both', () => {
    const facts = withRaw({
      [HEAD]: { 'docker-image': image('arm64', ['sha256:a', 'sha256:b']) },
      [WORKER]: { 'docker-image': image('arm64', ['sha256:a', 'sha256:c']) },
    });
    expect(refusals(withModel(facts))).toEqual([
      expect.stringMatching(
        /^image\.differs -: .*spark-5c2d, spark-7e41.*sha256:b.*sha256:c.*docker save example\/engine:1' \| ssh dgx@spark-7e41\.local 'docker load'$/s,
      ),
    ]);
  });
});
