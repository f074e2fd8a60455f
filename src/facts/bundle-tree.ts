import { HOTPLUG_FOLDER, HOTPLUG_MARKER } from './fabric/sysfs-infiniband.ts';
import { withoutSerial } from './machine/dgx-release.ts';
import { linesOf } from './tree.ts';

/** A file of the node as it lies under a bundle's `root/`: its path on the node and its content. */
export type RootFile = readonly [path: string, content: string];

interface TreeForm {
  under: string[]; // files, or folders with all that is in them
  out(files: readonly RootFile[]): string; // what the probe would have printed
}

/** Probes whose output can be had from copied files. */
export const TREE_FORMS: Readonly<Record<string, TreeForm>> = {
  'sysfs-infiniband': {
    under: ['/sys/class/infiniband', HOTPLUG_MARKER, HOTPLUG_FOLDER],
    out: linesOf,
  },
  'sysfs-net': { under: ['/sys/class/net'], out: (files) => linesOf(inKernelOrder(files)) },
  meminfo: { under: ['/proc/meminfo', '/proc/pressure/memory'], out: joined },
  'os-release': { under: ['/etc/os-release'], out: joined },
  'dgx-release': { under: ['/etc/dgx-release'], out: (files) => withoutSerial(joined(files)) },
  hosts: {
    under: ['/etc/hostname', '/etc/hosts'],
    out: (files) => {
      const at = (path: string) => files.find(([name]) => name === path)?.[1].trim() ?? '';
      return `hostname ${at('/etc/hostname')}\n--- /etc/hosts\n${at('/etc/hosts')}\n`;
    },
  },
};

/** Whether a tree form wants a file. */
export function wants(form: TreeForm, path: string): boolean {
  return form.under.some((under) => path === under || path.startsWith(`${under}/`));
}

function joined(files: readonly RootFile[]): string {
  return files.map(([, content]) => content).join('\n');
}

/** By ifindex where it was copied, as `ip` lists them; a folder alone lists by name. */
function inKernelOrder(files: readonly RootFile[]): RootFile[] {
  const index = new Map<string, number>();
  for (const [path, content] of files) {
    const name = /^(\/sys\/class\/net\/[^/]+)\/ifindex$/.exec(path)?.[1];
    if (name !== undefined) index.set(name, Number(content));
  }
  const of = (path: string) => index.get(path.split('/').slice(0, 5).join('/')) ?? 0;
  return files.toSorted(([a], [b]) => of(a) - of(b));
}
