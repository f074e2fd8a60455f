/** Whether a node of the cluster file is the machine we run on. Decided from data; `ssh -G` resolves without a network. */

/** A destination as ssh would take it. */
export interface SshDestination {
  host: string;
  user?: string;
  port: number;
  /** A jump host or a proxy command leads there: then an address says nothing about this machine. */
  proxied: boolean;
}

export interface ThisMachine {
  hostname: string;
  /** Addresses of its interfaces, without prefix length. */
  addresses: readonly string[];
  user: string;
}

/** The word of a cluster file that says it without any doubt. */
export const LOCAL = 'local';

/** Splits user@host:port as far as the text says; an alias of an ssh config stays a host name. */
export function destinationOf(target: string): SshDestination {
  const at = target.lastIndexOf('@');
  const host = target.slice(at + 1);
  return { host, ...(at > 0 ? { user: target.slice(0, at) } : {}), port: 22, proxied: false };
}

/** Reads what `ssh -G TARGET` prints: the target with the ssh config applied. */
export function destinationFromConfig(printed: string, target: string): SshDestination {
  const value = (key: string) => new RegExp(`^${key} (.+)$`, 'm').exec(printed)?.[1]?.trim();
  const given = destinationOf(target);
  const user = value('user') ?? given.user;
  const leads = [value('proxyjump'), value('proxycommand')].some(
    (way) => way !== undefined && way !== 'none',
  );
  return {
    host: value('hostname') ?? given.host,
    ...(user === undefined ? {} : { user }),
    port: Number(value('port') ?? 22),
    proxied: leads,
  };
}

/**
 * True when a node is this machine and we are the user that would log in there. Another port or a proxy leads
 * elsewhere though the address looks like ours; another user would have another home, so ssh is the way then.
 */
export function isThisMachine(destination: SshDestination, here: ThisMachine): boolean {
  const host = destination.host.toLowerCase().replace(/^\[|\]$/g, '');
  if (host === LOCAL) return true;
  if (destination.proxied || destination.port !== 22) return false;
  if (destination.user !== undefined && destination.user !== here.user) return false;
  const own = here.hostname.toLowerCase();
  const short = own.split('.')[0] ?? own;
  if (host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)) return true;
  return [own, short, `${short}.local`].includes(host) || here.addresses.includes(host);
}
