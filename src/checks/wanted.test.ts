import { expect, test } from 'vitest';
import { sampleRecipe } from '../../test/samples/deployment.ts';
import { HEAD, pair, WORKER } from '../../test/samples/sparks.ts';
import { wantedOf } from './wanted.ts';

test('wanted: head first with its ports, each part of the weights, and the address that exposure binds', () => {
  const asked = wantedOf({ ...pair, exposure: 'engine', api: { port: 9000 } }, sampleRecipe);
  expect(asked.nodes.map((each) => [each.node.name, each.memoryBytes, each.ports])).toEqual([
    [
      HEAD,
      500,
      [
        { use: 'api', address: '0.0.0.0', port: 9000 },
        { use: 'rendezvous', address: '0.0.0.0', port: 29501 },
      ],
    ],
    [WORKER, 500, []],
  ]);
});
