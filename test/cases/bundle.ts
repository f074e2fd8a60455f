/** A case's files as a support bundle, judged by every check as `doctor` and `up` judge. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkAll } from '../../src/checks/all.ts';
import { type Wanted, type WantedPort, wantedOf } from '../../src/checks/wanted.ts';
import { findingLines } from '../../src/cli/report/lines.ts';
import type { Cluster } from '../../src/cluster/types.ts';
import { readBundle } from '../../src/facts/bundle.ts';
import { sampleRecipe } from '../samples/deployment.ts';
import type { Judged } from './case.ts';

export interface BundleCase {
  /** Raw output by file name, such as `docker-ps.out`, `ssh.err`, `ssh.rc`. */
  files: Record<string, string>;
  ssh: string; // where the one node is reached
  ports?: WantedPort[];
}

export async function judgeBundle({ files, ssh, ports = [] }: BundleCase): Promise<Judged> {
  const folder = await mkdtemp(join(tmpdir(), 'case-bundle-'));
  try {
    const about = {
      version: 1,
      tool: 'case',
      nodes: [{ name: 'head', role: 'head' }],
      at: '2026-08-13T13:50:00Z',
    };
    await mkdir(join(folder, 'nodes/head'), { recursive: true });
    await writeFile(join(folder, 'bundle.json'), JSON.stringify(about));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'nodes/head', name), text);
    const { facts } = await readBundle(folder);
    const findings = checkAll(facts, wantedOn(ssh, ports)).filter((one) => one.verdict !== 'unknown');
    const has = (verdict: string) => findings.some((one) => one.verdict === verdict);
    return {
      verdict: has('fail') ? 'fail' : has('warn') ? 'warn' : 'ok',
      text: findings.flatMap((one) => findingLines(one, 'en').map((line) => line.text)).join('\n'),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function wantedOn(ssh: string, ports: WantedPort[]): Wanted {
  const cluster: Cluster = {
    version: 1,
    name: 'case',
    nodes: [{ name: 'head', role: 'head', ssh, fabric: {}, paths: {} }],
    recipe: sampleRecipe.name,
    exposure: 'engine',
    paths: {},
    api: {},
    knobs: {},
  };
  const wanted = wantedOf(cluster, sampleRecipe);
  return { ...wanted, nodes: wanted.nodes.map((node) => ({ ...node, ports })) };
}
