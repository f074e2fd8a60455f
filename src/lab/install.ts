/** Installs what the machine lacks, on a yes. */
import type { Bus } from '../event/bus.ts';
import { type Message, msg } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { must, run } from './command.ts';
import type { LabMissing } from './missing.ts';

/** How a person agrees: beforehand, or when asked. Neither is a no. */
export interface Consent {
  yes?: boolean | undefined;
  ask?: ((question: Message) => Promise<boolean>) | undefined;
}

/** Throws when something is in the way; installs the missing packages when agreed. */
export async function meetNeeds(
  missing: LabMissing,
  consent: Consent,
  bus: Bus,
  signal: AbortSignal | undefined,
): Promise<void> {
  const [first, ...others] = missing.obstacles;
  for (const message of others) bus.emit({ type: 'note', level: 'error', message });
  if (first !== undefined) throw new Failure(first, EXIT.refused);
  if (missing.packages.length === 0) return;
  const packages = missing.packages.join(' ');
  const agreed = consent.yes === true || (await consent.ask?.(msg('lab.ask-install', { packages }))) === true;
  if (!agreed) throw new Failure(msg('lab.needs-packages', { packages }), EXIT.refused);
  const title = msg('lab.step-packages', { packages });
  bus.emit({ type: 'step', step: 'lab.packages', title, status: 'start' });
  const install = [
    ...['apt-get', '-y', '-o', 'DPkg::Lock::Timeout=120', 'install', '--no-install-recommends'],
    ...missing.packages,
  ];
  const how = { deadlineMs: 15 * 60_000, signal, env: { DEBIAN_FRONTEND: 'noninteractive' } };
  // Lists that are fresh need no update; lists that are old or absent fail at once.
  if ((await run(install, how)).rc !== 0) {
    await must(['apt-get', 'update'], how, msg('lab.install-failed', { packages }));
    await must(install, how, msg('lab.install-failed', { packages }));
  }
  bus.emit({ type: 'step', step: 'lab.packages', title, status: 'done' });
}
