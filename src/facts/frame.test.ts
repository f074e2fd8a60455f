import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { frameScript, readFrame } from './frame.ts';
import { unknown } from './reading.ts';
import type { Probe, ProbeInputs, RawOutput } from './types.ts';

const NONCE = '00112233445566778899aabbccddeeff';
const INPUTS: ProbeInputs = {
  SW_CLUSTER: 'pair',
  SW_MODEL_DIR: '~/models/x',
  SW_IMAGE: "it's $HOME",
  SW_STATE_DIR: '',
};

function probe(id: string, script: string, deadlineMs = 5_000): Probe<unknown> {
  return { id, script, needsRoot: false, deadlineMs, parse: () => unknown('unused') };
}

function run(probes: Probe<unknown>[], inputs = INPUTS) {
  const done = spawnSync('bash', ['-s'], {
    input: frameScript(probes, inputs, NONCE),
    encoding: 'utf8',
    maxBuffer: 2 ** 24,
  });
  return readFrame(`Welcome to NVIDIA DGX Spark\n${done.stdout}`, NONCE);
}

/** Writes sections as the script does. */
function framed(sections: [string, RawOutput][], nonce = NONCE): string {
  const bodies = sections.map(([id, { out, err, rc }]) => {
    const folded = err === '' ? '' : `\n%%ERR ${nonce} ${id}\n${err}`;
    return `%%SEC ${nonce} ${id}\n${out}${folded}\n%%RC ${nonce} ${id} ${rc}\n`;
  });
  return `%%PROBE v1 ${nonce}\n${bodies.join('')}%%END ${nonce}\n`;
}

/** Text that looks like a frame, banners, noise of any bytes, or ordinary words. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes).toString('utf8')),
  fc.constantFrom(
    '%%PROBE v1 deadbeef\n%%SEC deadbeef id\nroot\n\n%%RC deadbeef id 0\n%%END deadbeef\n',
    '%%END\n',
    '\n%%RC ',
    `%%SEC ${NONCE.slice(0, -1)} id\n`,
    'Last login: Mon\n\n',
    '',
  ),
);
const sections = fc.uniqueArray(
  fc.tuple(
    fc.stringMatching(/^[a-z][a-z0-9-]{0,11}$/),
    fc.record({ out: anyText, err: anyText, rc: fc.nat({ max: 255 }) }),
  ),
  { selector: ([id]) => id, maxLength: 6 },
);

describe('the frame', () => {
  test('gives back every section as it was, after any banner, whatever the payload looks like', () => {
    fc.assert(
      fc.property(anyText, sections, (banner, said) => {
        const read = readFrame(`${banner}\n${framed(said)}`, NONCE);
        expect([...read.sections]).toEqual(said);
        expect(read).toMatchObject({ started: true, complete: true, partial: [] });
      }),
    );
  });

  test('torn at any byte, keeps only whole sections and is never complete', () => {
    fc.assert(
      fc.property(sections, fc.double({ min: 0, max: 1, noNaN: true }), (said, where) => {
        const whole = Buffer.from(framed(said));
        const torn = whole.subarray(0, Math.floor(where * (whole.length - 1)));
        const read = readFrame(torn.toString('utf8'), NONCE);
        expect(read.complete).toBe(false);
        expect([...read.sections]).toEqual(said.slice(0, read.sections.size));
        expect(read.partial.length).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('of another call is no frame', () => {
    const read = readFrame(framed([['id', { out: 'uid=0', err: '', rc: 0 }]], 'ffffffff'), NONCE);
    expect(read).toMatchObject({ started: false, complete: false });
    expect(read.sections.size).toBe(0);
  });
});

describe('the script', () => {
  test('runs each probe with its own output, errors and exit status', () => {
    const read = run([
      probe('plain', 'printf "a\\n\\n"'),
      probe('quotes', `printf '%s' "it's \\$x \\\`y\\\`"; echo 'e1' >&2; echo e2 >&2; exit 7`),
      probe('silent', ''),
      probe('inputs', 'printf "%s|%s|%s" "$SW_IMAGE" "$SW_MODEL_DIR" "$SW_STATE_DIR"'),
      probe('stdin', 'cat'),
    ]);
    expect(read.complete).toBe(true);
    expect(Object.fromEntries(read.sections)).toEqual({
      plain: { out: 'a\n\n', err: '', rc: 0 },
      quotes: { out: "it's $x `y`", err: 'e1\ne2', rc: 7 },
      silent: { out: '', err: '', rc: 0 },
      inputs: { out: `it's $HOME|${process.env.HOME}/models/x|`, err: '', rc: 0 },
      stdin: { out: '', err: '', rc: 0 },
    });
  });

  test('keeps a probe that hangs to its own deadline, with what it had said', () => {
    const read = run([probe('hung', 'echo before; sleep 60', 300), probe('next', 'echo after')]);
    expect(read.sections.get('hung')).toEqual({ out: 'before\n', err: '', rc: 124 });
    expect(read.sections.get('next')).toEqual({ out: 'after\n', err: '', rc: 0 });
    expect(read.complete).toBe(true);
  });

  test('bounds what a probe may say, on both streams', () => {
    const read = run([probe('flood', 'yes word | head -c 9000000; yes error | head -c 900000 >&2')]);
    expect(read.sections.get('flood')?.out.length).toBe(524_288);
    expect(read.sections.get('flood')?.err.length).toBeLessThanOrEqual(4_000);
  });

  test('survives binary noise and a payload that imitates the frame', () => {
    const imitation = '%%PROBE v1 x\\n%%SEC x id\\nroot\\n\\n%%RC x noise 0\\n%%END x\\n';
    const read = run([
      probe('noise', `head -c 2000 /dev/urandom; printf '${imitation.replaceAll('%', '%%')}'`),
    ]);
    expect([...read.sections.keys()]).toEqual(['noise']);
    expect(read.sections.get('noise')?.out).toContain('%%RC x noise 0');
  });

  test('refuses a nonce or an id that is no word', () => {
    expect(() => frameScript([], INPUTS, 'x; rm')).toThrow(RangeError);
    expect(() => frameScript([probe('a b', '')], INPUTS, NONCE)).toThrow(RangeError);
  });
});

const RECORDED = join(
  process.env.FACTS_DIR ?? join(import.meta.dirname, '../../test/fixtures/facts'),
  'combined-probe',
);
const recorded = existsSync(RECORDED) ? readdirSync(RECORDED).filter((name) => name.endsWith('.txt')) : [];

test.each(recorded)('a recorded round trip: %s', (name) => {
  const text = readFileSync(join(RECORDED, name), 'utf8');
  const { expected } = JSON.parse(
    readFileSync(join(RECORDED, name.replace('.txt', '.expected.json')), 'utf8'),
  ) as {
    expected: {
      complete: boolean;
      sections: Record<string, { rc: number; bytes: number }>;
      partial?: string[];
    };
  };
  const read = readFrame(text, /^%%PROBE v1 (\S+)$/m.exec(text)?.[1] ?? '');
  const sizes = [...read.sections].map(([id, { out, rc }]) => [id, { rc, bytes: Buffer.byteLength(out) }]);
  expect({ complete: read.complete, sections: Object.fromEntries(sizes), partial: read.partial }).toEqual({
    partial: [],
    ...expected,
  });
});
