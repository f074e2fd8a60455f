/**
 * The lab's real engine: a container image, the engine tree and a model, built once from registry packages.
 * Each is kept under a key over everything that determines it, so a second call only looks.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bus } from '../../event/bus.ts';
import type { Message } from '../../message/message.ts';
import { msg } from '../../message/message.ts';
import { EXIT, Failure } from '../../text/failure.ts';
import { labPaths } from '../paths.ts';
import { gigabytes } from '../space.ts';
import type { Engine } from './build.ts';
import { buildEngine, keptEngine } from './build.ts';
import { DOWNLOADS, removeAbandoned, workFolder } from './cache.ts';
import { demandOutside, outsideMissing, outsideObstacles } from './outside.ts';
import { ENGINE_PACKAGES, MODEL_NAME } from './pins.ts';
import type { EnginePlan } from './plan.ts';
import { bytesToFetch, enginePlan } from './plan.ts';

export interface PrepareOptions {
  cacheDir?: string; // default: SPARKWRIGHT_CACHE_DIR, then /var/cache/sparkwright
  bus: Bus;
  signal: AbortSignal;
  /** Asked once, and only when something has to be fetched or built. */
  ask: (question: Message) => Promise<boolean>;
}

export interface PreparedEngine {
  engineDir: string; // hosts see it as /srv/lab/engine, containers as /opt/engine
  imagesDir: string; // holds the docker-load archive
  modelsDir: string; // holds one folder a model
  modelDir: string;
  imageReference: string; // lab/vllm-cpu:0.32.0
  imageConfigDigest: string; // sha256:…, Docker's image id
  bytesFetched: number; // by this call
  diskBytes: number; // of all three, as they lie on disk
}

/** For the question only: waiting for two cores, and what stays; measured in December 2026. */
const MINUTES = 2;
const DISK_BYTES_ABOUT = 1_900_000_000;

/** What this machine lacks for the engine, as labMissing says it for the hosts; nothing where the cache has it all. */
export async function engineMissing(
  cacheDir: string,
): Promise<{ obstacles: Message[]; packages: readonly string[] }> {
  const built = Object.values(keptEngine(cacheDir, await enginePlan()));
  if (built.every((one) => one !== undefined)) return { obstacles: [], packages: [] };
  const packages = (await outsideMissing()).length > 0 ? ENGINE_PACKAGES : [];
  return { obstacles: await outsideObstacles(cacheDir), packages };
}

/** Gives the engine's folders, building what is not there. Building needs root on x86-64 Linux. */
export async function prepareEngine(options: PrepareOptions): Promise<PreparedEngine> {
  const cacheDir = options.cacheDir ?? labPaths().cache;
  // A builder's own umask would shut the hosts out of what they are given.
  process.umask(0o022);
  const plan = await enginePlan();
  const { image, tree, model } = keptEngine(cacheDir, plan);
  if (image !== undefined && tree !== undefined && model !== undefined) {
    return prepared({ image, tree, model }, 0);
  }
  await mkdir(cacheDir, { recursive: true });
  await demandOutside(cacheDir);
  const missing = { image: image === undefined, tree: tree === undefined, model: model === undefined };
  const wanted = {
    megabytes: megabytes(bytesToFetch(plan, missing)),
    minutes: MINUTES,
    gigabytes: gigabytes(DISK_BYTES_ABOUT),
    folder: cacheDir,
  };
  if (!(await options.ask(msg('lab.engine.ask', wanted)))) {
    throw new Failure(msg('lab.engine.declined'), EXIT.refused);
  }
  await removeAbandoned(cacheDir);
  const started = performance.now();
  const engine = await build(cacheDir, plan, options);
  const fetched = {
    debian: missing.image ? engine.image.record.bytesFetched : 0,
    packages: missing.tree ? engine.tree.record.bytesFetched : 0,
    model: missing.model ? engine.model.record.bytesFetched : 0,
  };
  const built = prepared(engine, fetched.debian + fetched.packages + fetched.model);
  const { bus } = options;
  const parts = {
    megabytes: megabytes(built.bytesFetched),
    packages: megabytes(fetched.packages),
    debian: megabytes(fetched.debian),
    model: megabytes(fetched.model),
  };
  bus.emit({ type: 'note', level: 'info', message: msg('lab.engine.fetched', parts) });
  const seconds = Math.round((performance.now() - started) / 1000);
  const values = { gigabytes: gigabytes(built.diskBytes), folder: cacheDir, seconds };
  bus.emit({ type: 'note', level: 'info', message: msg('lab.engine.ready', values) });
  return built;
}

/** Downloads outlive a broken build, for the next one; once all is built they go. */
async function build(cacheDir: string, plan: EnginePlan, options: PrepareOptions): Promise<Engine> {
  const scratch = await workFolder(cacheDir, 'scratch');
  const { bus, signal } = options;
  try {
    return await buildEngine({ cacheDir, plan, scratch, bus, signal });
  } finally {
    await rm(scratch, { recursive: true, force: true });
    const whole = Object.values(keptEngine(cacheDir, plan)).every((one) => one !== undefined);
    // Another builder that still lives may draw on them.
    if (whole && (await removeAbandoned(cacheDir)) === 0) {
      await rm(join(cacheDir, DOWNLOADS), { recursive: true, force: true });
    }
  }
}

function prepared(engine: Engine, bytesFetched: number): PreparedEngine {
  const { image, tree, model } = engine;
  const modelsDir = join(model.folder, 'models');
  return {
    engineDir: join(tree.folder, 'engine'),
    imagesDir: join(image.folder, 'images'),
    modelsDir,
    modelDir: join(modelsDir, MODEL_NAME),
    imageReference: image.record.reference,
    imageConfigDigest: image.record.id,
    bytesFetched,
    diskBytes: [image, tree, model].reduce((sum, one) => sum + one.record.diskBytes, 0),
  };
}

const megabytes = (bytes: number) => Math.round(bytes / 1e6);
