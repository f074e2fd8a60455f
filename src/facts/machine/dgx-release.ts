import type { Reading } from '../../change/types.ts';
import { keyValuesOf } from '../keyvalue.ts';
import { absent, known, noAnswer, unknown } from '../reading.ts';
import type { Probe } from '../types.ts';

/** What DGX OS says of itself. An update appends DGX_OTA_VERSION, so the last one counts. */
export interface DgxRelease {
  name: string | null; // DGX Spark
  prettyName: string | null;
  swBuild: string | null;
  platform: string | null; // the maker's name of the box
  isSpark: boolean;
  ota: string | null; // null: never updated
  osVersion: string | null; // ota, else swBuild
}

/** The file holds the machine's serial number: it is left out where it is read. */
export const dgxRelease: Probe<DgxRelease> = {
  id: 'dgx-release',
  script: '[ -e /etc/dgx-release ] || exit 0; head -c 65536 /etc/dgx-release | grep -vi serial',
  needsRoot: false,
  deadlineMs: 3_000,
  parse(out, err, rc): Reading<DgxRelease> {
    const failed = noAnswer(err, rc);
    if (failed !== undefined) return failed;
    if (/No such file/.test(err)) return absent('not-dgx-os', err);
    if (out.trim() === '') return rc <= 1 ? absent('not-dgx-os') : unknown('failed', err);
    const text = withoutSerial(out);
    const values = keyValuesOf(text);
    if (values.size === 0) return unknown('unreadable', text);
    const get = (key: string) => values.get(key) ?? null;
    const name = get('DGX_NAME');
    return known(
      {
        name,
        prettyName: get('DGX_PRETTY_NAME'),
        swBuild: get('DGX_SWBUILD_VERSION'),
        platform: get('DGX_PLATFORM'),
        isSpark: /spark/i.test(name ?? ''),
        ota: get('DGX_OTA_VERSION'),
        osVersion: get('DGX_OTA_VERSION') ?? get('DGX_SWBUILD_VERSION'),
      },
      text,
    );
  },
};

/** For text that did not come through the script: a bundle's copy of the file. */
export function withoutSerial(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/serial/i.test(line))
    .join('\n');
}
