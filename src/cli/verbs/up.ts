import type { Command } from 'commander';
import { msg } from '../../message/message.ts';
import { durationFlag, flagsOf, type Tell } from '../flags.ts';

export function register(program: Command, tell: Tell): void {
  const command = program
    .command('up')
    .description(tell(msg('cli.verb.up')))
    .option('--no-fetch', tell(msg('cli.flag.no-fetch')))
    .option('--wait <duration>', tell(msg('cli.flag.wait')))
    .option('--no-wait', tell(msg('cli.flag.no-wait')))
    .option('--exit-code', tell(msg('cli.flag.exit-code')))
    .option('--expose <where>', tell(msg('cli.flag.expose')));
  command.action(async () => {
    const flags = flagsOf<UpFlags>(command);
    const { onHead } = await import('../onhead.ts');
    await onHead(flags, { verb: 'up', options: upOptions(flags) });
  });
}

export interface UpFlags {
  fetch: boolean;
  wait?: string | boolean;
  exitCode?: boolean;
  expose?: string;
}

/** Flags of `up` and `restart` as what the workflow takes. */
export function upOptions(flags: ReturnType<typeof flagsOf<UpFlags>>) {
  const waitMs = durationFlag('--wait', typeof flags.wait === 'string' ? flags.wait : flags.timeout);
  return {
    fetch: flags.fetch !== false,
    wait: flags.wait !== false,
    ...(waitMs !== undefined && { waitMs }),
    exitCode: flags.exitCode === true,
    dryRun: flags.dryRun === true,
    yes: flags.yes === true,
    ...(flags.expose !== undefined && { expose: flags.expose }),
  };
}
