import type { Finding } from '../change/types.ts';
import type { Cluster, ClusterNode } from '../cluster/types.ts';
import { msg } from '../message/message.ts';
import type { Recipe } from '../recipe/types.ts';

/**
 * The nodes that serve, head first and workers in the order of the cluster file: as many as the recipe can use, for the
 * cluster file may hold more. Refused when there are fewer than the recipe's smallest valid number.
 */
export function membersOf(recipe: Recipe, cluster: Cluster): { members: ClusterNode[]; refusals: Finding[] } {
  const head = cluster.nodes.filter((node) => node.role === 'head');
  const inOrder = [...head, ...cluster.nodes.filter((node) => node.role === 'worker')];
  const counts = Object.keys(recipe.tensorParallel)
    .map(Number)
    .filter((count) => count >= recipe.nodes.min && count <= recipe.nodes.max)
    .sort((a, b) => a - b);
  const count = counts.findLast((each) => each <= inOrder.length);
  if (count !== undefined && head.length === 1) return { members: inOrder.slice(0, count), refusals: [] };
  return {
    members: [],
    refusals: [
      {
        id: 'deployment.nodes.too-few',
        stage: 'deployment',
        verdict: 'fail',
        title: msg('deployment.nodes.too-few', {
          recipe: recipe.name,
          counts: counts.join(', '),
          given: inOrder.length,
        }),
        evidence: inOrder.map((node) => `${node.name} (${node.role})`).join(', '),
        means: msg('deployment.nodes.too-few.means'),
        refusesUp: true,
      },
    ],
  };
}
