import type { Command } from 'commander';

/** The page docs/cli.md: every verb with its words and options, as `--help` says them. */
export function cliPage(program: Command): string {
  const lines = [
    '# Verbs and options',
    '',
    'Generated from the program: `npm run docs`.',
    '',
    '## Everywhere',
    '',
  ];
  lines.push(...optionLines(program), '');
  for (const command of shown(program)) lines.push(...section(command, '##', program.name()));
  return `${lines.join('\n').trimEnd()}\n`;
}

function section(command: Command, level: string, above: string): string[] {
  const name = `${above} ${command.name()}`;
  const words = command.registeredArguments.map((word) =>
    word.required ? `<${word.name()}>` : `[${word.name()}]`,
  );
  const lines = [`${level} ${[name, ...words].join(' ')}`, '', `${command.description()}`, ''];
  const options = optionLines(command);
  if (options.length > 0) lines.push(...options, '');
  for (const each of shown(command)) lines.push(...section(each, `${level}#`, name));
  return lines;
}

function shown(command: Command): Command[] {
  return command.commands.filter((each) => !each.name().startsWith('__'));
}

function optionLines(command: Command): string[] {
  return command.options.map((option) => `- \`${option.flags}\`: ${option.description}`);
}
