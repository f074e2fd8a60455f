/** The cluster file of the lab: what an owner of two Sparks would write. */
import { stringify } from 'yaml';
import { ADMIN_PASSWORD, ADMIN_USER, type LabPlan, MAX_HOSTS, planLab } from './plan.ts';

/** The text, with comments. */
export function clusterText(plan: LabPlan, sshConfig: string): string {
  const value = (text: string) => stringify(text).trim();
  const nodes = plan.hosts.flatMap((host) => [
    `  - name: ${host.name}`,
    `    role: ${host.role}`,
    `    ssh: ${ADMIN_USER}@${host.management.address}`,
    ...(host.sudo === 'asks' ? [`    # sudo asks for a password here: ${ADMIN_PASSWORD}`] : []),
  ]);
  return [
    '# The lab: virtual Sparks on this machine. Written by `sparkwright lab up`; yours to edit.',
    'version: 1',
    'name: lab',
    '',
    '# vLLM built for processors, with a small model: a rehearsal of the way, not of the speed.',
    'recipe: lab-smollm2-vllm',
    '',
    "# The lab's network is reached through this file only; your own ssh configuration is not read.",
    `sshConfig: ${value(sshConfig)}`,
    '',
    '# The head serves the API and does the work; the workers follow it over the fabric.',
    'nodes:',
    ...nodes,
    '',
  ].join('\n');
}

/** Whether a text is as some `lab up` wrote it, for any number of hosts: then nobody's edits are in it. */
export function isGenerated(text: string, sshConfig: string): boolean {
  for (let hosts = 2; hosts <= MAX_HOSTS; hosts += 1) {
    if (text === clusterText(planLab(hosts), sshConfig)) return true;
  }
  return false;
}
