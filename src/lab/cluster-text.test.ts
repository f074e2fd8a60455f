import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { clusterText, isGenerated } from './cluster-text.ts';
import { planLab } from './plan.ts';

test('the cluster file names the recipe, the hosts and the way to them', () => {
  expect(parse(clusterText(planLab(2), '/lab: here/ssh_config'))).toEqual({
    version: 1,
    name: 'lab',
    recipe: 'lab-smollm2-vllm',
    sshConfig: '/lab: here/ssh_config',
    nodes: [
      { name: 'spark-a', role: 'head', ssh: 'dgx@10.77.0.1' },
      { name: 'spark-b', role: 'worker', ssh: 'dgx@10.77.0.2' },
    ],
  });
});

test('an edited file is told from a generated one, whatever the number of hosts was', () => {
  expect(isGenerated(clusterText(planLab(3), '/s'), '/s')).toBe(true);
  expect(isGenerated(`${clusterText(planLab(3), '/s')}knobs:\n  port: 9\n`, '/s')).toBe(false);
});
