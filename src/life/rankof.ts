import { LABEL } from '../deployment/labels.ts';
import type { OurContainer } from '../facts/docker/docker-ps.ts';

/** The rank that a container of ours is; undefined for a sidecar. */
export function rankOf(container: OurContainer): number | undefined {
  const rank = /^rank(\d{1,4})$/.exec(container.labels[LABEL.unit] ?? '')?.[1];
  return rank === undefined ? undefined : Number(rank);
}
