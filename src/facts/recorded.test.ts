/** Every recorded output of every probe we have. FACTS_DIR points the same tests at more of the same kinds. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Reading } from '../change/types.ts';
import type { Disk } from './machine/df.ts';
import type { GpuState } from './machine/nvidia-smi-csv.ts';
import { allProbes } from './probes.ts';
import { codeOf } from './reading.ts';
import { linesOf } from './tree.ts';

const FOLDER = process.env.FACTS_DIR ?? join(import.meta.dirname, '../../test/fixtures/facts');

interface Recorded {
  command: string;
  exit_code: number;
  stderr: string | null;
  expected: unknown;
}

/** How a fixture writes what we give a better name, by subject; the others are compared as they are. */
const AS_FIXTURE: Record<string, (value: unknown, recorded: Recorded) => unknown> = {
  df: (value) =>
    (value as Disk[]).map((disk) => ({
      source: disk.source,
      fstype: disk.fstype,
      size: disk.sizeBytes,
      used: disk.usedBytes,
      avail: disk.availBytes,
      mount: disk.mount,
    })),
  'nvidia-smi-csv': (value) => {
    const { gpus, failure } = value as GpuState;
    return failure === null ? gpus : { error: failure.code, said: failure.message };
  },
  'ip-addr': (value, { expected }) => (Array.isArray(expected) ? value : (value as unknown[])[0]),
};

for (const probe of allProbes) {
  const folder = join(FOLDER, probe.id);
  if (!existsSync(folder)) continue;
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.expected.json'))
    .map((name) => name.replace('.expected.json', ''));
  describe(`${probe.id} reads recorded output`, () => {
    test.each(names)('%s', (name) => {
      const recorded = JSON.parse(readFileSync(join(folder, `${name}.expected.json`), 'utf8')) as Recorded;
      const reading = probe.parse(outputOf(join(folder, name)), recorded.stderr ?? '', recorded.exit_code);
      const asFixture = AS_FIXTURE[probe.id] ?? ((value: unknown) => value);
      if (reading.state === 'known') {
        expectShape(asFixture(reading.value, recorded), recorded.expected);
      } else {
        expectError(reading, recorded.expected as Record<string, string>);
      }
    });
  });
}

/** Standard output: the text itself, or a tree of files as the probe prints one. */
function outputOf(base: string): string {
  if (existsSync(`${base}.txt`)) return readFileSync(`${base}.txt`, 'utf8');
  const text = readFileSync(`${base}.json`, 'utf8');
  const json = JSON.parse(text) as { files?: Record<string, string | null> };
  return json.files === undefined ? text : linesOf(Object.entries(json.files));
}

function expectShape(value: unknown, expected: unknown): void {
  const error = (expected as { error?: string; passwordless?: boolean; ok?: boolean }) ?? {};
  if (error.error !== undefined && (value as { said?: string }).said !== undefined) {
    const { error: code, ...details } = expected as Record<string, string>;
    expect(value).toMatchObject({ error: code });
    for (const detail of Object.values(details)) expect((value as { said: string }).said).toContain(detail);
    return;
  }
  expect(value).toMatchObject(expected as object);
}

/** A fixture's error is the code of what is absent or unknown; its details stand in the evidence. */
function expectError(reading: Reading<unknown>, expected: Record<string, string>): void {
  const { error, ...details } = expected;
  expect(codeOf(reading)).toBe(error);
  const text = reading.state === 'unknown' ? reading.why : reading.state === 'absent' ? reading.evidence : '';
  for (const detail of Object.values(details)) expect(text).toContain(detail);
}
