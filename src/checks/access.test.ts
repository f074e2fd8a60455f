import { describe, expect, test } from 'vitest';
import { only, recorded, refusals, sparks, unreachable, WORKER, withRaw } from '../../test/samples/sparks.ts';

describe('access', () => {
  test('a node that cannot be reached refuses, once, with what SSH said and what to do', () => {
    const said = 'dgx@192.168.100.11: Permission denied (publickey,password).';
    expect(refusals(unreachable(WORKER, 'auth', said))).toEqual([
      expect.stringMatching(
        /^access\.reachable spark-7e41: .*Permission denied.*ssh-copy-id dgx@spark-7e41\.local$/s,
      ),
    ]);
  });

  test('a changed host key is never removed for the person, but the command is named', () => {
    const [finding] = only(
      unreachable(WORKER, 'host-key-changed', 'Host key … has changed'),
      'access.reachable',
    ).filter((each) => each.verdict === 'fail');
    expect(finding?.remedy).toEqual({ automatic: false, commands: ['ssh-keygen -R spark-7e41.local'] });
  });

  test('a node of which nothing was read is unknown, never ok', () => {
    const facts = new Map(sparks);
    facts.delete(WORKER);
    expect(only(facts, 'access.reachable').map((finding) => finding.verdict)).toEqual(['ok', 'unknown']);
    expect(refusals(facts)).toEqual([expect.stringContaining('access.reachable spark-7e41')]);
  });

  test('a login that may not use Docker is told how to, with its name quoted', () => {
    const facts = withRaw({
      [WORKER]: {
        'docker-info': recorded('docker-info', 'broken-permission-denied'),
        id: { out: 'uid=1000(o d) gid=1000(x) groups=1000(x),27(sudo)\ndocker:x:988:\n' },
      },
    });
    const [refusal, ...more] = refusals(facts);
    expect(refusal).toContain("ssh -t dgx@spark-7e41.local 'sudo usermod -aG docker '\\''o d'\\'''");
    expect(more.filter((text) => text.includes(WORKER) && !text.startsWith('model'))).toEqual([]);
  });

  test('a user in the group whose login is older only needs a new login', () => {
    const facts = withRaw({
      [WORKER]: {
        'docker-info': recorded('docker-info', 'broken-permission-denied'),
        id: { out: 'uid=1000(dgx) gid=1000(dgx) groups=1000(dgx),27(sudo)\ndocker:x:988:dgx\n' },
      },
    });
    expect(refusals(facts)[0]).toContain('ssh -O exit dgx@spark-7e41.local');
  });
});
