/** What one node offers as a fabric: plain data read from its facts by `ports.ts`, chosen from by `fabric.ts`. */

export interface PortAddress {
  address: string; // IPv4
  prefixLength: number;
}

export interface PortGid {
  index: number;
  rocev2: boolean;
  ipv4: string | null; // of an IPv4-mapped GID
}

/** One network device, with the RDMA device on top of it when there is one. */
export interface FabricPort {
  netdev: string;
  mtu: number;
  addresses: PortAddress[]; // every IPv4, in the order the kernel lists them
  /** A port of a fabric card: what `sockets` may use where no RDMA device is seen. */
  fabricCard: boolean;
  pciDomain: number;
  rdma: { device: string; active: boolean; state: string; gids: PortGid[] } | null;
}

/** What the owner wrote under `nodes[].fabric`; each wins alone. */
export interface FabricOverrides {
  address?: string;
  netdev?: string;
  rdmaDevices?: string[];
  gidIndex?: number;
}

export interface FabricView {
  node: string;
  ports: FabricPort[];
  overrides: FabricOverrides;
}
