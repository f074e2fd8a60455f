/** The lab's network: namespaces, bridges and virtual cables. Nothing of it is in the machine's own namespace. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { must, run } from '../command.ts';
import { record } from '../ledger.ts';
import { type LabPaths, ledgerFile, wiresFile } from '../paths.ts';
import { LAPTOP_ADDRESS, type LabHost, type LabPlan } from '../plan.ts';

const NAMESPACES = '/run/netns';
const QUICK = { deadlineMs: 20_000 };

export async function namespaceStands(name: string): Promise<boolean> {
  return (await stat(`${NAMESPACES}/${name}`).catch(() => undefined)) !== undefined;
}

/** Every namespace of a lab. */
export function namespacesOf(plan: LabPlan): string[] {
  return [plan.switchNamespace, ...plan.hosts.map((host) => host.namespace)];
}

/** Which end carries a signal when: our end, its cable, and the hosts that must be powered for it. */
export function wireLines(plan: LabPlan): string {
  const everyone = plan.hosts.map((host) => host.name);
  return plan.hosts
    .flatMap((host) => [
      `${plan.switchNamespace} ${host.management.wire} management-${host.name} ${host.name}\n`,
      ...host.ports.flatMap((port) => {
        if (port.bridge === undefined) return [];
        // A cable between two machines is dark when either is off; a switch keeps each port lit for itself.
        const needs = plan.wiring === 'cable' ? everyone : [host.name];
        const cable = plan.wiring === 'cable' ? `cage${port.cage}` : `cage${port.cage}-${host.name}`;
        return [`${plan.switchNamespace} ${port.wire} ${cable} ${needs.join(' ')}\n`];
      }),
    ])
    .join('');
}

/** Commands of `ip -batch` that build the switch side. */
export function switchBatch(plan: LabPlan): string[] {
  const bridges = new Set(plan.hosts.flatMap((host) => host.ports.flatMap((port) => port.bridge ?? [])));
  return [
    'link set lo up',
    'link add br-mgmt type bridge forward_delay 0',
    'link set br-mgmt up',
    `addr add ${LAPTOP_ADDRESS}/24 dev br-mgmt`,
    ...[...bridges].flatMap((bridge) => [
      `link add ${bridge} type bridge forward_delay 0 mcast_snooping 0`,
      `link set ${bridge} mtu 9000 up`,
    ]),
  ];
}

/** Commands of `ip -batch`, run in the switch namespace, that give a host its interfaces. */
export function hostBatch(host: LabHost): string[] {
  const { management, namespace } = host;
  return [
    `link add ${management.wire} type veth peer name ${management.netdev} netns ${namespace} address ${management.mac}`,
    `link set ${management.wire} master br-mgmt`,
    ...host.ports.flatMap((port) => [
      // The host's end starts at 1500, as a Spark's does: its own netplan sets 9000.
      `link add ${port.wire} mtu 9000 type veth peer name ${port.netdev} mtu 1500 netns ${namespace} address ${port.mac}`,
      ...(port.bridge === undefined ? [] : [`link set ${port.wire} master ${port.bridge}`]),
    ]),
  ];
}

/** Builds the whole network. Called when none of it stands. */
export async function makeNetwork(paths: LabPaths, plan: LabPlan): Promise<void> {
  const ledger = ledgerFile(paths);
  await recordNamespaceFolder(ledger);
  const names = namespacesOf(plan);
  await record(ledger, ...names.map((name) => ({ kind: 'netns', name }) as const));
  for (const name of names) await must(['ip', 'netns', 'add', name], QUICK);
  await batch(plan.switchNamespace, [...switchBatch(plan), ...plan.hosts.flatMap(hostBatch)]);
  for (const host of plan.hosts) await batch(host.namespace, ['link set lo up']);
  await writeFile(wiresFile(paths), wireLines(plan));
}

async function batch(namespace: string, lines: string[]): Promise<void> {
  await must(['ip', '-n', namespace, '-batch', '-'], { ...QUICK, input: `${lines.join('\n')}\n` });
}

/** `ip netns` makes its folder and a mount over it the first time; both go when the lab was the one to need them. */
async function recordNamespaceFolder(ledger: string): Promise<void> {
  if ((await stat(NAMESPACES).catch(() => undefined)) === undefined) {
    await record(ledger, { kind: 'folder', path: NAMESPACES });
  }
  const mountinfo = await readFile('/proc/self/mountinfo', 'utf8');
  if (!mountinfo.includes(` ${NAMESPACES} `)) await record(ledger, { kind: 'mount', path: NAMESPACES });
}

/** Removes a namespace by name; what still runs in it (a shell someone opened) keeps its nameless rest until it ends. */
export async function removeNamespace(name: string): Promise<void> {
  if (!(await namespaceStands(name))) return;
  const ran = await run(['ip', 'netns', 'delete', name], QUICK);
  if (ran.rc !== 0) await must(['rm', '-f', `${NAMESPACES}/${name}`], QUICK);
}
