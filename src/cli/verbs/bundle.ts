import type { Command } from 'commander';
import { msg } from '../../message/message.ts';
import { flagsOf, type Tell } from '../flags.ts';

export function register(program: Command, tell: Tell): void {
  const command = program
    .command('bundle')
    .description(tell(msg('cli.verb.bundle')))
    .option('-o, --output <file>', tell(msg('cli.flag.bundle-output')));
  command.action(async () => {
    const flags = flagsOf<{ output?: string }>(command);
    await (await import('../bundleverb.ts')).bundle(flags, flags.output);
  });
}
