import type { Command } from 'commander';
import { msg } from '../../message/message.ts';
import { flagsOf, type Tell } from '../flags.ts';
import { type UpFlags, upOptions } from './up.ts';

export function register(program: Command, tell: Tell): void {
  const command = program.command('restart').description(tell(msg('cli.verb.restart')));
  command.action(async () => {
    const flags = flagsOf<UpFlags>(command);
    const { onHead } = await import('../onhead.ts');
    await onHead(flags, { verb: 'restart', options: upOptions(flags) });
  });
}
