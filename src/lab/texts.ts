/** The generated files of the lab's folder: how to reach the hosts, the scripts that keep them, the cluster file. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Bus } from '../event/bus.ts';
import { msg } from '../message/message.ts';
import type { Base } from './base/build.ts';
import { clusterText, isGenerated } from './cluster-text.ts';
import { readLabFile } from './files.ts';
import type { LabKeys } from './host/keys.ts';
import { knownHosts, sshConfig } from './host/ssh-config.ts';
import * as place from './paths.ts';
import type { LabPlan } from './plan.ts';

/** Writes them all; a cluster file that someone edited is left, and said so. */
export async function writeTexts(
  paths: place.LabPaths,
  plan: LabPlan,
  base: Base,
  keys: LabKeys,
  bus: Bus,
): Promise<void> {
  const configFile = place.sshConfigFile(paths);
  const config = sshConfig({
    plan,
    identity: place.laptopKey(paths),
    knownHosts: place.knownHostsFile(paths),
    busybox: `${base.folder}/bin/busybox`,
  });
  await writeFile(configFile, config);
  await writeFile(place.knownHostsFile(paths), knownHosts(plan.hosts, keys));
  for (const name of ['supervise.sh', 'carrier.sh']) {
    const file = place.scriptFile(paths, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await readLabFile(`outside/${name}`), { mode: 0o755 });
  }
  const file = place.clusterFile(paths);
  const found = await readFile(file, 'utf8').catch(() => undefined);
  if (found === undefined || isGenerated(found, configFile)) {
    await writeFile(file, clusterText(plan, configFile));
  } else {
    bus.emit({ type: 'note', level: 'info', message: msg('lab.cluster-kept', { file }) });
  }
}
