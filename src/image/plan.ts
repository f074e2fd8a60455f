import type { Action, Finding, StepPlan } from '../change/types.ts';
import type { Unit } from '../deployment/types.ts';
import { dockerImage } from '../facts/docker/docker-image.ts';
import type { ClusterFacts } from '../facts/types.ts';
import { msg } from '../message/message.ts';
import type { Recipe } from '../recipe/types.ts';
import { shline, shq } from '../text/quote.ts';

/** A1.8 of the published launchers: an image that is not there after an hour does not come. */
const FETCH_DEADLINE_MS = 3_600_000;
/** For the estimate only: a 400 Mbit line, and half of what one core of a small machine unpacks. */
const PULL_BYTES_PER_SECOND = 50e6;
const LOAD_BYTES_PER_SECOND = 25e6;

/** What is wanted: one reference, and where its bytes come from. */
interface ImageWish {
  reference: string;
  archive: string | undefined;
  bytes: number; // what is moved
}

/**
 * Fetches the units' image on each of their nodes where it is absent: from the recipe's archive on the node, else from
 * its registry. Present and different is not repaired here: a check refuses it.
 */
export function planImage(units: readonly Unit[], recipe: Recipe, facts: ClusterFacts): StepPlan {
  const actions: Action[] = [];
  const refusals: Finding[] = [];
  for (const node of new Set(units.map((unit) => unit.node))) {
    const reference = units.find((unit) => unit.node === node)?.container.image ?? '';
    const wish = { reference, archive: recipe.image.archive, bytes: recipe.image.bytes };
    const reading = facts.get(node)?.read(dockerImage) ?? { state: 'unknown' as const, why: 'not read' };
    if (reading.state === 'absent') actions.push(fetch(wish, node));
    if (reading.state === 'unknown') refusals.push(missing(wish, node, 'unknown', reading.why));
  }
  return { actions, refusals };
}

function fetch(wish: ImageWish, node: string): Action {
  const { reference, archive, bytes } = wish;
  const speed = archive === undefined ? PULL_BYTES_PER_SECOND : LOAD_BYTES_PER_SECOND;
  const said = { node, reference, megabytes: Math.ceil(bytes / 1e6), minutes: Math.ceil(bytes / speed / 60) };
  return {
    id: `image/${archive === undefined ? 'pull' : 'load'}/${node}`,
    nodes: [node],
    title:
      archive === undefined
        ? msg('image.pull', { node, reference })
        : msg('image.load', { node, reference, archive }),
    risk: 'safe',
    asks: archive === undefined ? msg('image.pull.asks', said) : msg('image.load.asks', { ...said, archive }),
    asRoot: false,
    work: {
      kind: 'job',
      name: archive === undefined ? 'image-pull' : 'image-load',
      script:
        archive === undefined ? shline(['docker', 'pull', reference]) : `docker load -i ${onNode(archive)}`,
      deadlineMs: FETCH_DEADLINE_MS,
    },
    onCancel: 'stop',
    undo: { kind: 'shell', script: removal(reference), deadlineMs: 120_000 },
    uses: [`${node}/docker`],
    stales: [dockerImage.id],
    proof: {
      needs: [dockerImage.id],
      judge(facts) {
        const after = facts.get(node)?.read(dockerImage) ?? { state: 'unknown' as const, why: 'not read' };
        if (after.state === 'known') return [];
        return after.state === 'absent'
          ? [missing(wish, node, 'fail', after.evidence)]
          : [missing(wish, node, 'unknown', after.why)];
      },
    },
  };
}

/** Bears being run twice: an image that is gone already is removed, where Docker itself says so. */
function removal(reference: string): string {
  const look = shline(['docker', 'image', 'inspect', reference]);
  return `${shline(['docker', 'image', 'rm', reference])} || { docker version > /dev/null && ! ${look} > /dev/null 2>&1; }`;
}

/** A path that the node's shell expands when it starts with ~. */
function onNode(path: string): string {
  return path.startsWith('~/') ? `"$HOME"${shq(path.slice(1))}` : shq(path);
}

function missing(wish: ImageWish, node: string, verdict: 'fail' | 'unknown', evidence: string): Finding {
  return {
    id: verdict === 'fail' ? 'image.missing' : 'image.unread',
    stage: 'image',
    node,
    subject: wish.reference,
    verdict,
    title: msg(verdict === 'fail' ? 'image.missing' : 'image.unread', { node, reference: wish.reference }),
    evidence,
    refusesUp: true,
  };
}
