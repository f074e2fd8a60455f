/** How this machine's own apt reaches Debian: what is built here goes the same way. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../command.ts';
import { sourceLines } from './sources.ts';

/** Lines of its apt sources for another suite; empty where it is no Debian: then mmdebstrap chooses. */
export async function ownSources(suite: string): Promise<string[]> {
  const release = await readFile('/etc/os-release', 'utf8');
  const value = (name: string) => new RegExp(`^${name}="?([^"\n]*)"?$`, 'm').exec(release)?.[1];
  if (value('ID') !== 'debian') return [];
  const folder = '/etc/apt/sources.list.d';
  const names = (await readdir(folder).catch(() => []))
    .filter((name) => /\.(list|sources)$/.test(name))
    .sort();
  const places = ['/etc/apt/sources.list', ...names.map((name) => join(folder, name))];
  const files = await Promise.all(
    places.map(async (path) => ({ path, text: await readFile(path, 'utf8').catch(() => '') })),
  );
  return sourceLines(files, value('VERSION_CODENAME') ?? '', suite);
}

/**
 * Its apt may reach its mirror only through a proxy. mmdebstrap's words for that: a file, since a proxy's address may
 * hold a password, which must not stand in a list of processes. What is built must not keep it.
 */
export async function proxyWords(file: string): Promise<string[]> {
  const keys = ['Acquire::http::Proxy', 'Acquire::https::Proxy'];
  const said = await run(['apt-config', 'shell', 'HTTP', keys[0] ?? '', 'HTTPS', keys[1] ?? ''], {
    deadlineMs: 10_000,
  });
  const lines = ['HTTP', 'HTTPS'].flatMap((name, at) => {
    const value = new RegExp(`^${name}='([^']*)'$`, 'm').exec(said.stdout)?.[1];
    return value ? [`${keys[at]} "${value}";\n`] : [];
  });
  if (lines.length === 0) return [];
  await writeFile(file, lines.join(''), { mode: 0o600 });
  return [`--aptopt=${file}`];
}
