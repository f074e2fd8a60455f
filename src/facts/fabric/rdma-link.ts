import type { Reading } from '../../change/types.ts';
import { jsonOf, numberOf, recordsOf, textOf } from '../json.ts';
import { absent, known, noAnswer, unknown } from '../reading.ts';
import type { Probe } from '../types.ts';

/** One port of `rdma link`. */
export interface RdmaPort {
  device: string; // rocep1s0f1
  port: number;
  state: string; // ACTIVE, DOWN
  physicalState: string; // LINK_UP proves nothing: an admin-down port shows it too
  netdev: string | null; // null when the netdev is in another network namespace
  active: boolean; // state ACTIVE and nothing else
}

/** `rdma link` of iproute2, text or JSON. Without RDMA in the kernel it fails: that is absent, not broken. */
export const rdmaLink: Probe<RdmaPort[]> = {
  id: 'rdma-link',
  script: 'rdma link show',
  needsRoot: false,
  deadlineMs: 5_000,
  parse(out, err, rc): Reading<RdmaPort[]> {
    const failed = noAnswer(err, rc);
    if (failed !== undefined) return failed;
    if (rc !== 0) {
      return /NETLINK_RDMA/i.test(err)
        ? absent('rdma-unavailable', err)
        : unknown('failed', err || `exit ${rc}`);
    }
    const text = out.trim();
    if (text === '') return known([], out);
    const ports = text.startsWith('[') ? portsFromJson(text) : portsFromText(text);
    return ports === undefined ? unknown('unreadable', text) : known(ports, out);
  },
};

/** iproute2 up to 4.x wrote `"ifname": "rocep1s0f1/1"`. Its ifindex is the RDMA device's, not the netdev's. */
function portsFromJson(text: string): RdmaPort[] | undefined {
  const rows = jsonOf(text);
  if (!Array.isArray(rows)) return undefined;
  return recordsOf(rows).flatMap((row) => {
    const [device = '', legacyPort] = (textOf(row.ifname) ?? '').split('/');
    if (device === '') return [];
    const port = numberOf(row.port) ?? Number(legacyPort ?? 1);
    return [portOf(device, port, textOf(row.state), textOf(row.physical_state), textOf(row.netdev))];
  });
}

function portsFromText(text: string): RdmaPort[] | undefined {
  const rows = [
    ...text.matchAll(/^\s*link (\S+)\/(\d+) state (\S+)(?: physical_state (\S+))?(?:.*? netdev (\S+))?.*$/gm),
  ];
  if (rows.length === 0) return undefined;
  return rows.map((m) => portOf(m[1] ?? '', Number(m[2]), m[3] ?? null, m[4] ?? null, m[5] ?? null));
}

function portOf(
  device: string,
  port: number,
  state: string | null,
  physicalState: string | null,
  netdev: string | null,
): RdmaPort {
  return {
    device,
    port,
    state: state ?? 'UNKNOWN',
    physicalState: physicalState ?? 'UNKNOWN',
    netdev,
    active: state === 'ACTIVE',
  };
}
