/** One `lab` verb at a time: a file that names the process that holds the lab. */
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { msg } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { startTicks, stillRuns } from './process.ts';

/** Takes the lock or throws, naming the holder. A holder that died is no holder. */
export async function takeLock(file: string): Promise<AsyncDisposable> {
  await mkdir(dirname(file), { recursive: true });
  const mine = `${file}.${process.pid}`;
  const ticks = await startTicks(process.pid);
  await writeFile(mine, JSON.stringify({ pid: process.pid, startTicks: ticks }));
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
      await rm(file, { force: true });
    }
    throw new Failure(msg('lab.held', { pid: 0 }), EXIT.held, file);
  } finally {
    await rm(mine, { force: true });
  }
}

async function readHolder(file: string): Promise<{ pid: number; startTicks: string } | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}
