/**
 * Facts of two nodes, gathered at once by the product's own code, against the slower node's own script run by plain ssh.
 * Both sides the same way: first with the connections open, then each with a connection of its own.
 */
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileKnobs, loadCluster } from '../src/cluster/load.ts';
import { frameScript } from '../src/facts/frame.ts';
import { gatherFacts } from '../src/facts/gather.ts';
import { allProbes } from '../src/facts/probes.ts';
import type { ProbeInputs } from '../src/facts/types.ts';
import { controlPath } from '../src/host/control.ts';
import { sshHost } from '../src/host/ssh.ts';
import type { Host } from '../src/host/types.ts';
import { probeInputs } from '../src/life/inputs.ts';
import { loadNamedRecipe } from '../src/recipe/find.ts';
import { resolveSettings } from '../src/recipe/settings.ts';
import { type BenchLab, plainSsh } from './lab.ts';
import { interleave, median, type Row, rowOf, secondsOf } from './ratio.ts';
import { run, stop } from './run.ts';

const ROUNDS = 5;
const BAR = 1.6;
const NONCE = '0123456789abcdef';

/** What `up` reads of a node, as the one script that it sends there. */
export async function factsScripts(lab: BenchLab): Promise<Map<string, string>> {
  const inputs = await inputsOf(lab);
  return new Map(lab.cluster.nodes.map(({ name }) => [name, frameScript(allProbes, inputs(name), NONCE)]));
}

async function inputsOf(lab: BenchLab): Promise<(node: string) => ProbeInputs> {
  const loaded = await loadCluster(lab.clusterFile);
  const recipe = await loadNamedRecipe(loaded.cluster.recipe, dirname(lab.clusterFile), {});
  const settings = resolveSettings(recipe.recipe, { file: fileKnobs(loaded), env: {}, set: {} });
  return probeInputs(loaded.cluster, recipe.recipe, settings);
}

export async function benchFacts(lab: BenchLab, scratch: string): Promise<Row[]> {
  const scripts = await factsScripts(lab);
  const inputs = await inputsOf(lab);
  const { program, calls } = await countingSsh(scratch);
  const controlDir = join(scratch, 'control');
  await mkdir(controlDir, { mode: 0o700 });
  const openHosts = (ssh?: string): Host[] =>
    lab.cluster.nodes.map(({ name, ssh: target }) =>
      sshHost({ name, target, sshConfig: lab.sshConfig, controlDir, ...(ssh && { program: ssh }) }),
    );
  const gather = async (hosts: readonly Host[]) => {
    const facts = await gatherFacts(hosts, allProbes, inputs, { deadlineMs: 40_000, signal: stop.signal });
    for (const { node, reachable } of facts.values()) {
      if (!reachable.ok) throw new Error(`${node}: ${reachable.why}: ${reachable.evidence}`);
    }
  };
  const closing = (hosts: readonly Host[]) => Promise.all(hosts.map((host) => host.close()));
  const [first = '', second = ''] = lab.cluster.nodes.map(({ name }) => name);
  const own = (node: string, ...options: string[]) =>
    run([...plainSsh(lab, node, ...options), 'bash', '-s'], scripts.get(node));

  const counted = openHosts(program);
  const cold = await countOf(calls, () => gather(counted));
  const warm = await countOf(calls, () => gather(counted));
  await closing(counted);

  const compare = async (options: string[], measureGather: () => Promise<number>): Promise<Row[]> => {
    const rounds = await interleave(ROUNDS, ['first', 'second', 'gather', 'both'], (side) => {
      if (side === 'gather') return measureGather();
      if (side === 'first') return secondsOf(() => own(first, ...options));
      if (side === 'second') return secondsOf(() => own(second, ...options));
      return secondsOf(() => Promise.all([own(first, ...options), own(second, ...options)]));
    });
    const slower =
      median(rounds.map((round) => round.first)) > median(rounds.map((round) => round.second))
        ? 'first'
        : 'second';
    const how = options.length > 0 ? 'connections open' : 'connecting first';
    return [
      rowOf(`facts of two nodes over the slower one's own, ${how}`, over('gather', slower), '', BAR),
      rowOf(`  the same two scripts by plain ssh at once over that, ${how}`, over('both', slower), ''),
    ];

    function over(side: 'gather' | 'both', base: 'first' | 'second'): number[] {
      return rounds.map((round) => round[side] / round[base]);
    }
  };

  const hosts = openHosts();
  await gather(hosts);
  const shared = ['-o', `ControlPath=${controlPath(controlDir, lab.sshConfig)}`];
  // Where no connection stands there, ssh would quietly make one of its own.
  for (const { name } of lab.cluster.nodes) await run(plainSsh(lab, name, ...shared, '-O', 'check'));
  const open = await compare(shared, () => secondsOf(() => gather(hosts)));
  await closing(hosts);
  const connecting = await compare([], async () => {
    const fresh = openHosts();
    const seconds = await secondsOf(() => gather(fresh));
    await closing(fresh);
    return seconds;
  });
  const each = (count: number) => count / lab.cluster.nodes.length;
  return [
    ...open,
    rowOf('ssh sessions a node, connections open', [each(warm.sessions)], '', 1),
    ...connecting,
    rowOf('  connecting first: one more that opens the connection', [each(cold.sessions)], ''),
  ];
}

/** An ssh that writes down each call before it is one; a question to the client's own master is no session. */
async function countingSsh(scratch: string): Promise<{ program: string; calls: string }> {
  const program = join(scratch, 'counting-ssh');
  const calls = join(scratch, 'ssh-calls');
  const text = `#!/bin/sh
kind=session
for word; do case $word in -O) kind=control ;; --) break ;; esac; done
echo "$kind" >> '${calls}'
exec ssh "$@"
`;
  await writeFile(program, text);
  await chmod(program, 0o755);
  return { program, calls };
}

async function countOf(calls: string, work: () => Promise<void>): Promise<{ sessions: number }> {
  await writeFile(calls, '');
  await work();
  const said = (await readFile(calls, 'utf8')).split('\n');
  return { sessions: said.filter((line) => line === 'session').length };
}
