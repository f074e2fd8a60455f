import type { Command } from 'commander';

/** Not for people: the head's side of a verb, started by the asker's side (docs/design.md, remote). */
export function register(program: Command): void {
  program.command('__serve <where>', { hidden: true }).action(async (where: string) => {
    const { serve } = await import('../../remote/serve.ts');
    process.exitCode = await serve(where);
    process.exit();
  });
}
