import { msg } from '../message/message.ts';
import type { Recipe } from '../recipe/types.ts';
import type { ForecastLine } from './types.ts';

/** What each node must hold, as far as the recipe alone says it: weights in memory, checkpoint and image on disk. */
export function forecastOf(recipe: Recipe, nodes: readonly string[]): ForecastLine[] {
  const parts = recipe.tensorParallel[String(nodes.length)] ?? nodes.length;
  return nodes.flatMap((node) => [
    {
      node,
      label: msg('deployment.forecast.weights', { parts }),
      bytes: Math.ceil(recipe.model.bytes / parts),
      source: 'recipe: model.bytes',
    },
    {
      node,
      label: msg('deployment.forecast.checkpoint'),
      bytes: recipe.model.bytes,
      source: 'recipe: model.bytes',
    },
    {
      node,
      label: msg('deployment.forecast.image'),
      bytes: recipe.image.bytes,
      source: 'recipe: image.bytes',
    },
  ]);
}
