import type { Finding } from '../change/types.ts';
import type { Deployment } from '../deployment/types.ts';
import { probeReady } from '../engine/ready.ts';
import type { ClusterFacts } from '../facts/types.ts';
import { plannedStep } from '../gate/plan-view.ts';
import { writeIntent, writeReceipt } from '../gate/state.ts';
import { msg } from '../message/message.ts';
import { EXIT } from '../text/failure.ts';
import { toolVersion } from '../text/version.ts';
import { type BootEnd, followBoot } from './boot.ts';
import { bootFailure } from './bootfailure.ts';
import { endpointOfServes } from './endpoint.ts';
import { appendBoot, readBoots } from './history.ts';
import { keepWish } from './kept.ts';
import { UP_ORDER } from './order.ts';
import { firstPlan } from './plan.ts';
import { RECEIPT_PROBES, receiptOf } from './receipt.ts';
import { demandWholeCluster, type Site } from './site.ts';
import type { Ended, UpOptions } from './wish.ts';

/** From what is to a deployment that answers. A second time: nothing to do (A5.12). */
export async function up(site: Site, options: UpOptions): Promise<Ended> {
  site.tellRun('up');
  demandWholeCluster(site, 'up');
  if (options.dryRun) return await dryRun(site);
  await using _lock = await site.lock('up', options.steal);
  return await bringUp(site, options);
}

/** The work of `up` and of the second half of `restart`; the lock is the caller's. */
export async function bringUp(site: Site, options: UpOptions, changedBefore = false): Promise<Ended> {
  const input = await planInput(site);
  const plan = firstPlan(input);
  const refused = refusalOf(site, plan.findings, changedBefore);
  if (refused !== undefined) return refused;
  const { deployment } = plan;
  if (deployment === undefined) throw new RangeError('no deployment and no refusal');

  const used = deployment.units.map((unit) => unit.node);
  const idle = site.nodeNames.filter((node) => !used.includes(node));
  if (idle.length > 0) {
    site.bus.emit({
      type: 'note',
      level: 'info',
      message: msg('life.idle-nodes', { nodes: idle.join(', ') }),
    });
  }
  const { recipe, cluster, set, environment } = site.wish;
  await keepWish(site.state, { recipe, cluster, set, environment });
  const acted = await runSteps(site, options, deployment, input.facts);
  if ('ended' in acted) return acted.ended;
  return await bringReady(site, options, deployment, acted.changed);
}

/** What would refuse `up` now; nothing where nothing does. */
export async function refusalNow(site: Site): Promise<Ended | undefined> {
  return refusalOf(site, firstPlan(await planInput(site)).findings);
}

async function planInput(site: Site) {
  const facts = await site.gather();
  return { recipe: site.recipe, cluster: site.cluster, settings: site.settings, facts };
}

/** Every finding is shown; those that refuse `up` end it with all of them at once. `changed`: something was done before. */
function refusalOf(site: Site, findings: Finding[], changed = false): Ended | undefined {
  for (const finding of findings) site.bus.emit({ type: 'finding', finding });
  const refusing = findings.filter((finding) => finding.refusesUp);
  if (refusing.length === 0) return undefined;
  return {
    exit: EXIT.refused,
    message: msg(changed ? 'life.refused-late' : 'life.refused', { count: refusing.length }),
    document: { ok: false, findings },
  };
}

/** The first plan of every step, shown; nothing is changed. */
export async function dryRun(site: Site): Promise<Ended> {
  const plan = firstPlan(await planInput(site));
  const refused = refusalOf(site, plan.findings);
  if (refused !== undefined) return refused;
  const steps = plan.steps.map(({ step, plan: planned }) => plannedStep(step.id, step.title, planned));
  site.bus.emit({ type: 'plan', steps, dryRun: true });
  return {
    exit: EXIT.done,
    message: msg('life.planned'),
    document: { ok: true, steps, findings: plan.findings },
  };
}

type Stepped = { ended: Ended } | { changed: boolean };

/** Each step plans over facts re-read since the last change; the gate does what it plans. */
async function runSteps(
  site: Site,
  options: UpOptions,
  deployment: Deployment,
  first: ClusterFacts,
): Promise<Stepped> {
  let facts = first;
  let changed = false;
  for (const step of UP_ORDER) {
    const { id, title } = step;
    site.bus.emit({ type: 'step', step: id, title, status: 'start' });
    const plan = step.plan({ deployment, recipe: site.recipe }, facts);
    const refused = refusalOf(site, plan.refusals, changed);
    if (refused !== undefined) return { ended: stepFailed(refused) };
    if (plan.actions.length === 0) {
      site.bus.emit({ type: 'step', step: id, title, status: 'nothing' });
      continue;
    }
    if (id === 'image' && !options.fetch) {
      const nodes = [...new Set(plan.actions.flatMap((action) => action.nodes))].join(', ');
      return { ended: stepFailed({ exit: EXIT.refused, message: msg('life.no-fetch', { nodes }) }) };
    }
    // From here on it is what the owner asked for, whoever interrupts the wait.
    if (id === 'ranks') await intentUp(site);
    const ran = await site.act(plan.actions, facts, options.yes);
    changed = true;
    if (ran.ended !== undefined) return { ended: stepFailed(ran.ended) };
    facts = ran.facts;
    site.bus.emit({ type: 'step', step: id, title, status: 'done' });

    function stepFailed(ended: Ended): Ended {
      site.bus.emit({ type: 'step', step: id, title, status: 'failed' });
      return ended;
    }
  }
  return { changed };
}

/** Waits until the engine really answers, and keeps what was learned. */
async function bringReady(
  site: Site,
  options: UpOptions,
  deployment: Deployment,
  changed: boolean,
): Promise<Ended> {
  const { serves } = deployment;
  const endpoint = await endpointOfServes(serves);
  const url = `${endpoint.base}/v1`;
  const place = { url, model: serves.model };
  if (!changed) {
    const ready = await probeReady({
      endpoint,
      servedName: serves.model,
      probe: site.recipe.recipe.boot.probe,
      signal: site.signal,
    });
    if (ready.ready) {
      await intentUp(site);
      const exit = options.exitCode ? EXIT.alreadyAsAsked : EXIT.done;
      return {
        exit,
        message: msg('life.nothing-to-do', place),
        document: { ok: true, changed: false, ...place },
      };
    }
  }
  if (!options.wait) {
    const units = deployment.units.map((unit) => `${unit.unit} (${unit.node})`).join(', ');
    return {
      exit: EXIT.done,
      message: msg('life.started', { units }),
      document: { ok: true, ready: false, ...place },
    };
  }
  const title = msg('life.step.ready');
  site.bus.emit({ type: 'step', step: 'ready', title, status: 'start' });
  const { recipe } = site.recipe;
  const end: BootEnd = await followBoot({
    deployment,
    recipe,
    hosts: site.hosts,
    endpoint,
    history: await readBoots(site.state, deployment.recipeHash),
    limitMs: bootLimitMs(options, recipe.boot.limitSeconds, process.uptime() * 1000),
    bus: site.bus,
    signal: site.signal,
  });
  if (end.kind !== 'ready') {
    site.bus.emit({ type: 'step', step: 'ready', title, status: 'failed' });
    return bootFailure(site.bus, deployment.units, end);
  }
  const after = await site.gather(RECEIPT_PROBES);
  const receipt = receiptOf(deployment, after, end.record, new Date(), toolVersion());
  await writeReceipt(site.state, receipt);
  if (changed) await appendBoot(site.state, deployment.recipeHash, end.record, new Date());
  site.bus.emit({ type: 'step', step: 'ready', title, status: 'done' });
  const { kvTokens, maxConcurrency } = end.record;
  if (kvTokens !== undefined && maxConcurrency !== undefined) {
    const message = msg('life.boot-facts', { kvTokens: kvTokens.toLocaleString('en'), maxConcurrency });
    site.bus.emit({ type: 'note', level: 'info', message });
  }
  if (serves.key !== null) {
    site.bus.emit({ type: 'note', level: 'info', message: msg('life.key-file', { file: serves.key.file }) });
  }
  const seconds = Math.round(end.record.seconds);
  return {
    exit: EXIT.done,
    message: msg('life.ready', { seconds, ...place }),
    document: { ok: true, changed, ready: true, seconds, ...place, boot: end.record },
  };
}

/** How long the boot may take: `--wait`, else what `--timeout` leaves of the run, else the recipe's limit. */
export function bootLimitMs(
  { waitMs, timeoutMs }: Pick<UpOptions, 'waitMs' | 'timeoutMs'>,
  limitSeconds: number,
  spentMs: number,
): number {
  if (waitMs !== undefined) return waitMs;
  return timeoutMs === undefined ? limitSeconds * 1000 : Math.max(0, timeoutMs - spentMs);
}

function intentUp(site: Site): Promise<void> {
  const at = new Date().toISOString();
  return writeIntent(site.state, { want: 'up', at, run: site.run, recipe: site.recipe.recipe.name });
}
