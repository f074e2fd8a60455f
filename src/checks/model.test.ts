import { describe, expect, test } from 'vitest';
import { HEAD, only, refusals, WORKER, withRaw } from '../../test/samples/sparks.ts';

describe('model', () => {
  test('missing on one node refuses, naming node, path, file and the command that brings it from the other', () => {
    const there = { out: 'directory\t/m\n20\tconfig.json\n' };
    const empty = { out: 'directory\t/home/dgx/models/small\n0\tconfig.json\n' };
    const facts = withRaw({ [HEAD]: { 'model-files': there }, [WORKER]: { 'model-files': empty } });
    const [refusal, ...more] = refusals(facts);
    expect(refusal).toContain(`model.present ${WORKER}`);
    expect(refusal).toContain('/home/dgx/models/small');
    expect(refusal).toContain('config.json');
    expect(refusal).toMatch(
      /ssh -t dgx@spark-5c2d\.local 'rsync -a --partial \/m\/ dgx@spark-7e41\.local:\/home\/dgx\/models\/small\/'$/,
    );
    expect(more).toEqual([]);
  });

  test('missing everywhere names the folder and no command', () => {
    const gone = { rc: 4, out: 'directory\t/m\n', err: "ls: cannot access '/m': No such file or directory" };
    const facts = withRaw({ [HEAD]: { 'model-files': gone }, [WORKER]: { 'model-files': gone } });
    const texts = refusals(facts);
    expect(texts).toHaveLength(2);
    expect(texts[1]).toMatch(/in \/m .*paths\.model in the cluster file\.$/s);
  });

  test('that could not be read is unknown and refuses', () => {
    const facts = withRaw({ [HEAD]: { 'model-files': { rc: 124 } } });
    expect(only(facts, 'model.present')[0]).toMatchObject({ verdict: 'unknown', refusesUp: true });
  });
});
