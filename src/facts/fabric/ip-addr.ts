import type { Reading } from '../../change/types.ts';
import { jsonOf, numberOf, recordsOf, textOf, textsOf } from '../json.ts';
import { absent, known, noAnswer, unknown } from '../reading.ts';
import type { Probe } from '../types.ts';

/** One network interface and its addresses; loopback is left out. */
export interface Netdev {
  name: string;
  operState: string; // UP, DOWN, UNKNOWN
  adminUp: boolean;
  carrier: boolean;
  mtu: number | null;
  mac: string | null;
  ipv4: string[]; // 192.168.100.10/24, in the kernel's order
  ipv6: string[];
  isCx7: boolean; // one of the four netdevs of a Spark's ConnectX-7
  noprefixroute: boolean; // NetworkManager manages the address
}

/** The two cages' four netdevs; domain 0 first (facts.md, ConnectX-7). */
const CX7_NETDEVS = ['enp1s0f0np0', 'enp1s0f1np1', 'enP2p1s0f0np0', 'enP2p1s0f1np1'] as const;

/** `ip -j addr show`; the text form is read too, for bundles that people made by hand. */
export const ipAddr: Probe<Netdev[]> = {
  id: 'ip-addr',
  script: 'ip -j addr show',
  needsRoot: false,
  deadlineMs: 5_000,
  parse(out, err, rc): Reading<Netdev[]> {
    const failed = noAnswer(err, rc);
    if (failed !== undefined) return failed;
    if (rc !== 0) return /does not exist/.test(err) ? absent('no-such-device', err) : unknown('failed', err);
    const text = out.trim();
    if (text === '') return unknown('empty', 'ip printed nothing');
    const netdevs = text.startsWith('[') ? fromJson(text) : fromText(text);
    return netdevs === undefined ? unknown('unreadable', text) : known(netdevs, out);
  },
};

function fromJson(text: string): Netdev[] | undefined {
  const rows = jsonOf(text);
  if (!Array.isArray(rows)) return undefined;
  return recordsOf(rows).flatMap((row) => {
    const name = textOf(row.ifname);
    if (name === null || name === 'lo') return []; // iproute2 prints {} for links it filtered out
    const flags = textsOf(row.flags);
    const addresses = recordsOf(row.addr_info);
    const of = (family: string) =>
      addresses.flatMap((a) => {
        const local = textOf(a.local);
        const bits = numberOf(a.prefixlen);
        return a.family === family && local !== null && bits !== null ? [`${local}/${bits}`] : [];
      });
    return [
      {
        name,
        operState: textOf(row.operstate) ?? 'UNKNOWN',
        adminUp: flags.includes('UP'),
        carrier: flags.includes('LOWER_UP'),
        mtu: numberOf(row.mtu),
        mac: textOf(row.address),
        ipv4: of('inet'),
        ipv6: of('inet6'),
        isCx7: isCx7(name),
        noprefixroute: addresses.some((a) => a.noprefixroute === true),
      },
    ];
  });
}

function fromText(text: string): Netdev[] | undefined {
  const netdevs: Netdev[] = [];
  for (const line of text.split('\n')) {
    const head = /^\s*\d+: ([^\s:@]+)(?:@\S+)?: <([^>]*)>(.*)$/.exec(line);
    if (head !== null) netdevs.push(netdevFromHead(head[1] ?? '', (head[2] ?? '').split(','), head[3] ?? ''));
    const netdev = netdevs.at(-1);
    if (netdev === undefined || head !== null) continue;
    const mac = /^\s*link\/\S+ ([0-9a-f:]+)/.exec(line)?.[1];
    if (mac !== undefined) netdev.mac = mac;
    const address = /^\s*(inet6?) (\S+)(.*)$/.exec(line);
    if (address?.[2] === undefined) continue;
    (address[1] === 'inet' ? netdev.ipv4 : netdev.ipv6).push(address[2]);
    if (/\bnoprefixroute\b/.test(address[3] ?? '')) netdev.noprefixroute = true;
  }
  return netdevs.length === 0 ? undefined : netdevs.filter((netdev) => netdev.name !== 'lo');
}

function netdevFromHead(name: string, flags: string[], rest: string): Netdev {
  const mtu = /\bmtu (\d+)/.exec(rest)?.[1];
  return {
    name,
    operState: /\bstate (\S+)/.exec(rest)?.[1] ?? 'UNKNOWN',
    adminUp: flags.includes('UP'),
    carrier: flags.includes('LOWER_UP'),
    mtu: mtu === undefined ? null : Number(mtu),
    mac: null,
    ipv4: [],
    ipv6: [],
    isCx7: isCx7(name),
    noprefixroute: false,
  };
}

function isCx7(name: string): boolean {
  return (CX7_NETDEVS as readonly string[]).includes(name);
}
