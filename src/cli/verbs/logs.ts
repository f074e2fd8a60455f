import type { Command } from 'commander';
import { msg } from '../../message/message.ts';
import { countFlag, flagsOf, type Tell } from '../flags.ts';

interface LogsFlags {
  follow?: boolean;
  rank?: string;
  tail?: string;
}

export function register(program: Command, tell: Tell): void {
  const command = program
    .command('logs')
    .description(tell(msg('cli.verb.logs')))
    .option('-f, --follow', tell(msg('cli.flag.follow')))
    .option('--rank <n>', tell(msg('cli.flag.rank')))
    .option('--tail <n>', tell(msg('cli.flag.tail')));
  command.action(async () => {
    const flags = flagsOf<LogsFlags>(command);
    const rank = countFlag('--rank', flags.rank, 0, 63);
    const tail = countFlag('--tail', flags.tail, 0, 100_000) ?? 200;
    const { onHead } = await import('../onhead.ts');
    const options = { tail, follow: flags.follow === true, ...(rank !== undefined && { rank }) };
    await onHead(flags, { verb: 'logs', options });
  });
}
