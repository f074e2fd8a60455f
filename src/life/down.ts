import { dockerPs } from '../facts/docker/docker-ps.ts';
import { plannedStep } from '../gate/plan-view.ts';
import { writeIntent } from '../gate/state.ts';
import { msg } from '../message/message.ts';
import { planDown } from '../rank/stop.ts';
import { EXIT } from '../text/failure.ts';
import { type Acted, demandWholeCluster, type Site } from './site.ts';
import type { DownOptions, Ended } from './wish.ts';

/** Stops every rank and proves that nothing is left; a node that cannot be reached makes it fail (A6.3, B18.1). */
export async function down(site: Site, options: DownOptions): Promise<Ended> {
  site.tellRun('down');
  demandWholeCluster(site, 'down');
  if (options.dryRun) {
    const plan = planDown(site.nodeNames, [], await site.gather([dockerPs]));
    for (const finding of plan.refusals) site.bus.emit({ type: 'finding', finding });
    const steps = [plannedStep('stop', msg('life.step.stop'), plan)];
    site.bus.emit({ type: 'plan', steps, dryRun: true });
    const ok = plan.refusals.length === 0;
    // What could not be read would make the real thing fail: a plan that leaves it out is not the whole plan.
    return {
      exit: ok ? EXIT.done : EXIT.failed,
      message: msg('life.planned'),
      document: { ok, steps, findings: plan.refusals },
    };
  }
  await using _lock = await site.lock('down', options.steal);
  // First, so that whatever keeps the deployment up does not bring it back meanwhile.
  await writeIntent(site.state, { want: 'down', at: new Date().toISOString(), run: site.run });
  return await stopAll(site);
}

/** The work of `down` and of the first half of `restart`; the lock is the caller's. */
export async function stopAll(site: Site): Promise<Ended> {
  const title = msg('life.step.stop');
  site.bus.emit({ type: 'step', step: 'stop', title, status: 'start' });
  const facts = await site.gather([dockerPs]);
  const plan = planDown(site.nodeNames, [], facts);
  for (const finding of plan.refusals) site.bus.emit({ type: 'finding', finding });
  // Whoever says down means it: stopping asks nothing more.
  const ran: Acted = plan.actions.length === 0 ? { facts } : await site.act(plan.actions, facts, true);
  const unread = plan.refusals.flatMap((finding) => finding.node ?? []);
  const left = site.nodeNames.filter((node) => {
    const reading = ran.facts.get(node)?.read(dockerPs);
    return reading?.state !== 'known' || reading.value.length > 0;
  });
  const nodes = site.nodeNames.join(', ');
  // What is left decides, not how the way there ended: another run may have removed the same.
  const interrupted = ran.ended?.exit === EXIT.interrupted;
  if (left.length > 0 || interrupted) {
    site.bus.emit({ type: 'step', step: 'stop', title, status: 'failed' });
    const message = msg('life.stop-failed', { nodes: left.join(', ') || nodes });
    const exit = interrupted ? EXIT.interrupted : EXIT.failed;
    return { exit, message, document: { ok: false, left, unreachable: unread } };
  }
  site.bus.emit({
    type: 'step',
    step: 'stop',
    title,
    status: plan.actions.length === 0 ? 'nothing' : 'done',
  });
  const values = { cluster: site.name, nodes };
  const message = plan.actions.length === 0 ? msg('life.already-down', values) : msg('life.stopped', values);
  return { exit: EXIT.done, message, document: { ok: true, changed: plan.actions.length > 0 } };
}
