/** A plan with everything that may differ between two clusters taken out: names, addresses, and what hashes them. */
export interface PlaceNames {
  cluster: string;
  /** Head first; each node's name and its fabric addresses. */
  nodes: { name: string; addresses: string[] }[];
}

/** Names and addresses as {{node0}} and {{node0.address0}}; spec hashes as {{hash}}. */
export function withoutPlace(steps: unknown, { cluster, nodes }: PlaceNames): unknown {
  let text = JSON.stringify(steps);
  nodes.forEach(({ name, addresses }, at) => {
    addresses.forEach((address, lane) => {
      text = text.replaceAll(address, `{{node${at}.address${lane}}}`);
    });
    text = text.replaceAll(name, `{{node${at}}}`);
  });
  text = text.replaceAll(/[0-9a-f]{64}/g, '{{hash}}');
  text = text.replaceAll(`sparkwright.cluster=${cluster}`, 'sparkwright.cluster={{cluster}}');
  text = text
    .replaceAll(`${cluster}-rank`, '{{cluster}}-rank')
    .replaceAll(`sparkwright/${cluster}/`, 'sparkwright/{{cluster}}/');
  return JSON.parse(text);
}
