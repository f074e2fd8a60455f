import type { Reading } from '../../change/types.ts';
import { absent, known, noAnswer, unknown } from '../reading.ts';
import type { Probe } from '../types.ts';

export interface ModelFiles {
  directory: string;
  files: { path: string; bytes: number }[]; // relative, sorted by path; links are followed
  truncated: boolean; // more files than we read: a wrong directory, such as a whole home
  /** What find complained of: some of the folder could not be read. */
  complaint: string | null;
}

const FILES_MAX = 5_000;
const NOT_ASKED = 3;
const NO_DIRECTORY = 4;

/** Names and sizes, no content. A name with a newline is no file of a checkpoint and is left out. */
export const modelFiles: Probe<ModelFiles> = {
  id: 'model-files',
  script: `[ -n "$SW_MODEL_DIR" ] || { echo 'no model directory was asked for' >&2; exit ${NOT_ASKED}; }
printf 'directory\\t%s\\n' "$SW_MODEL_DIR"
[ -d "$SW_MODEL_DIR" ] || { ls -d -- "$SW_MODEL_DIR" >&2; exit ${NO_DIRECTORY}; }
find -L "$SW_MODEL_DIR/" -type f ! -path $'*\\n*' -printf '%s\\t%P\\n' | head -n ${FILES_MAX + 1}`,
  needsRoot: false,
  deadlineMs: 15_000,
  parse(out, err, rc): Reading<ModelFiles> {
    const failed = noAnswer(err, rc);
    if (failed !== undefined) return failed;
    const directory = /^directory\t(.+)$/m.exec(out)?.[1];
    if (rc === NOT_ASKED) return unknown('not-asked', err);
    if (rc === NO_DIRECTORY && /No such file/.test(err)) return absent('no-such-directory', directory ?? err);
    if (rc === NO_DIRECTORY) return unknown('no-directory', err || directory); // a file, or a folder we may not enter
    if (directory === undefined) return unknown('unreadable', err || out);
    const files = [...out.matchAll(/^(\d{1,16})\t(.+)$/gm)]
      .map((match) => ({ bytes: Number(match[1]), path: match[2] ?? '' }))
      .toSorted((a, b) => (a.path < b.path ? -1 : 1));
    return known(
      {
        directory,
        files: files.slice(0, FILES_MAX),
        truncated: files.length > FILES_MAX,
        complaint: err.trim() === '' ? null : err.trim().slice(0, 500),
      },
      out,
    );
  },
};
