import type { Command } from 'commander';
import { msg } from '../../message/message.ts';
import { flagsOf, type Tell } from '../flags.ts';

export function register(program: Command, tell: Tell): void {
  const command = program
    .command('explain [files...]')
    .description(tell(msg('cli.verb.explain')))
    .option('--at <time>', tell(msg('cli.flag.at')));
  command.action(async (files: string[]) => {
    const flags = flagsOf<{ at?: string }>(command);
    const { explainVerb } = await import('../explainverb.ts');
    await explainVerb(flags, files, flags.at);
  });
}
