import type { Command } from 'commander';
import { msg } from '../../message/message.ts';
import { flagsOf, type Tell } from '../flags.ts';
import type { InitFlags } from '../initverb.ts';

export function register(program: Command, tell: Tell): void {
  const command = program
    .command('init')
    .description(tell(msg('cli.verb.init')))
    .option('--head <target>', tell(msg('cli.flag.head')))
    .option(
      '--worker <target>',
      tell(msg('cli.flag.worker')),
      (value: string, before: string[]) => [...before, value],
      [],
    )
    .option('--recipe <name>', tell(msg('cli.flag.recipe')))
    .option('--name <name>', tell(msg('cli.flag.name')))
    .option('-o, --output <file>', tell(msg('cli.flag.output')))
    .option('--force', tell(msg('cli.flag.force')));
  command.action(async () => (await import('../initverb.ts')).init(flagsOf<InitFlags>(command)));
}
