import type { Reading } from '../../change/types.ts';
import { jsonOf, numberOf, recordsOf, textOf, textsOf } from '../json.ts';
import { known, noAnswer, unknown } from '../reading.ts';
import type { Probe } from '../types.ts';

interface ConnectedRoute {
  subnet: string; // 192.168.100.0/24
  dev: string;
  src: string | null;
  linkDown: boolean; // the kernel keeps the route of a port without carrier
}

export interface Routes {
  defaultDev: string | null; // the way to the internet; of several the lowest metric
  defaultGateway: string | null;
  connected: ConnectedRoute[];
}

export const ipRoute: Probe<Routes> = {
  id: 'ip-route',
  script: 'ip -j -4 route show',
  needsRoot: false,
  deadlineMs: 5_000,
  parse(out, err, rc): Reading<Routes> {
    const failed = noAnswer(err, rc);
    if (failed !== undefined) return failed;
    if (rc !== 0) return unknown('failed', err || `exit ${rc}`);
    const text = out.trim();
    if (text === '') return known({ defaultDev: null, defaultGateway: null, connected: [] }, out); // no IPv4 route at all
    const rows = jsonOf(text);
    if (!Array.isArray(rows)) return unknown('unreadable', text);
    return known(routesOf(recordsOf(rows)), out);
  },
};

function routesOf(rows: Record<string, unknown>[]): Routes {
  const first = rows
    .filter((row) => row.dst === 'default')
    .toSorted((a, b) => (numberOf(a.metric) ?? 0) - (numberOf(b.metric) ?? 0))[0];
  const hop = first === undefined ? undefined : { ...recordsOf(first.nexthops)[0], ...first };
  return {
    defaultDev: textOf(hop?.dev),
    defaultGateway: textOf(hop?.gateway),
    connected: rows.flatMap((row) => {
      const subnet = textOf(row.dst);
      const dev = textOf(row.dev);
      if (subnet === null || dev === null || row.scope !== 'link' || row.gateway !== undefined) return [];
      if (subnet === 'default') return [];
      return [{ subnet, dev, src: textOf(row.prefsrc), linkDown: textsOf(row.flags).includes('linkdown') }];
    }),
  };
}
