import type { Finding } from '../change/types.ts';
import type { ClusterFacts } from '../facts/types.ts';
import { dockerAllowed, reachable } from './access.ts';
import type { Check } from './check.ts';
import { dockerAnswers, dockerGpu } from './docker.ts';
import { fabricCarrier, fabricLinked, fabricMtu, fabricTwins } from './fabric.ts';
import { imageFits } from './image.ts';
import { memoryEnough } from './memory.ts';
import { modelPresent } from './model.ts';
import { portsFree } from './ports.ts';
import type { Wanted } from './wanted.ts';

/** Every check, in the order in which a person would mend what they find. */
export const allChecks: readonly Check[] = [
  reachable,
  dockerAllowed,
  dockerAnswers,
  dockerGpu,
  fabricLinked,
  fabricCarrier,
  fabricMtu,
  fabricTwins,
  imageFits,
  modelPresent,
  portsFree,
  memoryEnough,
];

/** All findings, `ok` ones among them. */
export function checkAll(facts: ClusterFacts, wanted: Wanted): Finding[] {
  return allChecks.flatMap((check) => check.judge(facts, wanted));
}
