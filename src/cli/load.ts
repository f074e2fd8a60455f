/** The files of a request: the cluster file, its recipe, and whether the owner agrees to an unknown recipe. */
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { findClusterFile, loadCluster } from '../cluster/load.ts';
import type { LoadedCluster } from '../cluster/types.ts';
import type { RequestBase } from '../life/wish.ts';
import { type Message, msg } from '../message/message.ts';
import { builtInFolder, isBuiltIn, loadNamedRecipe } from '../recipe/find.ts';
import { whatItMayDo } from '../recipe/may.ts';
import { aliasesIn, parseSets } from '../recipe/settings.ts';
import { isTrusted, trust } from '../recipe/trust.ts';
import type { LoadedRecipe } from '../recipe/types.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { type Flags, languageOfFlags } from './flags.ts';
import type { View } from './report/view.ts';

export interface Loaded {
  cluster: LoadedCluster;
  recipe: LoadedRecipe;
}

export async function loadClusterFile(flags: Flags): Promise<LoadedCluster> {
  return await loadCluster(await findClusterFile(flags.config, process.cwd(), process.env));
}

export async function loadRecipeOf({ cluster, file }: LoadedCluster): Promise<LoadedRecipe> {
  return await loadNamedRecipe(cluster.recipe, dirname(file), process.env);
}

/** The cluster file and its recipe, as this machine has them. */
export async function loadBoth(flags: Flags): Promise<Loaded> {
  const cluster = await loadClusterFile(flags);
  return { cluster, recipe: await loadRecipeOf(cluster) };
}

/** The part of a request that all verbs share. Of the environment only knob aliases travel. */
export function requestBase(
  cluster: LoadedCluster,
  recipe: LoadedRecipe | undefined,
  flags: Flags,
): RequestBase {
  return {
    version: 1,
    language: languageOfFlags(flags),
    cluster: { text: cluster.text, file: cluster.file },
    recipe: recipe === undefined ? null : { name: recipe.recipe.name, files: recipe.files },
    nodes: flags.node,
    set: parseSets(flags.set),
    environment: recipe === undefined ? {} : aliasesIn(recipe.recipe, process.env),
  };
}

/** An unknown recipe shows what it may do and is asked about once for its content; a changed one is asked again. */
export async function agreeTo(recipe: LoadedRecipe, view: View): Promise<void> {
  if (await isBuiltIn(recipe, await builtInFolder())) return;
  const state = join(process.env.XDG_STATE_HOME || join(homedir(), '.local/state'), 'sparkwright');
  if (await isTrusted(state, recipe.hash)) return;
  const { name } = recipe.recipe;
  const may: Message[] = whatItMayDo(recipe);
  view.note(msg('cli.recipe-unknown', { name, hash: recipe.hash.slice(0, 12) }));
  for (const message of may) view.note(message);
  if (!(await view.ask(msg('cli.recipe-ask', { name })))) {
    throw new Failure(msg('cli.recipe-declined', { name }), EXIT.refused);
  }
  await trust(state, recipe.hash, name);
}
