/** In which order the nouns come on the way up. The only place that knows. */
import { planApiKey } from '../access/plan.ts';
import type { StepPlan } from '../change/types.ts';
import type { Deployment } from '../deployment/types.ts';
import type { ClusterFacts } from '../facts/types.ts';
import { planImage } from '../image/plan.ts';
import { type Message, msg } from '../message/message.ts';
import { planRecipeFiles } from '../rank/files.ts';
import { planRanks } from '../rank/plan.ts';
import type { LoadedRecipe } from '../recipe/types.ts';

export interface StepWish {
  deployment: Deployment;
  recipe: LoadedRecipe;
}

export interface OrderedStep {
  id: string;
  title: Message;
  plan(wish: StepWish, facts: ClusterFacts): StepPlan;
}

const NOTHING: StepPlan = { actions: [], refusals: [] };

export const UP_ORDER: OrderedStep[] = [
  {
    id: 'key',
    title: msg('life.step.key'),
    plan: ({ deployment: { serves } }, facts) =>
      serves.key === null ? NOTHING : planApiKey(serves.node, serves.key.file, facts),
  },
  {
    id: 'image',
    title: msg('life.step.image'),
    plan: ({ deployment, recipe }, facts) => planImage(deployment.units, recipe.recipe, facts),
  },
  {
    id: 'files',
    title: msg('life.step.files'),
    plan: ({ deployment, recipe }, facts) => planRecipeFiles(recipe, deployment.units, facts),
  },
  {
    id: 'ranks',
    title: msg('life.step.ranks'),
    plan: ({ deployment }, facts) => planRanks(deployment.units, facts),
  },
];
