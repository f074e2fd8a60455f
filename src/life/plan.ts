/** The first plan of `up`: everything that can be decided from one reading of all nodes. Pure. */
import type { Finding, StepPlan } from '../change/types.ts';
import { checkAll } from '../checks/all.ts';
import { found } from '../checks/finding.ts';
import { wantedOf } from '../checks/wanted.ts';
import type { Cluster } from '../cluster/types.ts';
import { resolveDeployment } from '../deployment/resolve.ts';
import type { Deployment, Setting } from '../deployment/types.ts';
import type { ClusterFacts } from '../facts/types.ts';
import { msg } from '../message/message.ts';
import type { LoadedRecipe } from '../recipe/types.ts';
import { type OrderedStep, UP_ORDER } from './order.ts';

export interface PlanInput {
  recipe: LoadedRecipe;
  cluster: Cluster;
  settings: Setting[];
  facts: ClusterFacts;
}

export interface FirstPlan {
  deployment?: Deployment;
  /** Everything that is not ok, refusing or not. */
  findings: Finding[];
  steps: { step: OrderedStep; plan: StepPlan }[];
}

/** Resolves, checks and plans every step over the same facts. What refuses `up` is among the findings. */
export function firstPlan(input: PlanInput): FirstPlan {
  const { deployment, refusals } = resolveDeployment(input);
  const checked = checkAll(input.facts, wantedOf(input.cluster, input.recipe.recipe, deployment));
  const findings = onlyOnce([...checked, ...refusals.map(found), ...unmade(input)]).filter(
    (finding) => finding.verdict !== 'ok',
  );
  if (deployment === undefined) return { findings, steps: [] };
  const wish = { deployment, recipe: input.recipe };
  const steps = UP_ORDER.map((step) => ({ step, plan: step.plan(wish, input.facts) }));
  const planned = steps.flatMap(({ plan }) => plan.refusals).map(found);
  const news = planned.filter((refusal) => !follows(refusal, findings));
  return { deployment, findings: onlyOnce([...findings, ...news]), steps };
}

/** A recipe may ask for files made on each node; nothing makes them yet, so it is refused rather than half done. */
function unmade({ recipe: { recipe } }: PlanInput): Finding[] {
  const files = (recipe.prepare ?? []).map((each) => each.to);
  if (files.length === 0) return [];
  return [
    {
      id: 'recipe.prepare',
      stage: 'recipe',
      verdict: 'fail',
      title: msg('life.prepare', { recipe: recipe.name }),
      evidence: files.join('\n'),
      refusesUp: true,
    },
  ];
}

/** What a step could not read of a node because of what a check says already: a silent Docker is one finding, not three. */
const CAUSES: Readonly<Record<string, readonly string[]>> = {
  'image.unread': ['docker.answers', 'access.docker', 'image.fits'],
  'rank.unread': ['docker.answers', 'access.docker'],
};

function follows(refusal: Finding, findings: readonly Finding[]): boolean {
  const causes = CAUSES[refusal.id] ?? [];
  return findings.some((each) => each.refusesUp && each.node === refusal.node && causes.includes(each.id));
}

/** Two rooms may find the same of the same node; a person reads it once, and of a node out of reach nothing else. */
function onlyOnce(findings: Finding[]): Finding[] {
  const seen = new Set<string>();
  const gone = findings
    .filter((each) => each.id === 'access.reachable' && each.verdict !== 'ok')
    .map(({ node }) => node);
  return findings.filter((finding) => {
    if (finding.id !== 'access.reachable' && finding.node !== undefined && gone.includes(finding.node))
      return false;
    const key = JSON.stringify([finding.id, finding.node, finding.subject]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
