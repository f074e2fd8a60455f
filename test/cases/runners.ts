/** One runner per kind of case. None knows a single case. */
import { bootLog } from './boot-log.ts';
import type { Runner } from './case.ts';
import { dockerPs } from './docker-ps.ts';
import { ssh } from './ssh.ts';

export const RUNNERS: Readonly<Record<string, Runner>> = {
  'boot-log': bootLog,
  'docker-ps': dockerPs,
  ssh,
};
