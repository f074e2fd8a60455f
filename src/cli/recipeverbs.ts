/** `recipe list | show | check`. */
import { bootPhases } from '../engine/phases.ts';
import { say } from '../message/message.ts';
import { allRecipes, builtInFolder, isBuiltIn, loadNamedRecipe } from '../recipe/find.ts';
import { loadRecipe } from '../recipe/load.ts';
import {
  checkDocument,
  checkedMessage,
  type ListedRecipe,
  recipeDocument,
  recipeFacts,
  recipeRows,
} from '../recipe/views.ts';
import { IssuesFailure, issueLines } from '../text/located.ts';
import { type Flags, languageOfFlags } from './flags.ts';
import { printAnswer, tellWith } from './report/print.ts';
import { table } from './report/table.ts';

export async function list(flags: Flags): Promise<void> {
  const found = await allRecipes(process.env);
  const listed = await Promise.all(
    found.map(async (each): Promise<ListedRecipe> => {
      try {
        return { ...each, ok: true, loaded: await loadRecipe(each.folder) };
      } catch {
        return { ...each, ok: false };
      }
    }),
  );
  const rows = recipeRows(listed, languageOfFlags(flags));
  printAnswer(
    flags,
    { recipes: rows },
    table(rows.map((row) => [row.name, row.nodes, row.model, row.title])),
  );
}

export async function show(flags: Flags, name: string): Promise<void> {
  const loaded = await loadNamedRecipe(name, process.cwd(), process.env);
  const language = languageOfFlags(flags);
  const document = recipeDocument(loaded, await isBuiltIn(loaded, await builtInFolder()), language);
  const tell = tellWith(flags);
  const facts = table(recipeFacts(document).map(({ label, value }) => [tell(label), value]));
  const knobs = table(
    document.knobs.map((knob) => [
      `  ${knob.knob}`,
      knob.shown,
      knob.range,
      knob.aliases.join(' '),
      knob.says,
    ]),
  );
  const may = document.mayDo.map((line) => `  ${line}`);
  printAnswer(flags, document, [
    `${document.name}: ${document.title}`,
    document.summary,
    '',
    ...facts,
    '',
    ...may,
    '',
    ...knobs,
  ]);
}

export async function check(flags: Flags, folder: string): Promise<void> {
  const language = languageOfFlags(flags);
  try {
    const phases = bootPhases().map((phase) => phase.id);
    const loaded = await loadRecipe(folder, { phases });
    printAnswer(flags, checkDocument([], language), [say(checkedMessage(loaded), language)]);
  } catch (error) {
    if (!(error instanceof IssuesFailure)) throw error;
    const lines = error.issues.flatMap((issue) => issueLines(issue, language));
    printAnswer(flags, checkDocument(error.issues, language), [say(error.said, language), ...lines]);
    process.exitCode = error.exit;
  }
}
