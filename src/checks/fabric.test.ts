import { describe, expect, test } from 'vitest';
import {
  HEAD,
  only,
  recorded,
  refusals,
  sparks,
  textOf,
  WORKER,
  wanted,
  withModel,
  withRaw,
} from '../../test/samples/sparks.ts';

describe('network', () => {
  const addr = (name: string) => ({ 'ip-addr': recorded('ip-addr', name) });

  test('without a shared network refuses and lists the candidates of both nodes', () => {
    const moved = sparks.get(WORKER)?.raw.get('ip-addr')?.out.replaceAll('192.168.10', '192.168.20') ?? '';
    const facts = withModel(withRaw({ [WORKER]: { 'ip-addr': { out: moved } } }));
    const [refusal, ...more] = refusals(facts);
    expect(refusal).toMatch(/^network\.fabric\.no-shared-subnet/);
    for (const candidate of ['192.168.100.10', '192.168.101.10', '192.168.200.11', '192.168.201.11']) {
      expect(refusal).toContain(candidate);
    }
    expect(more).toEqual([]);
  });

  test('with another MTU on one end of a rail refuses RDMA, naming port and both values', () => {
    const low = sparks
      .get(WORKER)
      ?.raw.get('ip-addr')
      ?.out.replace(/("ifname":"enP2p1s0f1np1".*?"mtu":)9000/, '$11500');
    const facts = withModel(withRaw({ [WORKER]: { 'ip-addr': { out: low ?? '' } } }));
    const [refusal, ...more] = refusals(facts);
    expect(refusal).toMatch(/^network\.mtu -: .*192\.168\.101\.0\/24.*enP2p1s0f1np1 mtu 1500/s);
    expect(refusal).toContain("ssh -t dgx@spark-7e41.local 'sudo ip link set dev enP2p1s0f1np1 mtu 9000'");
    expect(more).toEqual([]);
    const overTcp = only(facts, 'network.mtu', wanted({ transport: 'sockets' }));
    expect(overTcp.map((finding) => finding.verdict).toSorted()).toEqual(['ok', 'warn']);
  });

  test('an MTU that nobody could read is unknown, never equal', () => {
    const without =
      sparks
        .get(WORKER)
        ?.raw.get('ip-addr')
        ?.out.replaceAll(/"mtu":\d+,/g, '') ?? '';
    const facts = withRaw({ [WORKER]: { 'ip-addr': { out: without }, 'sysfs-net': null } });
    expect(only(facts, 'network.mtu').map(({ verdict }) => verdict)).toEqual(['unknown', 'unknown']);
  });

  test('with both halves in one subnet warns, naming both ports', () => {
    const [finding] = only(withRaw({ [HEAD]: addr('broken-twins-same-subnet') }), 'network.twins');
    expect(finding).toMatchObject({ verdict: 'warn', refusesUp: false, node: HEAD });
    expect(finding === undefined ? '' : textOf(finding)).toContain('enp1s0f1np1, enP2p1s0f1np1');
  });

  test('without carrier on the chosen link refuses', () => {
    const asked = wanted();
    const [first] = asked.nodes;
    const link = {
      node: HEAD,
      netdev: 'enp1s0f1np1',
      address: '192.168.100.10',
      prefixLength: 24,
      mtu: 9000,
      rdmaDevices: [],
      gidIndex: null,
    };
    const nodes = first === undefined ? [] : [{ ...first, link }];
    const [finding] = only(withRaw({ [HEAD]: addr('broken-no-carrier') }), 'network.carrier', {
      ...asked,
      nodes,
    });
    expect(finding).toMatchObject({ verdict: 'fail', subject: 'enp1s0f1np1', refusesUp: true });
  });
});
