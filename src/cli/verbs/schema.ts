import type { Command } from 'commander';
import { msg } from '../../message/message.ts';
import { EXIT, Failure } from '../../text/failure.ts';
import { flagsOf, languageOfFlags, type Tell } from '../flags.ts';

export function register(program: Command, tell: Tell): void {
  const command = program.command('schema <what>').description(tell(msg('cli.verb.schema')));
  command.action(async (what: string) => {
    if (what !== 'recipe' && what !== 'cluster') {
      throw new Failure(
        msg('cli.choice-form', { flag: 'schema', valid: 'recipe, cluster', text: what }),
        EXIT.usage,
      );
    }
    const language = languageOfFlags(flagsOf(command));
    const schema =
      what === 'recipe'
        ? (await import('../../recipe/json-schema.ts')).recipeJsonSchema(language)
        : (await import('../../cluster/json-schema.ts')).clusterJsonSchema(language);
    process.stdout.write(`${JSON.stringify(schema, null, 2)}\n`);
  });
}
