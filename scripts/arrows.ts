/**
 * Holds the arrows of docs/design.md: a room imports only rooms below it, nouns never import each other,
 * and everything else is a finding. Types of `change` and `message` may be used anywhere.
 */
import { glob, readFile } from 'node:fs/promises';
import { dirname, normalize } from 'node:path';

const NOUNS = ['fabric', 'access', 'proxy', 'repair', 'image', 'model', 'rank', 'guard'];
const ORDER: string[][] = [
  ['cli'],
  ['remote'],
  ['life'],
  ['supervise'],
  ['measure'],
  ['connect'],
  ['dashboard'],
  ['lab'],
  ['gate'],
  NOUNS,
  ['checks'],
  ['deployment'],
  ['engine'],
  ['cluster'],
  ['recipe'],
  ['facts'],
  ['change'],
  ['host'],
  ['text'],
  ['message'],
  ['event'],
];
const level = new Map(ORDER.flatMap((rooms, index) => rooms.map((room) => [room, index] as const)));
const anywhereAsType = new Set(['change', 'message', 'facts']);

const findings: string[] = [];
for await (const file of glob('src/**/*.ts')) {
  const room = file.split('/')[1] ?? '';
  const from = level.get(room);
  if (from === undefined) {
    findings.push(`${file}: the room ${room} is not in the order`);
    continue;
  }
  const text = await readFile(file, 'utf8');
  for (const match of text.matchAll(
    /(?:^|\n)\s*(import|export)(\s+type)?[^;'"]*?from '(\.[^']+)'|import\('(\.[^']+)'\)/g,
  )) {
    const typeOnly = match[2] !== undefined || /^\s*import\('/.test(match[0]);
    const path = normalize(`${dirname(file)}/${match[3] ?? match[4]}`);
    const target = path.split('/')[1] ?? '';
    if (target === room || !path.startsWith('src/')) continue;
    const to = level.get(target);
    if (to === undefined) findings.push(`${file}: imports ${path}, which is no room`);
    else if (typeOnly && anywhereAsType.has(target)) continue;
    else if (target === 'message' || target === 'text') continue;
    else if (to < from) findings.push(`${file}: imports ${path}; ${target} is above ${room}`);
    else if (to === from) findings.push(`${file}: imports ${path}; nouns do not know each other`);
  }
}
for (const finding of findings) console.error(finding);
console.log(`arrows: ${findings.length === 0 ? 'all go down' : `${findings.length} wrong`}`);
process.exit(findings.length === 0 ? 0 : 1);
