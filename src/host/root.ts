/** How a machine lets us be root: found without ever being asked for a password. */
import type { RootWay } from './types.ts';

/** Prints the way in one word; `sudo -n` never prompts. */
export const ROOT_SCRIPT = [
  'if [ "$EUID" = 0 ]; then echo is; exit 0; fi',
  'command -v sudo >/dev/null 2>&1 || { echo none; exit 0; }',
  'if said=$(sudo -n true 2>&1); then echo sudo -n; exit 0; fi',
  'printf "%s\\n" "$said" >&2',
  'case $said in *"password is required"*|*"terminal is required"*) echo asks;; *) echo none;; esac',
].join('\n');

export function rootWay(stdout: string): RootWay {
  const word = stdout.trim();
  return word === 'is' || word === 'sudo -n' || word === 'asks' ? word : 'none';
}
