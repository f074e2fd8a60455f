/** A lab of the bench's own: two virtual Sparks with the stand-in engine, in a folder of its own, taken down at the end. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseCluster } from '../src/cluster/load.ts';
import type { Cluster } from '../src/cluster/types.ts';
import { outOf, run, sparkwright, startAnyway } from './run.ts';

export interface BenchLab {
  clusterFile: string;
  cluster: Cluster;
  sshConfig: string;
  head: string; // its name
}

/** The system's OpenSSH and nothing of ours, to the very name that sparkwright calls; a connection of its own each time. */
export function plainSsh(lab: BenchLab, node: string, ...options: string[]): string[] {
  const target = lab.cluster.nodes.find(({ name }) => name === node)?.ssh ?? node;
  return ['ssh', '-F', lab.sshConfig, '-o', 'BatchMode=yes', ...options, '--', target];
}

/** A bash script on a node, on standard input. */
export function onNode(lab: BenchLab, node: string, script: string): Promise<string> {
  return run([...plainSsh(lab, node), 'bash', '-s'], script);
}

/** Does the work in a lab that stands for it alone. Whatever happens, the lab is gone afterwards, or it is said where it is. */
export async function inLab<T>(scratch: string, work: (lab: BenchLab) => Promise<T>): Promise<T> {
  const folder = await mkdtemp('/var/tmp/sparkwright-bench-lab-');
  process.env.SPARKWRIGHT_LAB_DIR = folder;
  try {
    const up = JSON.parse(await run(sparkwright('lab', 'up', '--yes', '--json')));
    const text = (await readFile(up.clusterFile, 'utf8')).replace(/^recipe: .*$/m, 'recipe: lab-standin');
    const clusterFile = join(scratch, 'sparkwright.yaml');
    await writeFile(clusterFile, text);
    const { cluster } = parseCluster(text, clusterFile);
    const head = cluster.nodes.find((node) => node.role === 'head')?.name ?? '';
    return await work({ clusterFile, cluster, head, sshConfig: up.sshConfig });
  } finally {
    const down = sparkwright('lab', 'down', '--purge', '--json');
    try {
      outOf(down, await startAnyway(down).done);
      await rm(folder, { recursive: true, force: true });
    } catch (error) {
      console.error(`the lab in ${folder} could not be taken down; SPARKWRIGHT_LAB_DIR=${folder} names it`);
      console.error(error);
      process.exitCode = 1;
    }
  }
}
