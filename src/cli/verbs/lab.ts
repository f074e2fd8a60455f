import type { Command } from 'commander';
import { msg } from '../../message/message.ts';
import { countFlag, flagsOf, type Tell } from '../flags.ts';

export function register(program: Command, tell: Tell): void {
  const lab = program.command('lab').description(tell(msg('cli.verb.lab')));
  const up = lab
    .command('up')
    .description(tell(msg('cli.verb.lab.up')))
    .option('--nodes <n>', tell(msg('cli.flag.nodes')))
    .option('--no-engine', tell(msg('cli.flag.no-engine')));
  up.action(async () => {
    const flags = flagsOf<{ nodes?: string; engine: boolean }>(up);
    const nodes = countFlag('--nodes', flags.nodes, 2, 4) ?? 2;
    await (await import('../labverbs.ts')).up(flags, { nodes, engine: flags.engine });
  });
  const down = lab
    .command('down')
    .description(tell(msg('cli.verb.lab.down')))
    .option('--purge', tell(msg('cli.flag.purge')));
  down.action(async () => {
    const flags = flagsOf<{ purge?: boolean }>(down);
    await (await import('../labverbs.ts')).down(flags, flags.purge === true);
  });
  const status = lab.command('status').description(tell(msg('cli.verb.lab.status')));
  status.action(async () => (await import('../labverbs.ts')).status(flagsOf(status)));
  const reset = lab.command('reset <node>').description(tell(msg('cli.verb.lab.reset')));
  reset.action(async (node: string) => (await import('../labverbs.ts')).reset(flagsOf(reset), node));
  const shell = lab.command('shell <node> [words...]').description(tell(msg('cli.verb.lab.shell')));
  shell.action(async (node: string, words: string[]) => (await import('../labverbs.ts')).shell(node, words));
}
