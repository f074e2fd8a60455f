import type { Action, Finding, StepPlan } from '../change/types.ts';
import type { Unit } from '../deployment/types.ts';
import { dockerPs, type OurContainer } from '../facts/docker/docker-ps.ts';
import type { ClusterFacts } from '../facts/types.ts';
import { msg } from '../message/message.ts';
import { shline } from '../text/quote.ts';
import { containersOn, unread } from './containers.ts';

/** A container made by us has a stop time of its own; this is how long Docker is waited for where we don't know it. */
const STOP_SECONDS_MAX = 300;
/** Docker's own time around a stop and a removal, on a machine whose memory is nearly full. */
const MARGIN_SECONDS = 60;

/**
 * Stops and removes every container of this cluster on every node, found by label so that it works after the recipe
 * or the cluster file changed; nodes go in parallel. `units` only say how long a stop may take. Nodes that could not be
 * read come back as refusals beside the actions for the others: what can be stopped is stopped, and the verb fails.
 */
export function planDown(nodes: readonly string[], units: readonly Unit[], facts: ClusterFacts): StepPlan {
  return {
    actions: nodes.flatMap((node) => {
      const here = containersOn(facts, node);
      return here.length === 0 ? [] : [stop(node, here, stopSeconds(units, node))];
    }),
    refusals: nodes.flatMap((node) => unread(facts, node)),
  };
}

/** The longest stop that the node's units ask for; undefined where there is none, and Docker knows it. */
export function stopSeconds(units: readonly Unit[], node: string): number | undefined {
  const wanted = units.filter((unit) => unit.node === node).map((unit) => unit.container.stopTimeoutSeconds);
  return wanted.length === 0 ? undefined : Math.max(...wanted);
}

/** `docker stop` of what runs, then removal of all; a container that vanished meanwhile is no error. */
export function stopScript(
  containers: readonly OurContainer[],
  seconds: number | undefined,
): { script: string; deadlineMs: number } {
  // By id: a script that outlives a killed run must not meet the next run's container of the same name.
  const running = containers.filter((each) => each.pid !== 0).map((each) => each.id);
  const time = seconds === undefined ? [] : ['-t', String(seconds)];
  const list = shline([
    'docker',
    'ps',
    '-aq',
    '--no-trunc',
    ...containers.map((each) => `--filter=id=${each.id}`),
  ]);
  const lines = [
    // whatever a stop says, the removal decides, and the proof after it
    ...(running.length > 0 ? [`${shline(['docker', 'stop', ...time, ...running])} || true`] : []),
    // Docker refuses a removal while another one of the same container is under way: then its end is waited for.
    'for try in {1..60}; do',
    `  left=$(${list}) || exit 1`,
    '  [ -n "$left" ] || exit 0',
    '  docker rm -f $left && exit 0',
    '  sleep 0.5',
    'done',
    'exit 1',
  ];
  const waited = (seconds ?? STOP_SECONDS_MAX) * running.length;
  return { script: lines.join('\n'), deadlineMs: (waited + MARGIN_SECONDS) * 1000 };
}

function stop(node: string, here: readonly OurContainer[], seconds: number | undefined): Action {
  const names = here.map((each) => each.name).join(', ');
  return {
    id: `rank/stop/${node}`,
    nodes: [node],
    title: msg('rank.stop', { node, names }),
    risk: here.some((each) => each.pid !== 0) ? 'disruptive' : 'safe',
    asRoot: false,
    work: { kind: 'shell', ...stopScript(here, seconds) },
    onCancel: 'finish',
    undo: { kind: 'none', why: msg('rank.stop.undo') },
    uses: [`${node}/docker`],
    stales: [dockerPs.id],
    proof: { needs: [dockerPs.id], judge: (facts) => nothingLeft([node], facts) },
  };
}

/** Proof of `down`: no container of this cluster is left on these nodes; a node that can't be read is no proof. */
function nothingLeft(nodes: readonly string[], facts: ClusterFacts): Finding[] {
  return nodes.flatMap((node) => [
    ...unread(facts, node),
    ...containersOn(facts, node).map((each) => left(node, each)),
  ]);
}

/** Proof of a removal: none of these very containers is left; others of the same name may have come since. */
export function gone(node: string, old: readonly OurContainer[], facts: ClusterFacts): Finding[] {
  const still = containersOn(facts, node).filter((each) => old.some((before) => before.id === each.id));
  return [...unread(facts, node), ...still.map((each) => left(node, each))];
}

function left(node: string, container: OurContainer): Finding {
  const { name, id, state } = container;
  return {
    id: 'rank.left-over',
    stage: 'rank',
    node,
    subject: name,
    verdict: 'fail',
    title: msg('rank.left-over', { node, name, state }),
    evidence: `${name} ${id.slice(0, 12)} ${state}`,
    refusesUp: false,
  };
}
