import type { Command } from 'commander';
import { msg } from '../../message/message.ts';
import { EXIT, Failure } from '../../text/failure.ts';
import { durationFlag, type Flags, flagsOf, stealOption, type Tell } from '../flags.ts';

export interface UpFlags {
  fetch: boolean;
  wait?: string | boolean;
  exitCode?: boolean;
  expose?: string;
  steal?: boolean;
}

export function register(program: Command, tell: Tell): void {
  registerUp(program, tell, 'up');
}

/** `up` and `restart` take the same flags. */
export function registerUp(program: Command, tell: Tell, verb: 'up' | 'restart'): void {
  const command = program
    .command(verb)
    .description(tell(verb === 'up' ? msg('cli.verb.up') : msg('cli.verb.restart')))
    .option('--no-fetch', tell(msg('cli.flag.no-fetch')))
    .option('--wait <duration>', tell(msg('cli.flag.wait')))
    .option('--no-wait', tell(msg('cli.flag.no-wait')))
    .option('--exit-code', tell(msg('cli.flag.exit-code')))
    .option('--expose <where>', tell(msg('cli.flag.expose')))
    .option('--steal', tell(msg('cli.flag.steal')));
  command.action(async () => {
    const flags = flagsOf<UpFlags>(command);
    const options = upOptions(flags);
    const exposure = exposureOf(flags.expose);
    const { onHead } = await import('../onhead.ts');
    await onHead(flags, { verb, options }, { ...(exposure && { exposure }) });
  });
}

function upOptions(flags: Flags & UpFlags) {
  const waitMs = durationFlag('--wait', typeof flags.wait === 'string' ? flags.wait : undefined);
  const timeoutMs = durationFlag('--timeout', flags.timeout);
  return {
    fetch: flags.fetch !== false,
    wait: flags.wait !== false,
    ...(waitMs !== undefined && { waitMs }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    exitCode: flags.exitCode === true,
    dryRun: flags.dryRun === true,
    yes: flags.yes === true,
    ...stealOption(flags),
  };
}

/** The LAN is reached through our authenticated front, which is not there yet; the engine itself only by its word. */
function exposureOf(word: string | undefined): 'engine' | undefined {
  if (word === undefined || word === 'engine') return word;
  if (word === 'lan') throw new Failure(msg('cli.expose-lan'), EXIT.usage);
  throw new Failure(msg('cli.choice-form', { flag: '--expose', valid: 'engine', text: word }), EXIT.usage);
}
