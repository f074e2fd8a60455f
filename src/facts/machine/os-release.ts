import type { Reading } from '../../change/types.ts';
import { keyValuesOf } from '../keyvalue.ts';
import { known, noAnswer, unknown } from '../reading.ts';
import type { Probe } from '../types.ts';

/** The distribution. DGX OS does not show here: it calls itself Ubuntu. */
export interface OsRelease {
  id: string; // ubuntu
  versionId: string | null; // 24.04
  pretty: string | null;
  codename: string | null;
}

export const osRelease: Probe<OsRelease> = {
  id: 'os-release',
  script: 'head -c 65536 /etc/os-release',
  needsRoot: false,
  deadlineMs: 3_000,
  parse(out, err, rc): Reading<OsRelease> {
    const values = keyValuesOf(out);
    const id = values.get('ID');
    if (id === undefined) return noAnswer(err, rc) ?? unknown('unreadable', err || out);
    return known(
      {
        id,
        versionId: values.get('VERSION_ID') ?? null,
        pretty: values.get('PRETTY_NAME') ?? null,
        codename: values.get('VERSION_CODENAME') ?? null,
      },
      out,
    );
  },
};
