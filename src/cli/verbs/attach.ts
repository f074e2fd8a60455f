import type { Command } from 'commander';
import { msg } from '../../message/message.ts';
import { flagsOf, type Tell } from '../flags.ts';

export function register(program: Command, tell: Tell): void {
  const command = program.command('attach').description(tell(msg('cli.verb.attach')));
  command.action(async () => {
    const { attachOnHead } = await import('../onhead.ts');
    await attachOnHead(flagsOf(command));
  });
}
