import type { Reading } from '../change/types.ts';
import { known, noAnswer, unknown } from './reading.ts';
import type { Probe } from './types.ts';

/** Names of the recipe folders on a node. A folder is named by its content and appears whole, so its name is proof. */
export const recipeFiles: Probe<string[]> = {
  id: 'recipe-files',
  script: `
d=\${SW_STATE_DIR:-}/recipes
case $d in '~/'*) d=$HOME/\${d#'~/'};; esac
[ -e "$d" ] || exit 0
ls -1 -- "$d"
`,
  needsRoot: false,
  deadlineMs: 5_000,
  parse(out, err, rc): Reading<string[]> {
    if (rc !== 0) return noAnswer(err, rc) ?? unknown('failed', err || `exit ${rc}`);
    return known(
      out.split('\n').filter((name) => /^[\w.-]+-[0-9a-f]{12}$/.test(name)),
      out,
    );
  },
};
