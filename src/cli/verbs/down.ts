import type { Command } from 'commander';
import { msg } from '../../message/message.ts';
import { flagsOf, type Tell } from '../flags.ts';

export function register(program: Command, tell: Tell): void {
  const command = program.command('down').description(tell(msg('cli.verb.down')));
  command.action(async () => {
    const flags = flagsOf(command);
    const { onHead } = await import('../onhead.ts');
    await onHead(flags, {
      verb: 'down',
      options: { dryRun: flags.dryRun === true, yes: flags.yes === true },
    });
  });
}
