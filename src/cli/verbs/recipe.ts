import type { Command } from 'commander';
import { msg } from '../../message/message.ts';
import { flagsOf, type Tell } from '../flags.ts';

export function register(program: Command, tell: Tell): void {
  const recipe = program.command('recipe').description(tell(msg('cli.verb.recipe')));
  const list = recipe.command('list').description(tell(msg('cli.verb.recipe.list')));
  list.action(async () => (await import('../recipeverbs.ts')).list(flagsOf(list)));
  const show = recipe.command('show <name>').description(tell(msg('cli.verb.recipe.show')));
  show.action(async (name: string) => (await import('../recipeverbs.ts')).show(flagsOf(show), name));
  const check = recipe.command('check <folder>').description(tell(msg('cli.verb.recipe.check')));
  check.action(async (folder: string) => (await import('../recipeverbs.ts')).check(flagsOf(check), folder));
}
