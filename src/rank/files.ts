import type { Action, Finding, StepPlan } from '../change/types.ts';
import { recipeFolder } from '../deployment/folders.ts';
import type { Unit } from '../deployment/types.ts';
import { recipeFiles } from '../facts/recipe-files.ts';
import type { ClusterFacts } from '../facts/types.ts';
import { msg } from '../message/message.ts';
import type { LoadedRecipe } from '../recipe/types.ts';
import { shq } from '../text/quote.ts';

const DEADLINE_MS = 60_000;

/**
 * Places the files of the recipe's folder on every node whose containers mount some of them: beside its place, and then
 * renamed as a whole into a folder named by content, so that one which is there is complete and right.
 */
export function planRecipeFiles(recipe: LoadedRecipe, units: readonly Unit[], facts: ClusterFacts): StepPlan {
  const name = recipeFolder('', recipe).split('/').at(-1) ?? '';
  const actions: Action[] = [];
  const refusals: Finding[] = [];
  for (const unit of units) {
    const folder = folderIn(unit, recipe);
    if (folder === undefined) continue;
    const reading = facts.get(unit.node)?.read(recipeFiles);
    if (reading?.state !== 'known') {
      const why = reading?.state === 'unknown' ? reading.why : 'not read';
      refusals.push(finding(unit.node, folder, 'unknown', why));
    } else if (!reading.value.includes(name) && !actions.some((action) => action.nodes.includes(unit.node))) {
      actions.push(place(unit.node, folder, name, recipe));
    }
  }
  return { actions, refusals };
}

/** Where the unit's node keeps the recipe's files; undefined where its container mounts none. */
function folderIn(unit: Unit, recipe: LoadedRecipe): string | undefined {
  const marker = recipeFolder('', recipe);
  const mount = unit.container.mounts.find(({ source }) => `${source}/`.includes(`${marker}/`));
  return mount === undefined ? undefined : mount.source.slice(0, mount.source.indexOf(marker)) + marker;
}

function place(node: string, folder: string, name: string, recipe: LoadedRecipe): Action {
  const files = Object.entries(recipe.files);
  return {
    id: `rank/files/${node}`,
    nodes: [node],
    title: msg('rank.files', { node, count: files.length, folder }),
    risk: 'safe',
    asRoot: false,
    work: { kind: 'shell', script: placingScript(folder, files), deadlineMs: DEADLINE_MS },
    onCancel: 'finish',
    undo: { kind: 'shell', script: `rm -rf -- ${shq(folder)}`, deadlineMs: DEADLINE_MS },
    uses: [`${node}/recipes`],
    stales: [recipeFiles.id],
    proof: {
      needs: [recipeFiles.id],
      judge(facts): Finding[] {
        const reading = facts.get(node)?.read(recipeFiles);
        if (reading?.state !== 'known')
          return [finding(node, folder, 'unknown', reading?.state ?? 'not read')];
        return reading.value.includes(name) ? [] : [finding(node, folder, 'fail', reading.evidence)];
      },
    },
  };
}

/** Readable by any user of a container; written by nobody but us. */
function placingScript(folder: string, files: readonly (readonly [string, string])[]): string {
  const part = `${folder}.part`;
  const folders = new Set(files.map(([path]) => `${part}/${path}`.replace(/\/[^/]*$/, '')));
  return [
    'set -e; umask 022',
    `rm -rf -- ${shq(part)}`,
    `mkdir -p -- ${[...folders].map(shq).join(' ')}`,
    ...files.map(([path, base64]) => `base64 -d > ${shq(`${part}/${path}`)} <<< ${shq(base64)}`),
    `sync -- ${shq(part)}`,
    `mv -T -- ${shq(part)} ${shq(folder)}`,
  ].join('\n');
}

function finding(node: string, folder: string, verdict: 'fail' | 'unknown', evidence: string): Finding {
  return {
    id: verdict === 'fail' ? 'rank.files.missing' : 'rank.files.unread',
    stage: 'rank',
    node,
    subject: folder,
    verdict,
    title: msg(verdict === 'fail' ? 'rank.files.missing' : 'rank.files.unread', { node, folder }),
    evidence,
    refusesUp: true,
  };
}
