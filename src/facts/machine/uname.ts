import type { Reading } from '../../change/types.ts';
import { known, noAnswer, unknown } from '../reading.ts';
import type { Probe } from '../types.ts';

export interface Kernel {
  kernel: string; // 6.17.0-1021-nvidia
  arch: string; // aarch64
  nvidiaKernel: boolean; // a kernel of the linux-nvidia packages, which the driver's modules are built for
  hostname: string;
  bootId: string | null; // changes with every boot: the proof that a reboot happened
  cpus: number | null;
}

export const uname: Probe<Kernel> = {
  id: 'uname',
  script: `uname -a
printf 'boot_id %s\\n' "$(cat /proc/sys/kernel/random/boot_id)"
printf 'cpus %s\\n' "$(getconf _NPROCESSORS_ONLN)"`,
  needsRoot: false,
  deadlineMs: 3_000,
  parse(out, err, rc): Reading<Kernel> {
    const words = (/^Linux .*$/m.exec(out)?.[0] ?? '').trim().split(/\s+/);
    const [, hostname, kernel] = words;
    const arch = words.at(-1) === 'GNU/Linux' ? words.at(-2) : words.at(-1);
    if (hostname === undefined || kernel === undefined || arch === undefined) {
      return noAnswer(err, rc) ?? unknown('unreadable', out || err);
    }
    const cpus = /^cpus (\d{1,6})$/m.exec(out)?.[1];
    return known(
      {
        kernel,
        arch,
        nvidiaKernel: /-nvidia(?:-|$)/.test(kernel),
        hostname,
        bootId: /^boot_id ([0-9a-f-]{36})$/m.exec(out)?.[1] ?? null,
        cpus: cpus === undefined ? null : Number(cpus),
      },
      out,
    );
  },
};
