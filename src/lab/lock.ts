/** One `lab` verb at a time: a file that names the process that holds the lab. */
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { msg } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { type Identity, identityOf, stillRuns } from './process.ts';

/** Takes the lock or throws, naming the holder. A holder that died is no holder. */
export async function takeLock(file: string): Promise<AsyncDisposable> {
  await mkdir(dirname(file), { recursive: true });
  const mine = `${file}.${process.pid}`;
  await writeFile(mine, JSON.stringify(await identityOf(process.pid)));
  try {
    for (let tries = 0; tries < 3; tries += 1) {
      // A link is made whole or not at all, and never over another.
      const taken = await link(mine, file).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'EEXIST') return false;
          throw error;
        },
      );
      if (taken) return { [Symbol.asyncDispose]: () => rm(file, { force: true }) };
      const holder = await readHolder(file);
      if (holder !== undefined && (await stillRuns(holder))) {
        throw new Failure(msg('lab.held', { pid: holder.pid }), EXIT.held, file);
      }
      await setAside(file, `${mine}.stale`);
    }
    throw new Failure(msg('lab.held', { pid: 0 }), EXIT.held, file);
  } finally {
    await rm(mine, { force: true });
  }
}

/** Takes a dead holder's lock away; when another was quicker and it is a living one's by now, puts it back. */
async function setAside(file: string, aside: string): Promise<void> {
  const moved = await rename(file, aside).then(
    () => true,
    () => false,
  );
  if (!moved) return;
  const holder = await readHolder(aside);
  if (holder !== undefined && (await stillRuns(holder))) await link(aside, file).catch(() => {});
  await rm(aside, { force: true });
}

async function readHolder(file: string): Promise<Identity | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}
