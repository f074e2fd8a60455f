import type { Command } from 'commander';
import { msg } from '../../message/message.ts';
import { flagsOf, type Tell } from '../flags.ts';

export function register(program: Command, tell: Tell): void {
  const command = program
    .command('smoke')
    .description(tell(msg('cli.verb.smoke')))
    .option('--ask <prompt>', tell(msg('cli.flag.ask')));
  command.action(async () => {
    const flags = flagsOf<{ ask?: string }>(command);
    const [{ onHead }, { smokeLines }] = await Promise.all([
      import('../onhead.ts'),
      import('../report/smoke.ts'),
    ]);
    const options = flags.ask === undefined ? {} : { ask: flags.ask };
    await onHead(flags, { verb: 'smoke', options }, { document: smokeLines });
  });
}
