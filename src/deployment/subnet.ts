/** The 32-bit number of a dotted IPv4 address; undefined for anything else. */
export function ipv4Number(address: string): number | undefined {
  const parts = address.split('.');
  if (parts.length !== 4) return undefined;
  let number = 0;
  for (const part of parts) {
    if (!/^(?:0|[1-9]\d{0,2})$/.test(part) || Number(part) > 255) return undefined;
    number = number * 256 + Number(part);
  }
  return number;
}

/** The network of an address in CIDR form, `192.168.100.0/24`; undefined when either part is malformed. */
export function subnetOf(address: string, prefixLength: number): string | undefined {
  const number = ipv4Number(address);
  if (number === undefined || !Number.isInteger(prefixLength) || prefixLength < 0 || prefixLength > 32) {
    return undefined;
  }
  const size = 2 ** (32 - prefixLength);
  const base = Math.floor(number / size) * size;
  return `${[24, 16, 8, 0].map((shift) => Math.floor(base / 2 ** shift) % 256).join('.')}/${prefixLength}`;
}

/** Addresses that never carry ranks by themselves: loopback, link-local, and Tailscale's 100.64.0.0/10. */
export function isRoutable(address: string): boolean {
  const number = ipv4Number(address);
  if (number === undefined) return false;
  return !['127.0.0.0/8', '169.254.0.0/16', '100.64.0.0/10', '0.0.0.0/8'].some((block) => {
    const [base = '', bits = '0'] = block.split('/');
    return subnetOf(address, Number(bits)) === `${base}/${bits}`;
  });
}
