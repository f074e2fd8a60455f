/** `lab up | down | status | reset | shell`: virtual Sparks on this machine. */
import { Bus } from '../event/bus.ts';
import { labDown } from '../lab/down.ts';
import { prepareEngine } from '../lab/engine/prepare.ts';
import { meetNeeds } from '../lab/install.ts';
import { labMissing } from '../lab/missing.ts';
import { labPaths } from '../lab/paths.ts';
import { labReset } from '../lab/reset.ts';
import { labShell } from '../lab/shell.ts';
import { labStatus } from '../lab/status.ts';
import { labUp } from '../lab/up.ts';
import { msg } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { type Flags, viewOptions } from './flags.ts';
import { printAnswer, tellWith } from './report/print.ts';
import { table } from './report/table.ts';
import { openView, type View } from './report/view.ts';

/** A view over a bus of our own: the lab works on this machine, no head is asked. */
async function labView(flags: Flags): Promise<{ view: View; bus: Bus; signal: AbortSignal }> {
  const view = await openView(viewOptions(flags));
  const bus = new Bus();
  bus.listen((event) => view.show(event));
  const stop = new AbortController();
  process.on('SIGINT', () => {
    if (stop.signal.aborted) process.exit(EXIT.interrupted);
    stop.abort(new Failure(msg('remote.interrupted'), EXIT.interrupted));
  });
  return { view, bus, signal: stop.signal };
}

export async function up(flags: Flags, wish: { nodes: number; engine: boolean }): Promise<void> {
  const { view, bus, signal } = await labView(flags);
  try {
    const ask = (message: Parameters<View['ask']>[0]) => view.ask(message);
    await meetNeeds(await labMissing(labPaths(), wish.engine), { ask }, bus, signal);
    // Minutes of building are not spent on a lab that another one stands in the way of.
    const standing = await labStatus();
    if (standing.up && standing.hosts.length !== wish.nodes) {
      throw new Failure(msg('lab.other-shape'), EXIT.refused);
    }
    const engine = wish.engine ? await prepareEngine({ bus, signal, ask }) : undefined;
    const lab = await labUp({ hosts: wish.nodes, bus, signal, ask, ...(engine && { engine }) });
    const message = msg('cli.lab.up', { file: lab.clusterFile });
    view.end({ exit: EXIT.done, message, document: { ok: true, ...lab, ...(engine && { engine }) } });
  } catch (error) {
    view.close();
    throw error;
  }
}

export async function down(flags: Flags, purge: boolean): Promise<void> {
  const { view, bus } = await labView(flags);
  try {
    const { changed, kept } = await labDown({ bus, purge });
    view.end({ exit: EXIT.done, message: msg('cli.lab.down'), document: { ok: true, changed, kept } });
  } catch (error) {
    view.close();
    throw error;
  }
}

export async function status(flags: Flags): Promise<void> {
  const seen = await labStatus();
  const tell = tellWith(flags);
  const rows = seen.hosts.map((host) => [
    host.name,
    host.role,
    host.state,
    host.address,
    `sudo ${host.sudo}`,
  ]);
  const lines = seen.up
    ? [...table(rows), seen.clusterFile ?? '']
    : [tell(msg('cli.lab.none')), ...table(rows)];
  printAnswer(flags, seen, lines);
}

export async function reset(flags: Flags, node: string): Promise<void> {
  const { view, bus, signal } = await labView(flags);
  try {
    await labReset(node, { bus, signal });
    view.end({ exit: EXIT.done, document: { ok: true, node } });
  } catch (error) {
    view.close();
    throw error;
  }
}

export async function shell(node: string, words: string[]): Promise<void> {
  process.exitCode = await labShell(node, words);
}
