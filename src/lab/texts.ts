/** The generated files of the lab's folder: how to reach the hosts, the scripts that keep them, the cluster file. */
import { mkdir } from 'node:fs/promises';
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
import { readWhenThere, writeWhole } from './written.ts';

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
  await writeWhole(configFile, config);
  await writeWhole(place.knownHostsFile(paths), knownHosts(plan.hosts, keys));
  for (const name of ['supervise.sh', 'carrier.sh']) {
    const file = place.scriptFile(paths, name);
    await mkdir(dirname(file), { recursive: true });
    // A supervisor may be running the old text.
    await writeWhole(file, await readLabFile(`outside/${name}`), 0o755);
  }
  const file = place.clusterFile(paths);
  const found = await readWhenThere(file);
  if (found === undefined || isGenerated(found, configFile)) {
    await writeWhole(file, clusterText(plan, configFile));
  } else {
    bus.emit({ type: 'note', level: 'info', message: msg('lab.cluster-kept', { file }) });
  }
}
