import type { PortGid } from './port.ts';

/** One selected device: its GID table and the IPv4 addresses of its own netdev. */
export interface GidMember {
  gids: PortGid[];
  addresses: string[];
}

/**
 * The one GID index that every selected device of a node can use, for NCCL takes one number a rank: a RoCE v2 entry
 * that holds an IPv4 of the device's own netdev. Of several, the lowest that holds the node's fabric address, else the
 * lowest. Null when they share none: then the variable stays unset and NCCL chooses by device, for the index is known
 * to drift between boots and between the two halves of a card (facts.md, GID rules).
 */
export function commonGidIndex(members: readonly GidMember[], fabricAddress: string): number | null {
  const usable = members.map((member) =>
    member.gids.filter(
      (gid) =>
        gid.rocev2 &&
        gid.ipv4 !== null &&
        (gid.ipv4 === fabricAddress || member.addresses.includes(gid.ipv4)),
    ),
  );
  const [first, ...rest] = usable;
  if (first === undefined) return null;
  const common = first
    .map((gid) => gid.index)
    .filter((index) => rest.every((gids) => gids.some((gid) => gid.index === index)))
    .sort((a, b) => a - b);
  const reached = common.find((index) =>
    usable.some((gids) => gids.some((gid) => gid.index === index && gid.ipv4 === fabricAddress)),
  );
  return reached ?? common[0] ?? null;
}
