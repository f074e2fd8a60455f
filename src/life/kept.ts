/** The wish that was last brought up, kept on the head: what runs can be looked at and stopped without its files. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../gate/atomic.ts';
import type { StateFolder } from '../gate/state.ts';
import { msg } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';
import type { RequestBase } from './wish.ts';

/** Cluster file, recipe, settings: everything but who asked. Holds no secret. */
export type KeptWish = Pick<RequestBase, 'cluster' | 'set' | 'environment' | 'exposure'> & {
  recipe: NonNullable<RequestBase['recipe']>;
};

const file = (state: StateFolder) => join(state.folder, 'wish.json');

export async function keepWish(state: StateFolder, wish: KeptWish): Promise<void> {
  await replaceFile(file(state), `${JSON.stringify(wish)}\n`);
}

/** The request with the kept recipe and settings where it brings none. Failure where nothing was ever brought up. */
export async function completed<T extends RequestBase>(
  state: StateFolder,
  request: T,
): Promise<T & KeptWish> {
  if (request.recipe !== null) return { ...request, recipe: request.recipe };
  const text = await readFile(file(state), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Failure(msg('life.no-kept-wish'), EXIT.usage);
    throw error;
  });
  const { recipe, set, environment } = JSON.parse(text) as KeptWish;
  return { ...request, recipe, set, environment };
}
