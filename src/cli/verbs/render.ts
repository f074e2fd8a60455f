import type { Command } from 'commander';
import { msg } from '../../message/message.ts';
import { EXIT, Failure } from '../../text/failure.ts';
import { countFlag, flagsOf, type Tell } from '../flags.ts';

interface RenderFlags {
  rank?: string;
  format?: string;
  bundle?: string;
}

const FORMATS = ['docker', 'json', 'compose'] as const;

export function register(program: Command, tell: Tell): void {
  const command = program
    .command('render')
    .description(tell(msg('cli.verb.render')))
    .option('--rank <n>', tell(msg('cli.flag.rank')))
    .option('--format <format>', tell(msg('cli.flag.format')))
    .option('--bundle <file>', tell(msg('cli.flag.bundle')));
  command.action(async () => {
    const flags = flagsOf<RenderFlags>(command);
    const text = flags.format ?? (flags.json === true ? 'json' : 'docker');
    const format = FORMATS.find((known) => known === text);
    if (format === undefined) {
      throw new Failure(
        msg('cli.choice-form', { flag: '--format', valid: FORMATS.join(', '), text }),
        EXIT.usage,
      );
    }
    const rank = countFlag('--rank', flags.rank, 0, 63);
    const options = { format, ...(rank !== undefined && { rank }) };
    const verbs = await import('../renderverb.ts');
    if (flags.bundle !== undefined) await verbs.renderBundle(flags, options, flags.bundle);
    else await verbs.renderLive(flags, options);
  });
}
