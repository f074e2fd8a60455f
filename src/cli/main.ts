/** The command line: flags in, one workflow called, a result shown. Each verb loads only what it needs. */
import { enableCompileCache } from 'node:module';
import { Command, CommanderError, Option } from 'commander';
import { type Language, languageFrom, type Message, msg, say } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { toolVersion } from '../text/version.ts';
import { usageSentence } from './usage.ts';
import { register as attach } from './verbs/attach.ts';
import { register as bundle } from './verbs/bundle.ts';
import { register as config } from './verbs/config.ts';
import { register as down } from './verbs/down.ts';
import { register as explain } from './verbs/explain.ts';
import { register as init } from './verbs/init.ts';
import { register as lab } from './verbs/lab.ts';
import { register as logs } from './verbs/logs.ts';
import { register as recipe } from './verbs/recipe.ts';
import { register as render } from './verbs/render.ts';
import { register as restart } from './verbs/restart.ts';
import { register as schema } from './verbs/schema.ts';
import { register as serve } from './verbs/serve.ts';
import { register as smoke } from './verbs/smoke.ts';
import { register as status } from './verbs/status.ts';
import { register as undo } from './verbs/undo.ts';
import { register as up } from './verbs/up.ts';

enableCompileCache();

/** Help is said in the language of the flag or the locale; a flag is looked for before anything is parsed. */
function languageOf(words: readonly string[]): Language {
  const at = words.indexOf('--lang');
  const flag = at === -1 ? words.find((word) => word.startsWith('--lang='))?.slice(7) : words[at + 1];
  return languageFrom(flag, process.env);
}

export function programFor(language: Language): Command {
  const tell = (message: Message) => say(message, language);
  const program = new Command('sparkwright');
  program
    .description(tell(msg('cli.about')))
    .version(toolVersion(), '-V, --version', tell(msg('cli.flag.version')))
    .helpOption('-h, --help', tell(msg('cli.flag.help')))
    .helpCommand(false)
    .option('-c, --config <file>', tell(msg('cli.flag.config')))
    .option('--node <name>', tell(msg('cli.flag.node')), collect, [])
    .option('--set <knob=value>', tell(msg('cli.flag.set')), collect, [])
    .option('--json', tell(msg('cli.flag.json')))
    .option('--events', tell(msg('cli.flag.events')))
    .option('--dry-run', tell(msg('cli.flag.dry-run')))
    .option('-y, --yes', tell(msg('cli.flag.yes')))
    .option('-q, --quiet', tell(msg('cli.flag.quiet')))
    .option('-v, --verbose', tell(msg('cli.flag.verbose')))
    .option('--no-color', tell(msg('cli.flag.no-color')))
    .addOption(new Option('--lang <language>', tell(msg('cli.flag.lang'))).choices(['en', 'zh']))
    .option('--timeout <duration>', tell(msg('cli.flag.timeout')))
    .showSuggestionAfterError(false);
  for (const register of [
    init,
    up,
    down,
    restart,
    undo,
    status,
    logs,
    attach,
    explain,
    smoke,
    bundle,
    render,
    recipe,
    config,
    schema,
    lab,
    serve,
  ]) {
    register(program, tell);
  }
  const quieten = (command: Command) => {
    command.exitOverride().configureOutput({ writeErr: () => undefined });
    command.commands.forEach(quieten);
  };
  quieten(program);
  return program;
}

function collect(value: string, before: string[]): string[] {
  return [...before, value];
}

export async function main(words: string[]): Promise<number> {
  const language = languageOf(words);
  const program = programFor(language);
  // A reader that leaves early (head, less) is no error to speak of, but what was begun is not done either.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.stderr.write(`${error.message}\n`);
    process.exit(error.code === 'EPIPE' ? EXIT.interrupted : EXIT.failed);
  });
  // Progress that nobody reads is no reason to stop.
  process.stderr.on('error', () => undefined);
  try {
    if (words.length === 0) {
      program.outputHelp();
      return 0;
    }
    await program.parseAsync(words, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      return await report(new Failure(usageSentence(error, program, words), EXIT.usage));
    }
    return await report(error);
  }

  async function report(error: unknown): Promise<number> {
    const { reportFailure } = await import('./report/failure.ts');
    return reportFailure(error, {
      language,
      json: words.includes('--json'),
      verbose: words.includes('--verbose') || words.includes('-v'),
    });
  }
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
