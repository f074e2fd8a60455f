import type { Command } from 'commander';
import { msg } from '../../message/message.ts';
import { flagsOf, type Tell } from '../flags.ts';

export function register(program: Command, tell: Tell): void {
  const command = program.command('status').description(tell(msg('cli.verb.status')));
  command.action(async () => {
    const [{ onHead }, { statusLines }] = await Promise.all([
      import('../onhead.ts'),
      import('../report/status.ts'),
    ]);
    await onHead(flagsOf(command), { verb: 'status', options: {} }, { document: statusLines });
  });
}
