import type { Command } from 'commander';
import type { Tell } from '../flags.ts';
import { registerUp } from './up.ts';

export function register(program: Command, tell: Tell): void {
  registerUp(program, tell, 'restart');
}
