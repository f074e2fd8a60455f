/** What commander refuses, said in our words with the nearest valid one. */
import type { Command, CommanderError } from 'commander';
import { type Message, msg } from '../message/message.ts';
import { nearest } from '../text/nearest.ts';

export function usageSentence(error: CommanderError, program: Command, words: readonly string[]): Message {
  const quoted = /'([^']*)'/.exec(error.message)?.[1] ?? '';
  const command = commandOf(program, words);
  switch (error.code) {
    case 'commander.unknownOption':
      return withNearest('option', quoted, optionNames(command));
    case 'commander.unknownCommand':
      return withNearest(
        'verb',
        quoted,
        command.commands.map((each) => each.name()).filter((name) => !name.startsWith('__')),
      );
    case 'commander.excessArguments':
      return excess(command);
    case 'commander.help':
      return msg('cli.usage.verb-missing', { command: fullName(command) });
    default:
      return msg('cli.usage.other', { what: error.message.replace(/^error: /, '') });
  }
}

/** A group such as `lab` takes a stray word as an argument too many: it is an unknown verb of the group. */
function excess(command: Command): Message {
  const names = command.commands.map((each) => each.name()).filter((name) => !name.startsWith('__'));
  const stray = command.args[command.registeredArguments.length] ?? '';
  return names.length > 0
    ? withNearest('verb', stray, names)
    : msg('cli.usage.excess', { word: stray, command: fullName(command) });
}

function withNearest(kind: 'option' | 'verb', word: string, valid: string[]): Message {
  const near = nearest(word, valid);
  if (kind === 'option') {
    return near === undefined
      ? msg('cli.usage.option', { word })
      : msg('cli.usage.option-near', { word, near });
  }
  return near === undefined
    ? msg('cli.usage.verb', { word, valid: valid.join(', ') })
    : msg('cli.usage.verb-near', { word, near });
}

function commandOf(program: Command, words: readonly string[]): Command {
  let command = program;
  for (const word of words) command = command.commands.find((each) => each.name() === word) ?? command;
  return command;
}

function optionNames(command: Command): string[] {
  const own = command.options.flatMap((option) => [option.long, option.short]);
  const above = command.parent === null ? [] : optionNames(command.parent);
  return [...own.filter((name) => name !== undefined && name !== null), ...above];
}

function fullName(command: Command): string {
  return command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;
}
