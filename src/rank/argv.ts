import { containerWords } from '../deployment/docker.ts';
import type { Unit } from '../deployment/types.ts';

/** The exact command that makes a unit's container on its node, without starting it. */
export function createArgv(unit: Unit): string[] {
  return ['docker', 'create', ...containerWords(unit.container)];
}
