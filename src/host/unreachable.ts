/** What ssh said when it could not: its reason as one of a few words, and the sentence with the next step. */
import type { Message } from '../message/message.ts';
import { msg } from '../message/message.ts';
import { shq } from '../text/quote.ts';
import type { Outcome, UnreachableWhy } from './types.ts';

/**
 * Messages of OpenSSH 8 to 10, in the order in which they decide: a jump host's own reason comes before the
 * "connection closed" that follows from it, and a changed key before the "verification failed" of every key.
 */
const SAID: readonly [UnreachableWhy, RegExp][] = [
  [
    'host-key-changed',
    /REMOTE HOST IDENTIFICATION HAS CHANGED|REVOKED HOST KEY DETECTED|[Hh]ost key for \S+ (?:has changed|was revoked)/,
  ],
  [
    'host-key-unknown',
    /host key is known for|authenticity of host .* can't be established|Host key verification failed/,
  ],
  // "connect to host … Permission denied" is the network of this machine, not a login.
  [
    'auth',
    /^(?!ssh: connect|Control socket|mux_|unix_listener).*Permission denied(?: \(|, please)|Too many authentication failures|[Nn]o (?:more|supported) authentication methods|Authentication failed|(?:password|account) has expired|Password change required/m,
  ],
  [
    'name',
    /Could not resolve hostname|Name or service not known|Temporary failure in name resolution|No address associated with hostname|nodename nor servname/,
  ],
  ['refused', /Connection refused/],
  [
    'no-route',
    /No route to host|Network is (?:unreachable|down)|Host is (?:down|unreachable)|Cannot assign requested address/,
  ],
  ['lost', /Timeout, server \S+ not responding/],
  [
    'timeout',
    /(?:Connection|Operation) timed out|(?:port \d+|Connection to \S+) timed out|timed out during banner exchange/,
  ],
  [
    'lost',
    /Connection reset|Broken pipe|Connection (?:to \S+ )?closed|[Cc]onnection abort|closed by remote host|client_loop|mux_client|read from master failed|kex_exchange_identification|Connection corrupted|message authentication code incorrect/,
  ],
];

/** Bytes of ssh's words that are kept as evidence. */
const EVIDENCE_CHARS = 4_000;

/**
 * Why ssh failed, by its stderr. `started` says that the script had begun: then the connection broke,
 * whatever the text says, and text from the node cannot pass for ssh's.
 */
export function unreachableWhy(stderr: string, started: boolean): UnreachableWhy {
  if (started) return 'lost';
  return SAID.find(([, pattern]) => pattern.test(stderr))?.[0] ?? 'other';
}

export function unreachable(stderr: string, started: boolean): Outcome & { kind: 'unreachable' } {
  const evidence = stderr.trim().slice(-EVIDENCE_CHARS);
  return { kind: 'unreachable', why: unreachableWhy(stderr, started), evidence };
}

/** The known_hosts entry that ssh complains of: `Offending ED25519 key in /home/dgx/.ssh/known_hosts:7`. */
export function offendingKey(stderr: string): { file: string; line: number } | undefined {
  const found = /^Offending .*\bin (.+):(\d+)\s*$/m.exec(stderr);
  return found?.[1] === undefined ? undefined : { file: found[1], line: Number(found[2]) };
}

/** The sentence for a person: on which node, what it means, what to do next. */
export function describeUnreachable(
  node: string,
  target: string,
  seen: { why: UnreachableWhy; evidence: string },
): Message {
  const at = { node, target: shq(target) };
  switch (seen.why) {
    case 'auth':
      return msg('host.unreachable.auth', at);
    case 'host-key-unknown':
      return msg('host.unreachable.host-key-unknown', at);
    case 'host-key-changed': {
      const key = offendingKey(seen.evidence);
      const known = /[Hh]ost key for (\S+) has changed/.exec(seen.evidence)?.[1];
      const where = key === undefined ? 'known_hosts' : `${key.file}:${key.line}`;
      const host = known ?? target.slice(target.lastIndexOf('@') + 1);
      return msg('host.unreachable.host-key-changed', { node, where, host: shq(host) });
    }
    case 'refused':
      return msg('host.unreachable.refused', at);
    case 'timeout':
      return msg('host.unreachable.timeout', at);
    case 'no-route':
      return msg('host.unreachable.no-route', at);
    case 'name':
      return msg('host.unreachable.name', at);
    case 'lost':
      return msg('host.unreachable.lost', at);
    case 'other':
      return msg('host.unreachable.other', at);
  }
}
