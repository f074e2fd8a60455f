import type { Finding } from '../change/types.ts';
import type { Cluster, ClusterNode } from '../cluster/types.ts';
import type { ClusterFacts } from '../facts/types.ts';
import type { Circumstances } from '../recipe/condition.ts';
import { fillOrFail, type PlaceValues } from '../recipe/places.ts';
import type { KnobValue, LoadedRecipe } from '../recipe/types.ts';
import { containerOf } from './container.ts';
import { chooseFabric } from './fabric.ts';
import { keyFile, recipeFolder, stateFolder, underHome } from './folders.ts';
import { forecastOf } from './forecast.ts';
import { homeOf } from './home.ts';
import { LABEL } from './labels.ts';
import { membersOf } from './members.ts';
import { fabricView } from './ports.ts';
import { specHash } from './spec.ts';
import type { Deployment, NodeLink, Setting, Unit } from './types.ts';

export interface DeploymentWish {
  recipe: LoadedRecipe;
  cluster: Cluster;
  settings: Setting[];
  facts: ClusterFacts;
}

/**
 * Recipe, cluster and facts as exact containers: head is rank 0, workers are 1… in the order of the cluster file. What
 * all ranks must agree on comes from one value each. No deployment where a finding refuses it; `refusals` then holds
 * all that could be found at once. Throws the `Failure` of a place that has no value.
 */
export function resolveDeployment(wish: DeploymentWish): { deployment?: Deployment; refusals: Finding[] } {
  const { recipe, cluster, settings, facts } = wish;
  const { members, refusals: tooFew } = membersOf(recipe.recipe, cluster);
  if (tooFew.length > 0) return { refusals: tooFew };

  const homes = members.map((node) => homeOf(facts, node.name));
  const views = members.map((node) => fabricView(facts, node));
  const unread = [...homes, ...views].flatMap((each) => ('refusal' in each ? [each.refusal] : []));
  if (unread.length > 0) return { refusals: onlyOnce(unread) };

  const { links, refusals } = chooseFabric(
    views.flatMap((each) => ('view' in each ? [each.view] : [])),
    recipe.recipe.transport,
  );
  if (refusals.length > 0) return { refusals };
  const places = members.map((node, rank): Place => {
    const home = homes[rank];
    const link = links[rank];
    if (home === undefined || !('home' in home) || link === undefined) {
      throw new RangeError(`${node.name} has no home or link`);
    }
    return { node, rank, home: home.home, link };
  });
  return { deployment: assemble(wish, places, settings), refusals: [] };
}

/** One rank's place: its node, that node's home folder and link. */
interface Place {
  node: ClusterNode;
  rank: number;
  home: string;
  link: NodeLink;
}

function assemble(wish: DeploymentWish, places: readonly Place[], settings: Setting[]): Deployment {
  const { recipe, cluster } = wish;
  const [head] = places;
  if (head === undefined) throw new RangeError('a deployment has at least its head');
  const port = cluster.api.port ?? recipe.recipe.api.port;
  const address = cluster.exposure === 'engine' ? '0.0.0.0' : '127.0.0.1';
  const shared: Shared = { ...wish, nodes: places.length, headAddress: head.link.address, address, port };
  const units = places.map((place) => unitOf(shared, place));
  return {
    cluster: cluster.name,
    recipe: recipe.recipe.name,
    recipeHash: recipe.hash,
    units,
    serves: {
      node: head.node.name,
      address,
      port,
      model: servedName(shared, head),
      key: { file: underHome(keyFile(cluster, head.node), head.home) },
    },
    links: places.map((place) => place.link),
    settings,
    forecast: forecastOf(
      recipe.recipe,
      places.map((place) => place.node.name),
    ),
  };
}

/** What every rank is given alike. */
interface Shared extends DeploymentWish {
  nodes: number;
  headAddress: string;
  address: string;
  port: number;
}

function unitOf(shared: Shared, place: Place): Unit {
  const { recipe, cluster, nodes } = shared;
  const { rank } = place;
  const unit = `rank${rank}`;
  const values = valuesOf(shared, place);
  const circumstances: Circumstances = {
    role: rank === 0 ? 'head' : 'worker',
    keyed: true,
    knobs: knobsOf(shared, place),
  };
  const made = containerOf({
    recipe: recipe.recipe,
    circumstances,
    values,
    image: fillOrFail(recipe.recipe.image.reference, values),
    recipeFolder: recipeFolder(stateOf(shared, place), recipe),
    keyFile: rank === 0 ? underHome(keyFile(cluster, place.node), place.home) : undefined,
    labels: {},
  });
  const hash = specHash(made);
  const labels = {
    [LABEL.cluster]: cluster.name,
    [LABEL.unit]: unit,
    [LABEL.recipe]: recipe.recipe.name,
    [LABEL.spec]: hash,
  };
  return {
    unit,
    kind: 'rank',
    rank,
    node: place.node.name,
    follows: rank === 0 ? Array.from({ length: nodes - 1 }, (_, i) => `rank${i + 1}`) : [],
    container: { ...made, labels },
    specHash: hash,
  };
}

/** Values of every place of the recipe on one node (`placeNames` lists them), the knobs among them. */
function valuesOf(shared: Shared, place: Place): PlaceValues {
  const { recipe, cluster, nodes } = shared;
  const { link, node, home } = place;
  const state = stateOf(shared, place);
  const early: PlaceValues = { ...knobsOf(shared, place), cluster: cluster.name, home, state, nodes };
  const model = node.paths.model ?? cluster.paths.model ?? recipe.recipe.model.directory;
  return {
    ...early,
    rank: place.rank,
    tensorParallel: recipe.recipe.tensorParallel[String(nodes)],
    model: underHome(fillOrFail(model, early), home),
    image: fillOrFail(recipe.recipe.image.reference, early),
    servedName: fillOrFail(recipe.recipe.api.servedName, early),
    rendezvousPort: recipe.recipe.rendezvousPort,
    'api.host': shared.address,
    'api.port': shared.port,
    'head.address': shared.headAddress,
    'node.name': node.name,
    'node.address': link.address,
    'node.netdev': link.netdev,
    'node.rdmaDevices': link.rdmaDevices.length === 0 ? null : link.rdmaDevices.join(','),
    'node.gidIndex': link.gidIndex,
  };
}

/** Knobs as set, with the home of this node where a path starts with `~`. */
function knobsOf(shared: Shared, place: Place): Record<string, KnobValue> {
  return Object.fromEntries(
    shared.settings.map(({ knob, value }) => [
      knob,
      shared.recipe.recipe.knobs[knob]?.type === 'path' ? underHome(String(value), place.home) : value,
    ]),
  );
}

function servedName(shared: Shared, head: Place): string {
  return fillOrFail(shared.recipe.recipe.api.servedName, knobsOf(shared, head));
}

function stateOf(shared: Shared, place: Place): string {
  return underHome(stateFolder(shared.cluster, place.node), place.home);
}

/** A node that can't be reached is said once, not once for each thing that is missing of it. */
function onlyOnce(findings: readonly Finding[]): Finding[] {
  return findings.filter(
    (each, i) => findings.findIndex((other) => other.id === each.id && other.node === each.node) === i,
  );
}
