import type { Cluster } from '../cluster/types.ts';
import { keyFile, stateFolder } from '../deployment/folders.ts';
import type { Setting } from '../deployment/types.ts';
import type { ProbeInputs } from '../facts/types.ts';
import { fill } from '../recipe/places.ts';
import { knobValues } from '../recipe/settings.ts';
import type { Recipe } from '../recipe/types.ts';

/**
 * What the probes of each node are told of what is wanted. Paths keep their `~`: the home of the login is a fact that
 * is read in the same round trip, and the scripts expand it there.
 */
export function probeInputs(
  cluster: Cluster,
  recipe: Recipe,
  settings: Setting[],
): (node: string) => ProbeInputs {
  const knobs = knobValues(settings);
  return (name) => {
    const node = cluster.nodes.find((each) => each.name === name);
    if (node === undefined) throw new RangeError(`no node ${name}`);
    const state = stateFolder(cluster, node);
    const values = { ...knobs, home: '~', state, cluster: cluster.name, 'node.name': name };
    const model = node.paths.model ?? cluster.paths.model ?? recipe.model.directory;
    return {
      SW_CLUSTER: cluster.name,
      SW_MODEL_DIR: fill(model, values) ?? '',
      SW_IMAGE: fill(recipe.image.reference, values) ?? '',
      SW_STATE_DIR: state,
      SW_KEY_FILE: node.role === 'head' ? keyFile(cluster, node) : '',
    };
  };
}
