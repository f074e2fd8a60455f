import type { Cluster, ClusterNode } from '../cluster/types.ts';
import type { LoadedRecipe } from '../recipe/types.ts';

/** Our folder on a node before its home is known: what probes are given; `~` is the login's home. */
export function stateFolder(cluster: Cluster, node: ClusterNode): string {
  return node.paths.state ?? cluster.paths.state ?? `~/.local/state/sparkwright/${cluster.name}`;
}

/** The head's API key file, `~` as above. */
export function keyFile(cluster: Cluster, head: ClusterNode): string {
  return cluster.api.keyFile ?? `${stateFolder(cluster, head)}/api_key`;
}

/** Where a node keeps the files of a recipe's own folder; named by content, so that what is there is right. */
export function recipeFolder(state: string, recipe: LoadedRecipe): string {
  return `${state}/recipes/${recipe.recipe.name}-${recipe.hash.slice(0, 12)}`;
}

/** A leading `~` or `~/` as the home folder. */
export function underHome(path: string, home: string): string {
  return path === '~' || path.startsWith('~/') ? home + path.slice(1) : path;
}
