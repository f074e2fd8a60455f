import type { Command } from 'commander';
import { msg } from '../../message/message.ts';
import { flagsOf, stealOption, type Tell } from '../flags.ts';

interface UndoFlags {
  list?: boolean;
  steal?: boolean;
}

export function register(program: Command, tell: Tell): void {
  const command = program
    .command('undo [run-or-action]')
    .description(tell(msg('cli.verb.undo')))
    .option('--list', tell(msg('cli.flag.undo-list')))
    .option('--steal', tell(msg('cli.flag.steal')));
  command.action(async (what: string | undefined) => {
    const flags = flagsOf<UndoFlags>(command);
    const [{ onHead }, { undoLines }] = await Promise.all([
      import('../onhead.ts'),
      import('../report/undo.ts'),
    ]);
    const options = {
      ...(what !== undefined && { what }),
      list: flags.list === true,
      dryRun: flags.dryRun === true,
      yes: flags.yes === true,
      ...stealOption(flags),
    };
    await onHead(flags, { verb: 'undo', options }, { document: undoLines });
  });
}
