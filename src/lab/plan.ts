/** Which virtual Sparks a lab has and how they are joined: pure data, for any number of hosts. */

/** The lab's private management network; it exists only inside the lab's own network namespaces. */
export const LAPTOP_ADDRESS = '10.77.0.254';
export const ADMIN_USER = 'dgx';
/** Lab only: what sudo asks for on the hosts where it asks. */
export const ADMIN_PASSWORD = 'spark';
export const MAX_HOSTS = 26;

export interface LabPort {
  netdev: string; // enp1s0f1np1
  rdma: string; // rocep1s0f1
  pci: string; // 0000:01:00.1
  cage: 0 | 1;
  half: 'a' | 'b'; // each cage is wired to two PCIe functions: domain 0000 and domain 0002
  mac: string;
  /** IPv4 without prefix; absent where no cable is plugged. */
  address: string | undefined;
  /** Our end of it inside the switch namespace. */
  wire: string;
  /** The bridge it hangs on; absent where no cable is plugged. */
  bridge: string | undefined;
}

export interface LabHost {
  name: string; // spark-a
  index: number; // from 1
  role: 'head' | 'worker';
  namespace: string;
  machine: string; // the name systemd-nspawn knows it by
  sudo: 'free' | 'asks';
  management: { netdev: string; address: string; mac: string; wire: string };
  ports: LabPort[];
}

/** Two hosts share one cable, as two Sparks do; more hang on a switch. */
type Wiring = 'cable' | 'switch';

export interface LabPlan {
  /** Everything the lab makes on the machine begins with this: swlab, and for a lab in a folder of its own a mark. */
  prefix: string;
  /** Where the bridges are and where the laptop's end of the management network is. */
  switchNamespace: string;
  wiring: Wiring;
  hosts: LabHost[];
}

const PORTS = [
  { netdev: 'enp1s0f0np0', rdma: 'rocep1s0f0', pci: '0000:01:00.0', cage: 0, half: 'a' },
  { netdev: 'enP2p1s0f0np0', rdma: 'roceP2p1s0f0', pci: '0002:01:00.0', cage: 0, half: 'b' },
  { netdev: 'enp1s0f1np1', rdma: 'rocep1s0f1', pci: '0000:01:00.1', cage: 1, half: 'a' },
  { netdev: 'enP2p1s0f1np1', rdma: 'roceP2p1s0f1', pci: '0002:01:00.1', cage: 1, half: 'b' },
] as const;

/** The cage that holds the cable: the outer one. */
const CABLED_CAGE = 1;

/** The lab of `count` hosts (2 to 26). The first is the head. */
export function planLab(count: number, prefix = 'swlab'): LabPlan {
  if (!Number.isInteger(count) || count < 2 || count > MAX_HOSTS) {
    throw new RangeError(`a lab has 2 to ${MAX_HOSTS} hosts, not ${count}`);
  }
  const hosts = Array.from({ length: count }, (_, at) => planHost(at + 1, prefix));
  return { prefix, switchNamespace: `${prefix}-sw`, wiring: count === 2 ? 'cable' : 'switch', hosts };
}

function planHost(index: number, prefix: string): LabHost {
  const name = `spark-${String.fromCharCode(96 + index)}`;
  return {
    name,
    index,
    role: index === 1 ? 'head' : 'worker',
    namespace: `${prefix}-${name}`,
    machine: `${prefix}-${name}`,
    // One node asks for a password, so that both ways to root are rehearsed.
    sudo: index === 2 ? 'asks' : 'free',
    management: {
      netdev: 'enP7s7',
      address: `10.77.0.${index}`,
      mac: macOf(index, 1),
      wire: `mgmt${index}`,
    },
    ports: PORTS.map((port, at): LabPort => {
      const cabled = port.cage === CABLED_CAGE;
      const lane = `p${port.cage}${port.half}`;
      // The plan of NVIDIA's two-Spark playbook: one subnet a half, first host .10.
      const subnet = port.half === 'a' ? '192.168.100' : '192.168.101';
      return {
        ...port,
        mac: macOf(index, at + 2),
        address: cabled ? `${subnet}.${9 + index}` : undefined,
        wire: `${lane}${index}`,
        bridge: cabled ? `br-${lane}` : undefined,
      };
    }),
  };
}

/** Locally administered addresses, so that they are no vendor's. */
function macOf(host: number, port: number): string {
  const hex = (value: number) => value.toString(16).padStart(2, '0');
  return `02:53:57:00:${hex(host)}:${hex(port)}`;
}

/** The host of that name, or undefined. */
export function hostNamed(plan: LabPlan, name: string): LabHost | undefined {
  return plan.hosts.find((host) => host.name === name);
}
