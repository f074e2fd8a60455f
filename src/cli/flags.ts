/** The flags that every verb takes, and what is made of them. */
import type { Command } from 'commander';
import { type Language, languageFrom, type Message, msg } from '../message/message.ts';
import { EXIT, Failure } from '../text/failure.ts';
import { parseSeconds } from '../text/units.ts';
import type { ViewOptions } from './report/view.ts';

export interface Flags {
  config?: string;
  node: string[];
  set: string[];
  json?: boolean;
  events?: boolean;
  dryRun?: boolean;
  yes?: boolean;
  quiet?: boolean;
  verbose?: boolean;
  color: boolean;
  lang?: string;
  timeout?: string;
}

export type Tell = (message: Message) => string;

/** A verb's own options together with the global ones. */
export function flagsOf<T>(command: Command): Flags & T {
  return command.optsWithGlobals() as Flags & T;
}

export function languageOfFlags(flags: Flags): Language {
  return languageFrom(flags.lang, process.env);
}

export function viewOptions(flags: Flags, document?: ViewOptions['document']): ViewOptions {
  return {
    language: languageOfFlags(flags),
    json: flags.json === true,
    events: flags.events === true,
    detail: flags.quiet === true ? 'quiet' : flags.verbose === true ? 'verbose' : 'usual',
    colour: flags.color && (process.env.NO_COLOR ?? '') === '',
    yes: flags.yes === true,
    ...(document && { document }),
  };
}

/** `--steal`: given, it is the word by which the lock is taken from another run; nothing more is asked. */
export function stealOption(flags: { steal?: boolean }): { steal?: true } {
  return flags.steal === true ? { steal: true } : {};
}

/** A duration flag in milliseconds: 90, 90s, 10m. */
export function durationFlag(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = parseSeconds(text);
  if (!seconds.ok) throw new Failure(msg('cli.duration-form', { flag: name, text }), EXIT.usage);
  return seconds.value * 1000;
}

/** A whole number flag within a range. */
export function countFlag(
  name: string,
  text: string | undefined,
  least: number,
  most: number,
): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new Failure(msg('cli.count-form', { flag: name, text, least, most }), EXIT.usage);
  }
  return value;
}
