import type { Action, Finding, StepPlan } from '../change/types.ts';
import { bindsOf } from '../deployment/docker.ts';
import { LABEL } from '../deployment/labels.ts';
import { inStartOrder } from '../deployment/order.ts';
import type { Unit } from '../deployment/types.ts';
import { dockerPs, type OurContainer } from '../facts/docker/docker-ps.ts';
import type { ClusterFacts } from '../facts/types.ts';
import { msg } from '../message/message.ts';
import { shline } from '../text/quote.ts';
import { createArgv } from './argv.ts';
import { containersOn, unread } from './containers.ts';
import { gone, stopScript, stopSeconds } from './stop.ts';

/** Creating is metadata; a first start may set up a GPU runtime for some seconds. */
const DOCKER_DEADLINE_MS = 120_000;

/**
 * What makes the ranks run as wanted: nothing where all of them run with the wanted spec; else all previous containers
 * are removed, all new ones made, and then started, every worker before the head. One rank alone is never replaced: the
 * others keep a dead rendezvous and wait for ever (seen: a worker whose head died stays `running`). Containers of this
 * cluster that are no unit, on any node that was read, go too.
 */
export function planRanks(units: readonly Unit[], facts: ClusterFacts): StepPlan {
  const refusals = units.flatMap((unit) => unread(facts, unit.node));
  if (refusals.length > 0) return { actions: [], refusals };
  const kept = units.flatMap((unit) => runningAsWanted(unit, facts) ?? []);
  const settled = kept.length === units.length;
  const removals = [...facts.keys()].flatMap((node) => {
    const here = containersOn(facts, node);
    return removal(node, settled ? here.filter((each) => !kept.includes(each)) : here, units);
  });
  if (settled) return { actions: removals, refusals: [] };
  const inOrder = inStartOrder(units);
  const starts = inOrder.map((unit) => start(unit, [...facts.keys()]));
  return { actions: [...removals, ...inOrder.map(create), ...starts], refusals: [] };
}

/** The container that runs now and was made from the same words; one that Docker keeps restarting does not run. */
function runningAsWanted(unit: Unit, facts: ClusterFacts): OurContainer | undefined {
  return containersOn(facts, unit.node).find(
    (each) =>
      each.state === 'running' &&
      each.name === unit.container.name &&
      each.labels[LABEL.spec] === unit.specHash,
  );
}

function removal(node: string, old: readonly OurContainer[], units: readonly Unit[]): Action[] {
  if (old.length === 0) return [];
  const running = old.some((each) => each.pid !== 0);
  const names = old.map((each) => each.name).join(', ');
  return [
    {
      id: `rank/remove/${node}`,
      nodes: [node],
      title: msg('rank.remove', { node, names }),
      risk: running ? 'disruptive' : 'safe',
      ...(running ? { asks: msg('rank.remove.asks', { node, names }) } : {}),
      asRoot: false,
      work: { kind: 'shell', ...stopScript(old, stopSeconds(units, node)) },
      onCancel: 'finish',
      undo: { kind: 'none', why: msg('rank.remove.undo') },
      uses: [`${node}/docker`],
      stales: [dockerPs.id],
      proof: { needs: [dockerPs.id], judge: (facts) => gone(node, old, facts) },
    },
  ];
}

function create(unit: Unit): Action {
  const folders = bindsOf(unit.container).flatMap((bind) => (bind.create === true ? [bind.source] : []));
  const lines = [
    ...(folders.length > 0 ? [shline(['mkdir', '-p', '-m', '0700', '--', ...folders])] : []),
    shline(createArgv(unit)),
  ];
  return {
    id: `rank/create/${unit.node}`,
    nodes: [unit.node],
    title: msg('rank.create', { node: unit.node, name: unit.container.name, rank: unit.rank }),
    risk: 'safe',
    asRoot: false,
    work: { kind: 'shell', script: lines.join(' &&\n'), deadlineMs: DOCKER_DEADLINE_MS },
    onCancel: 'finish',
    undo: putBack(unit),
    uses: [`${unit.node}/docker`],
    stales: [dockerPs.id],
    proof: proofThat(unit, ['created', 'running']),
  };
}

/** Uses every node's Docker: no rank starts before all old ones are gone and those it follows are started. */
function start(unit: Unit, nodes: readonly string[]): Action {
  return {
    id: `rank/start/${unit.node}`,
    nodes: [unit.node],
    title: msg('rank.start', { node: unit.node, name: unit.container.name, rank: unit.rank }),
    risk: 'safe',
    asRoot: false,
    work: {
      kind: 'shell',
      script: shline(['docker', 'start', unit.container.name]),
      deadlineMs: DOCKER_DEADLINE_MS,
    },
    onCancel: 'finish',
    undo: putBack(unit),
    uses: nodes.map((node) => `${node}/docker`),
    stales: [dockerPs.id],
    proof: proofThat(unit, ['running']),
  };
}

function putBack(unit: Unit): Action['undo'] {
  const script = shline(['docker', 'rm', '-f', unit.container.name]);
  return { kind: 'shell', script, deadlineMs: DOCKER_DEADLINE_MS };
}

function proofThat(unit: Unit, states: readonly string[]): NonNullable<Action['proof']> {
  return {
    needs: [dockerPs.id],
    judge(facts): Finding[] {
      const refusals = unread(facts, unit.node);
      if (refusals.length > 0) return refusals;
      const here = containersOn(facts, unit.node).find((each) => each.name === unit.container.name);
      if (here?.labels[LABEL.spec] === unit.specHash && states.includes(here.state)) return [];
      const name = unit.container.name;
      return [
        {
          id: 'rank.not-as-wanted',
          stage: 'rank',
          node: unit.node,
          subject: name,
          verdict: 'fail',
          title: msg('rank.not-as-wanted', { node: unit.node, name, states: states.join(' / ') }),
          evidence:
            here === undefined
              ? `docker ps -a: no ${name}`
              : `${here.name}: ${here.state}, exit ${here.exitCode}, ${LABEL.spec}=${here.labels[LABEL.spec] ?? ''}${here.error ? `, ${here.error}` : ''}`,
          refusesUp: true,
        },
      ];
    },
  };
}
