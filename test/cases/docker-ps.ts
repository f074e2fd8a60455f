/** Containers and listening sockets of the head before a start. */

import type { WantedPort } from '../../src/checks/wanted.ts';
import { judgeBundle } from './bundle.ts';
import { fileOf, type Runner } from './case.ts';

/** Where the API of the two public recipes listens, and where their ranks meet, when a case does not say. */
const PORTS: WantedPort[] = [
  { use: 'api', address: '0.0.0.0', port: 8888 },
  { use: 'api', address: '0.0.0.0', port: 8000 },
  { use: 'rendezvous', address: '0.0.0.0', port: 25_000 },
];

export const dockerPs: Runner = async (one) => {
  const { port } = one.params ?? {};
  const files = {
    'docker-ps.out': fileOf(one, 'docker-ps.jsonl') ?? '',
    'sockets.out': fileOf(one, 'ss-ltnp.txt') ?? '',
  };
  const asked: WantedPort[] = typeof port === 'number' ? [{ use: 'api', address: '0.0.0.0', port }] : PORTS;
  return await judgeBundle({ files, ssh: 'dgx@spark-a', ports: asked });
};
