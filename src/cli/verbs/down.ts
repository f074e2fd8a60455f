import type { Command } from 'commander';
import { msg } from '../../message/message.ts';
import { flagsOf, stealOption, type Tell } from '../flags.ts';

export function register(program: Command, tell: Tell): void {
  const command = program
    .command('down')
    .description(tell(msg('cli.verb.down')))
    .option('--steal', tell(msg('cli.flag.steal')));
  command.action(async () => {
    const flags = flagsOf<{ steal?: boolean }>(command);
    const { onHead } = await import('../onhead.ts');
    await onHead(flags, {
      verb: 'down',
      options: { dryRun: flags.dryRun === true, yes: flags.yes === true, ...stealOption(flags) },
    });
  });
}
