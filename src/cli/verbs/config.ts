import type { Command } from 'commander';
import { msg } from '../../message/message.ts';
import { flagsOf, type Tell } from '../flags.ts';

export function register(program: Command, tell: Tell): void {
  const config = program.command('config').description(tell(msg('cli.verb.config')));
  const show = config.command('show').description(tell(msg('cli.verb.config.show')));
  show.action(async () => (await import('../configverbs.ts')).show(flagsOf(show)));
  const validate = config.command('validate').description(tell(msg('cli.verb.config.validate')));
  validate.action(async () => (await import('../configverbs.ts')).validate(flagsOf(validate)));
}
