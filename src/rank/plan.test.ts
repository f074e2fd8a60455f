import { describe, expect, test } from 'vitest';
import {
  factsFrom,
  goneFacts,
  loadedSample,
  sampleCluster,
  sampleRecipe,
  sparkFacts,
} from '../../test/samples/deployment.ts';
import { resolveDeployment } from '../deployment/resolve.ts';
import type { Unit } from '../deployment/types.ts';
import type { ClusterFacts } from '../facts/types.ts';
import { resolveSettings } from '../recipe/settings.ts';
import { shline } from '../text/quote.ts';
import { createArgv } from './argv.ts';
import { planRanks } from './plan.ts';
import { planDown } from './stop.ts';

const COFFEE = 'c0ffee'.repeat(10);
const DOOD = 'd00d'.repeat(16);

/** By id, and patiently: Docker refuses a removal while another one of the same container is under way. */
const removal = (...ids: string[]) =>
  [
    'for try in {1..60}; do',
    `  left=$(docker ps -aq --no-trunc ${ids.map((id) => `--filter=id=${id}`).join(' ')}) || exit 1`,
    '  [ -n "$left" ] || exit 0',
    '  docker rm -f $left && exit 0',
    '  sleep 0.5',
    'done',
    'exit 1',
  ].join('\n');

const { deployment } = resolveDeployment({
  recipe: loadedSample,
  cluster: sampleCluster,
  settings: resolveSettings(sampleRecipe, { file: [], env: {}, set: {} }),
  facts: sparkFacts({ 'spark-a': 10, 'spark-b': 11 }),
});
const units = deployment?.units ?? [];
const [head, worker] = units;
if (head === undefined || worker === undefined) throw new Error('the sample resolves');

interface Row {
  state?: string;
  spec?: string;
  name?: string;
  id?: string;
}

/** A line of the docker-ps probe for a unit's container. */
function row(unit: Unit, { state = 'running', spec = unit.specHash, name, id }: Row = {}): string {
  return JSON.stringify({
    name: `/${name ?? unit.container.name}`,
    id: id ?? 'c0ffee'.repeat(10),
    image: 'example/engine:1',
    imageId: 'sha256:1',
    state,
    exitCode: 0,
    restartCount: 0,
    pid: state === 'running' ? 4711 : 0,
    restartPolicy: 'unless-stopped',
    labels: { 'sparkwright.cluster': 'sparks', 'sparkwright.unit': unit.unit, 'sparkwright.spec': spec },
  });
}

function found(onHead: string[], onWorker: string[]): ClusterFacts {
  return new Map([
    ['spark-a', factsFrom('spark-a', { 'docker-ps': onHead.join('\n') })],
    ['spark-b', factsFrom('spark-b', { 'docker-ps': onWorker.join('\n') })],
  ]);
}

describe('the plan of the ranks', () => {
  test('A5.2 makes both containers and starts the worker before the head', () => {
    const { actions, refusals } = planRanks(units, found([], []));
    expect(refusals).toEqual([]);
    expect(actions.map((action) => [action.id, action.risk])).toEqual([
      ['rank/create/spark-b', 'safe'],
      ['rank/create/spark-a', 'safe'],
      ['rank/start/spark-b', 'safe'],
      ['rank/start/spark-a', 'safe'],
    ]);
    expect(actions.map((action) => action.work)).toMatchObject([
      { script: `mkdir -p -m 0700 -- /home/dgx/.cache/small &&\n${shline(createArgv(worker))}` },
      { script: `mkdir -p -m 0700 -- /home/dgx/.cache/small &&\n${shline(createArgv(head))}` },
      { script: 'docker start sparks-rank1' },
      { script: 'docker start sparks-rank0' },
    ]);
    expect(actions[2]?.undo).toMatchObject({ script: 'docker rm -f sparks-rank1' });
  });

  test('A5.2 removes the previous containers of both nodes first, and no start shares its time with a removal', () => {
    const { actions } = planRanks(
      units,
      found([row(head, { spec: 'older' })], [row(worker, { state: 'exited' })]),
    );
    expect(actions.map((action) => [action.id, action.risk])).toEqual([
      ['rank/remove/spark-a', 'disruptive'],
      ['rank/remove/spark-b', 'safe'],
      ['rank/create/spark-b', 'safe'],
      ['rank/create/spark-a', 'safe'],
      ['rank/start/spark-b', 'safe'],
      ['rank/start/spark-a', 'safe'],
    ]);
    expect(actions.slice(0, 2).map((action) => action.work)).toMatchObject([
      { script: `docker stop -t 30 ${COFFEE} || true\n${removal(COFFEE)}` },
      { script: removal(COFFEE) },
    ]);
    expect(actions[0]?.asks?.key).toBe('rank.remove.asks');
    for (const start of actions.slice(-2)) expect(start.uses).toEqual(['spark-a/docker', 'spark-b/docker']);
  });

  test('A5.12 is empty where both ranks run with the wanted spec', () => {
    expect(planRanks(units, found([row(head)], [row(worker)]))).toEqual({ actions: [], refusals: [] });
  });

  test.each<[string, string[], string[]]>([
    ['the head exited with the same spec', [row(head, { state: 'exited' })], [row(worker)]],
    ['the worker is missing', [row(head)], []],
    ['the worker runs with another spec', [row(head)], [row(worker, { spec: 'older' })]],
    ['the head is restarted by Docker again and again', [row(head, { state: 'restarting' })], [row(worker)]],
  ])('replaces all ranks when %s, for one alone cannot join the others', (_, onHead, onWorker) => {
    const ids = planRanks(units, found(onHead, onWorker)).actions.map((action) => action.id);
    expect(ids.slice(-4)).toEqual([
      'rank/create/spark-b',
      'rank/create/spark-a',
      'rank/start/spark-b',
      'rank/start/spark-a',
    ]);
  });

  test('removes a container of this cluster that is no unit, on a node without units too, and leaves the ranks', () => {
    const stray = row(worker, { name: 'sparks-rank2', id: 'd00d'.repeat(16) });
    const facts = new Map(found([row(head)], [row(worker)])).set(
      'spark-c',
      factsFrom('spark-c', { 'docker-ps': stray }),
    );
    const { actions } = planRanks(units, facts);
    expect(actions.map((action) => [action.id, action.work])).toMatchObject([
      ['rank/remove/spark-c', { script: `docker stop ${DOOD} || true\n${removal(DOOD)}` }],
    ]);
  });

  test('is refused, not guessed, where the containers of a node could not be read', () => {
    const facts = new Map(found([], [])).set('spark-b', goneFacts('spark-b'));
    expect(planRanks(units, facts)).toMatchObject({
      actions: [],
      refusals: [{ id: 'rank.unreachable', node: 'spark-b', verdict: 'unknown', refusesUp: true }],
    });
  });

  test('is proven by the container running with the label of its spec', () => {
    const { actions } = planRanks(units, found([], []));
    const start = actions.find((action) => action.id === 'rank/start/spark-b');
    expect(start?.proof?.needs).toEqual(['docker-ps']);
    expect(start?.proof?.judge(found([], [row(worker)]))).toEqual([]);
    expect(start?.proof?.judge(found([], [row(worker, { state: 'created' })]))).toMatchObject([
      { id: 'rank.not-as-wanted', verdict: 'fail', node: 'spark-b' },
    ]);
    expect(start?.proof?.judge(found([], [row(worker, { spec: 'older' })]))).toMatchObject([
      { verdict: 'fail' },
    ]);
    expect(start?.proof?.judge(new Map([['spark-b', goneFacts('spark-b')]]))).toMatchObject([
      { verdict: 'unknown' },
    ]);
  });
});

describe('the plan of down', () => {
  test('A6.3 stops and removes what carries the label, whatever the recipe says now, nodes in parallel', () => {
    const { actions, refusals } = planDown(
      ['spark-a', 'spark-b'],
      [],
      found([row(head, { name: 'older-r0' })], [row(worker), row(worker, { name: 'left', state: 'exited' })]),
    );
    expect(refusals).toEqual([]);
    expect(actions.map((action) => [action.id, action.uses, action.work])).toMatchObject([
      [
        'rank/stop/spark-a',
        ['spark-a/docker'],
        { script: `docker stop ${COFFEE} || true\n${removal(COFFEE)}` },
      ],
      [
        'rank/stop/spark-b',
        ['spark-b/docker'],
        { script: `docker stop ${COFFEE} || true\n${removal(COFFEE, COFFEE)}` },
      ],
    ]);
  });

  test('A6.3 is empty the second time', () => {
    expect(planDown(['spark-a', 'spark-b'], units, found([], []))).toEqual({ actions: [], refusals: [] });
  });

  test('A6.3 B18.1 still stops the head when the worker is not reached, and names the worker', () => {
    const facts = new Map(found([row(head)], [])).set('spark-b', goneFacts('spark-b'));
    const { actions, refusals } = planDown(['spark-a', 'spark-b'], units, facts);
    expect(actions.map((action) => action.id)).toEqual(['rank/stop/spark-a']);
    expect(refusals).toMatchObject([{ id: 'rank.unreachable', node: 'spark-b', verdict: 'unknown' }]);
  });

  test('gives each rank the time its unit asks for, else the one its container has, and is proven by nothing being left', () => {
    const slow = { ...head, container: { ...head.container, stopTimeoutSeconds: 90 } };
    const [stop] = planDown(['spark-a'], [slow], found([row(head)], [])).actions;
    expect(stop?.work).toMatchObject({ deadlineMs: 150_000 });
    expect(stop?.work).toMatchObject({
      script: `docker stop -t 90 ${COFFEE} || true\n${removal(COFFEE)}`,
    });
    expect(stop?.proof?.judge(found([], []))).toEqual([]);
    expect(stop?.proof?.judge(found([row(head, { state: 'exited' })], []))).toMatchObject([
      { id: 'rank.left-over', subject: 'sparks-rank0' },
    ]);
    expect(stop?.proof?.judge(new Map([['spark-a', goneFacts('spark-a')]]))).toMatchObject([
      { verdict: 'unknown' },
    ]);
  });
});
