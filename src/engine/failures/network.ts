/** What ends a boot between the nodes: ports, addresses, RDMA, NCCL, Gloo, the rendezvous. */
import type { FailureRow } from './row.ts';

export const NETWORK: FailureRow[] = [
  {
    id: 'boot.master-port-in-use',
    closeness: 'cause',
    patterns: [/server socket has failed to (?:listen|bind) .*\bport: (?<port>\d+),.*EADDRINUSE/],
    means: 'engine.cause.master-port-in-use',
    next: ['engine.next.port-holder'],
  },
  {
    id: 'boot.master-address-not-here',
    closeness: 'cause',
    patterns: [
      /server socket has failed to (?:listen|bind) .*EADDRNOTAVAIL/,
      /\[Errno 99\].*(?:Cannot assign requested address|error while attempting to bind)/,
    ],
    means: 'engine.cause.master-address-not-here',
    next: ['engine.next.fabric-address'],
  },
  {
    id: 'boot.api-port-in-use',
    closeness: 'cause',
    patterns: [
      /\[Errno 98\].*\('[^']*', (?<port>\d+)\)/,
      /failed to bind host port (?:for )?\S*?:(?<port>\d+)\b.*in use/,
      /[Pp]ort (?<port>\d+) is already (?:allocated|in use)/,
      /(?:\[Errno 98\]|OSError).*[Aa]ddress already in use/,
    ],
    means: 'engine.cause.api-port-in-use',
    next: ['engine.next.port-holder'],
  },
  {
    id: 'boot.gid-empty',
    closeness: 'cause',
    patterns: [
      /Call to ibv_modify_qp failed with (?:error )?(?<code>\d*).*?(?:on dev (?<device>[\w.-]+).*)?local GID index (?<index>\d+), local GID ::(?:,|\s|$)/,
    ],
    means: 'engine.cause.gid-empty',
    next: ['engine.next.gid'],
  },
  {
    id: 'boot.gid-link-local',
    closeness: 'cause',
    patterns: [
      /Call to ibv_modify_qp failed with (?:error )?(?<code>\d*).*?(?:on dev (?<device>[\w.-]+).*)?local GID index (?<index>\d+), local GID (?<gid>fe80[0-9a-fA-F:.]*)/,
    ],
    means: 'engine.cause.gid-link-local',
    next: ['engine.next.gid'],
  },
  {
    id: 'boot.gid-unreached',
    closeness: 'cause',
    patterns: [
      /Call to ibv_modify_qp failed with (?:error )?(?<code>\d*).*?(?:on dev (?<device>[\w.-]+).*)?local GID index (?<index>\d+), local GID (?<gid>[0-9a-fA-F:.]+)(?:.*remote GID (?<peer>[0-9a-fA-F:.]+))?/,
    ],
    means: 'engine.cause.gid-unreached',
    next: ['engine.next.rails', 'engine.next.gid'],
  },
  {
    id: 'boot.rdma-connect',
    closeness: 'cause',
    patterns: [/Call to ibv_modify_qp failed with (?:error )?(?<why>.{1,120})/],
    means: 'engine.cause.rdma-connect',
    next: ['engine.next.rails', 'engine.next.gid'],
  },
  {
    id: 'boot.rdma-memory',
    closeness: 'cause',
    patterns: [
      /Call to (?<call>ibv_\w+) failed with (?:error )?(?:\d+ )?Cannot allocate memory/,
      /Call to (?<call>ibv_\w+) failed with (?:error )?12\b/,
    ],
    means: 'engine.cause.rdma-memory',
    next: ['engine.next.rdma-memory', 'engine.next.rdma-kernel'],
  },
  {
    id: 'boot.rdma-refused',
    closeness: 'cause',
    patterns: [
      /Call to (?<call>ibv_\w+) failed with (?:error )?(?:\d+ )?(?:Operation not permitted|Permission denied)/,
    ],
    means: 'engine.cause.rdma-refused',
    next: ['engine.next.rdma-memory'],
  },
  {
    id: 'boot.nccl-versions-differ',
    closeness: 'cause',
    patterns: [
      /Mismatched NCCL version detected\s*: rank \d+ version (?<one>\S+) rank \d+ version (?<other>\S+)/,
    ],
    means: 'engine.cause.nccl-versions-differ',
    next: ['engine.next.image-sync'],
  },
  {
    id: 'boot.nccl-no-interface',
    closeness: 'cause',
    patterns: [
      /NCCL WARN .*[Nn]o (?:usable )?(?:socket )?interface found(?<why>.*)$/,
      /NCCL WARN .*(?:Failed to initialize any NET plugin|Error: network (?<why>\S+) not found)/,
      /NCCL WARN .*[Nn]o (?:usable )?listening interface found(?<why>.*)$/,
    ],
    means: 'engine.cause.nccl-no-interface',
    next: ['engine.next.fabric-address'],
  },
  {
    id: 'boot.gloo-no-address',
    closeness: 'cause',
    patterns: [/Unable to find address for: (?<netdev>[\w.-]+)/],
    means: 'engine.cause.gloo-no-address',
    next: ['engine.next.fabric-address'],
  },
  {
    id: 'boot.gloo-no-interface',
    closeness: 'cause',
    patterns: [/Unable to find interface for: \[?(?<address>[\w.:]+)/],
    means: 'engine.cause.gloo-no-interface',
    next: ['engine.next.fabric-address'],
  },
  {
    id: 'boot.gloo-loopback',
    closeness: 'cause',
    patterns: [/Using the loopback address as fallback/],
    means: 'engine.cause.gloo-loopback',
    next: ['engine.next.fabric-address'],
    hint: true, // a single node says it too and lives
  },
  {
    id: 'boot.gloo-loopback',
    closeness: 'cause',
    patterns: [/Gloo connectFullMesh failed with .*\[(?<address>127\.[\d.]+)\]/],
    means: 'engine.cause.gloo-loopback',
    next: ['engine.next.fabric-address'],
  },
  {
    id: 'boot.gloo-mesh',
    closeness: 'exception',
    patterns: [/Gloo connectFullMesh failed/],
    means: 'engine.cause.gloo-mesh',
    next: ['engine.next.fabric-address'],
  },
  {
    id: 'boot.head-name-unknown',
    closeness: 'cause',
    patterns: [
      /network addresses of \((?<address>[^,()]+), (?<port>\d+)\) cannot be retrieved/,
      /gaierror: .*(?:Name or service not known|Temporary failure in name resolution)/,
    ],
    means: 'engine.cause.head-name-unknown',
    next: ['engine.next.rendezvous'],
  },
  {
    id: 'boot.head-unreachable',
    closeness: 'exception',
    patterns: [
      /client socket has timed out after (?<ms>\d+)ms while trying to connect to \((?<address>[^,()]+), (?<port>\d+)\)/,
    ],
    means: 'engine.cause.head-unreachable',
    next: ['engine.next.rendezvous'],
  },
  {
    id: 'serve.rdma-retries',
    closeness: 'exception',
    patterns: [
      /Got completion (?:from peer (?<peer>\S+) )?with (?:error|status=)\s?(?<status>IBV_WC_RETRY_EXC_ERR|12)\b/,
      /(?<status>IBV_WC_RETRY_EXC_ERR)/,
    ],
    means: 'engine.cause.rdma-retries',
    next: ['engine.next.rails', 'engine.next.restart-both'],
  },
  {
    id: 'boot.nccl-warning',
    closeness: 'exception',
    patterns: [/NCCL WARN (?<why>.{1,300})/],
    means: 'engine.cause.nccl-warning',
    next: ['engine.next.fabric-test', 'engine.next.logs'],
    hint: true,
  },
  {
    id: 'boot.nccl-error',
    closeness: 'exception',
    patterns: [/unhandled (?<kind>system|cuda) error/, /NCCL error.*(?<kind>internal) error/],
    means: 'engine.cause.nccl-error',
    next: ['engine.next.nccl-debug', 'engine.next.stalled-checks'],
  },
];
