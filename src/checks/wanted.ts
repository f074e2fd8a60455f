import type { Cluster, ClusterNode } from '../cluster/types.ts';
import { membersOf } from '../deployment/members.ts';
import type { Deployment, NodeLink } from '../deployment/types.ts';
import type { Recipe } from '../recipe/types.ts';

export interface WantedPort {
  use: 'api' | 'rendezvous';
  address: string; // as bound: 127.0.0.1, 0.0.0.0
  port: number;
}

/** What one node must be able to give. */
export interface WantedNode {
  node: ClusterNode;
  ports: WantedPort[];
  memoryBytes: number; // at least: its part of the weights
  link: NodeLink | null; // null: not settled
  specHash: string | null; // of the container it is to run; null: none, or not settled
}

/** What a deployment asks of its nodes, as far as it is settled. */
export interface Wanted {
  cluster: string;
  transport: Recipe['transport'];
  nodes: WantedNode[]; // head first
  image: string; // reference
  architectures: readonly string[]; // arm64, amd64
  modelFiles: readonly string[]; // relative paths that must be there
  gpus: boolean;
}

/** From what `up` was asked. Without a deployment (no fabric, say) everything else is wanted all the same. */
export function wantedOf(cluster: Cluster, recipe: Recipe, deployment?: Deployment): Wanted {
  const { members } = membersOf(recipe, cluster);
  const nodes = members.length > 0 ? members : cluster.nodes;
  const parts = recipe.tensorParallel[String(nodes.length)] ?? nodes.length;
  return {
    cluster: cluster.name,
    transport: recipe.transport,
    nodes: nodes.map((node) => ({
      node,
      ports: node.role === 'head' ? portsOf(cluster, recipe) : [],
      memoryBytes: Math.ceil(recipe.model.bytes / parts),
      link: deployment?.links.find((link) => link.node === node.name) ?? null,
      specHash: deployment?.units.find((unit) => unit.node === node.name)?.specHash ?? null,
    })),
    image: deployment?.units[0]?.container.image ?? recipe.image.reference,
    architectures: recipe.architectures,
    modelFiles: recipe.model.required,
    gpus: recipe.container.gpus,
  };
}

/** The rendezvous store listens on every address, whatever name the ranks are given for it. */
function portsOf(cluster: Cluster, recipe: Recipe): WantedPort[] {
  const address = cluster.exposure === 'engine' ? '0.0.0.0' : '127.0.0.1';
  return [
    { use: 'api', address, port: cluster.api.port ?? recipe.api.port },
    { use: 'rendezvous', address: '0.0.0.0', port: recipe.rendezvousPort },
  ];
}
