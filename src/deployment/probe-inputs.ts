import type { Cluster, ClusterNode } from '../cluster/types.ts';
import type { ProbeInputs } from '../facts/types.ts';
import { fill } from '../recipe/places.ts';
import type { LoadedRecipe } from '../recipe/types.ts';
import { keyFile, stateFolder } from './folders.ts';
import type { Setting } from './types.ts';

/**
 * What the probes of a node are told before anything of it is known: a path that starts with `~` is left for the node
 * to expand, which alone knows its home. What has no value yet is empty, and its probes say so.
 */
export function probeInputs(
  wish: { recipe: LoadedRecipe; cluster: Cluster; settings: Setting[] },
  node: ClusterNode,
): ProbeInputs {
  const { recipe } = wish.recipe;
  const { cluster } = wish;
  const knobs = Object.fromEntries(wish.settings.map((setting) => [setting.knob, setting.value]));
  const values = { ...knobs, home: '~', cluster: cluster.name, state: stateFolder(cluster, node) };
  return {
    SW_CLUSTER: cluster.name,
    SW_MODEL_DIR: fill(node.paths.model ?? cluster.paths.model ?? recipe.model.directory, values) ?? '',
    SW_IMAGE: fill(recipe.image.reference, values) ?? '',
    SW_STATE_DIR: stateFolder(cluster, node),
    SW_PORTS: `${cluster.api.port ?? recipe.api.port} ${recipe.rendezvousPort}`,
    SW_KEY_FILE: node.role === 'head' ? keyFile(cluster, node) : '',
  };
}
