/** `init`: writes a commented cluster file; asks what the flags do not say, where there is somebody to ask. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { planInit } from '../cluster/init.ts';
import { clusterFileName } from '../cluster/load.ts';
import { msg, say } from '../message/message.ts';
import { allRecipes, loadNamedRecipe } from '../recipe/find.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { nearest } from '../text/nearest.ts';
import { type Flags, languageOfFlags } from './flags.ts';
import { printAnswer, tellWith } from './report/print.ts';
import { askLine } from './report/question.ts';

export interface InitFlags extends Flags {
  head?: string;
  worker: string[];
  recipe?: string;
  name?: string;
  output?: string;
  force?: boolean;
}

export async function init(flags: InitFlags): Promise<void> {
  const language = languageOfFlags(flags);
  const tell = tellWith(flags);
  const wish = await completeWish(flags);
  const recipe = await chosenRecipe(wish.recipe);
  const path = resolve(flags.output ?? flags.config ?? clusterFileName);
  const existing = await readFile(path, 'utf8').catch(() => undefined);
  const plan = planInit(
    {
      ...wish,
      recipe: recipe.name,
      language,
      loaded: recipe.loaded,
      ...(flags.name !== undefined && { name: flags.name }),
    },
    { path, existing, force: flags.force === true },
  );
  const document = { ok: true, file: path, written: !plan.unchanged && flags.dryRun !== true };
  if (flags.dryRun === true) {
    printAnswer(flags, document, plan.text.trimEnd().split('\n'));
    return;
  }
  const said: string[] = [];
  if (!plan.unchanged) {
    if (existing !== undefined) {
      const copy = `${path}.bak-${new Date().toISOString().replace(/[-:]/g, '').slice(0, 15)}`;
      await writeFile(copy, existing, { flag: 'wx' });
      said.push(tell(msg('cli.kept-copy', { file: copy })));
    }
    await writeFile(`${path}.part`, plan.text);
    await rename(`${path}.part`, path);
  }
  printAnswer(flags, document, [...said, tell(msg('cli.wrote', { file: path }))]);
}

interface Wish {
  head: string;
  workers: string[];
  recipe: string | undefined;
}

/** What the flags say, completed at the terminal; without one, missing flags are a usage error. */
async function completeWish(flags: InitFlags): Promise<Wish> {
  const { head, worker: workers, recipe } = flags;
  if (head !== undefined && workers.length > 0) return { head, workers, recipe };
  if (!process.stdin.isTTY || flags.json === true || flags.yes === true) {
    throw new Failure(msg('cli.init-needs'), EXIT.usage);
  }
  const language = languageOfFlags(flags);
  const ask = (message: Parameters<typeof say>[0]) => askLine(`${say(message, language)} `);
  const answered = head ?? (await ask(msg('cluster.init.askHead')));
  const more = workers.length > 0 ? workers : (await ask(msg('cluster.init.askWorkers'))).split(/[\s,]+/);
  const targets = more.filter((target) => target !== '');
  if (answered.trim() === '' || targets.length === 0) throw new Failure(msg('cli.init-needs'), EXIT.usage);
  return { head: answered.trim(), workers: targets, recipe };
}

/** The recipe by name, or the only one that runs on a Spark; a name that is none is refused with the nearest. */
async function chosenRecipe(name: string | undefined) {
  const found = await allRecipes(process.env);
  const names = found.map((each) => each.name);
  const wanted = name ?? names[0] ?? '';
  if (!names.includes(wanted) && !/^[./]/.test(wanted)) {
    const near = nearest(wanted, names);
    const values = { flag: '--recipe', valid: near ?? names.join(', '), text: wanted };
    throw new Failure(msg('cli.choice-form', values), EXIT.usage);
  }
  const loaded = await loadNamedRecipe(wanted, process.cwd(), process.env);
  return { name: wanted, loaded: loaded.recipe };
}
