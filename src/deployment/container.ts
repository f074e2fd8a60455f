import type { Circumstances } from '../recipe/condition.ts';
import { holds } from '../recipe/condition.ts';
import type { PlaceValues } from '../recipe/places.ts';
import { fillCommand, fillEnv, fillOrFail } from '../recipe/places.ts';
import type { Recipe, RecipeMount } from '../recipe/types.ts';
import type { Container, Mount, PatchStep, SecretMount } from './types.ts';
import { wrapEntrypoint } from './wrapper.ts';

/** Docker gives a container 10 s by default; a rank has been seen to need 12.7 s to end by itself (e2e). */
const STOP_SECONDS_MIN = 30;
/** Two files of 32 MiB: some boots of a chatty engine, never a disk. */
const LOG_BYTES_MAX = 64 * 1024 * 1024;
const SECRET_TARGET = '/run/secrets/sparkwright-api-key';

/** What one container is made from: the recipe's words, and everything that its node and rank settle. */
export interface ContainerWish {
  recipe: Recipe;
  circumstances: Circumstances;
  values: PlaceValues;
  image: string;
  /** Where the recipe's own files lie on the node. */
  recipeFolder: string;
  /** Host path of the API key on this node; undefined where the rank serves no API. */
  keyFile: string | undefined;
  labels: Record<string, string>;
}

/** The container of one rank. Throws the `Failure` of a place that has no value on this node. */
export function containerOf(wish: ContainerWish): Container {
  const { container, api } = wish.recipe;
  const { circumstances, values } = wish;
  const secrets: SecretMount[] =
    wish.keyFile === undefined ? [] : [{ name: api.keyEnv, fromFile: wish.keyFile, target: SECRET_TARGET }];
  const { env, unset } = environmentOf(wish, secrets);
  const patches: PatchStep[] = wish.recipe.patches
    .filter((patch) => patch.when === undefined || holds(patch.when, circumstances))
    .map((patch) => ({
      run: patch.run.map((word) => fillOrFail(word, values)),
      gate: patch.when ?? '',
      success: patch.success,
    }));
  const entrypoint = container.entrypoint.map((word) => fillOrFail(word, values));
  return {
    name: fillOrFail(container.name, values),
    image: wish.image,
    entrypoint: wrapEntrypoint(entrypoint, {
      secrets,
      patches,
      unset,
      prepend: container.prepend ?? {},
      fallback: container.fallback ?? {},
    }),
    env,
    unset,
    secrets,
    mounts: container.mounts
      .filter((mount) => mount.when === undefined || holds(mount.when, circumstances))
      .map((mount) => mountOf(mount, wish)),
    devices: container.devices,
    ulimits: container.ulimits,
    shmBytes: container.shmBytes,
    network: 'host',
    ipc: 'host',
    privileged: container.privileged,
    gpus: container.gpus ? 'all' : null,
    restart: container.restart,
    stopTimeoutSeconds: Math.max(STOP_SECONDS_MIN, container.stopTimeoutSeconds),
    logMaxBytes: LOG_BYTES_MAX,
    labels: wish.labels,
    patches,
    command: fillCommand(container.command, circumstances, values),
  };
}

/** Empty is a value like any other, but for the names that the recipe wants gone then; a secret has no value here. */
function environmentOf(wish: ContainerWish, secrets: readonly SecretMount[]) {
  const env: Record<string, string> = {};
  const unset: string[] = [];
  const { container } = wish.recipe;
  for (const [name, wanted] of Object.entries(container.env)) {
    if (secrets.some((secret) => secret.name === name)) continue;
    const value = fillEnv(wanted, wish.circumstances, wish.values);
    if (value !== undefined && !(value === '' && container.unsetWhenEmpty.includes(name))) env[name] = value;
  }
  for (const name of container.unsetWhenEmpty) if (env[name] === undefined) unset.push(name);
  return { env, unset };
}

/** A source that starts with ./ is a file of the recipe's folder, which lies on the node under its content's name. */
function mountOf(mount: RecipeMount, wish: ContainerWish): Mount {
  const source = fillOrFail(mount.source, wish.values);
  return {
    source: /^\.\/?/.test(source)
      ? `${wish.recipeFolder}/${source.replace(/^\.\/?/, '')}`.replace(/\/$/, '')
      : source,
    target: fillOrFail(mount.target, wish.values),
    readOnly: mount.readOnly,
    ...(mount.create === true ? { create: true } : {}),
  };
}
