/** `KEY=value` files such as /etc/os-release. Never sourced: the last of equal keys wins, quotes are optional. */
export function keyValuesOf(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const line of text.split('\n')) {
    const match = /^\s*([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(line);
    if (match?.[1] !== undefined) values.set(match[1], unquoted((match[2] ?? '').trim()));
  }
  return values;
}

function unquoted(value: string): string {
  const quote = value[0];
  if ((quote === '"' || quote === "'") && value.length > 1 && value.endsWith(quote)) {
    const inner = value.slice(1, -1);
    return quote === '"' ? inner.replace(/\\(["\\$`])/g, '$1') : inner;
  }
  return value;
}
