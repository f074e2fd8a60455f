import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { say } from '../message/message.ts';
import { Failure } from '../text/failure.ts';
import { archiveOf, filesOfArchive } from './archive.ts';
import { readBundle } from './bundle.ts';
import { bundleFilesOf } from './bundle-files.ts';
import { nodeFacts } from './node-facts.ts';
import { allProbes } from './probes.ts';

const TWO_SPARKS = join(import.meta.dirname, '../../test/fixtures/bundles/two-sparks');
const AT = new Date('2026-12-01T12:00:00Z');
const ABOUT = '{"version":1,"nodes":[{"name":"spark-a","role":"head"}]}';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'archive-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

function tar(...words: string[]): string {
  const file = join(folder, 'x.tar.gz');
  const done = spawnSync('tar', ['-czPf', file, ...words], { cwd: folder, encoding: 'utf8' });
  expect(done.stderr).toBe('');
  return file;
}

async function refusal(file: string): Promise<string> {
  const error: unknown = await readBundle(file).catch((thrown: unknown) => thrown);
  if (!(error instanceof Failure)) throw new Error('it was read');
  expect(error.exit).toBe(2);
  expect(say(error.said, 'zh')).toMatch(/支持包/);
  return say(error.said, 'en');
}

describe('an archive', () => {
  test('holds the same readings as the facts it was written from, of each probe on each node', async () => {
    const before = await readBundle(TWO_SPARKS);
    const away = { ok: false, why: 'timeout', evidence: 'no answer in 40 s' } as const;
    const lost = nodeFacts('spark-9', away, new Map(), { code: 'no-answer', why: '' });
    const nodes = [...before.nodes, { name: 'spark-9', role: 'worker' }];
    const about = JSON.stringify({ version: 1, tool: '1', at: AT.toISOString(), nodes });
    const facts = [...before.facts.values(), lost];
    const files = new Map([['bundle.json', about], ...facts.flatMap(bundleFilesOf)]);
    const after = await readBundle(put('b.tgz', archiveOf('sparkwright-x', files, AT)));
    expect(after.nodes).toEqual(nodes);
    expect(after.at).toBe('2026-12-01T12:00:00.000Z');
    for (const node of facts) {
      const again = after.facts.get(node.node);
      for (const probe of allProbes) {
        const was = node.read(probe);
        const is = again?.read(probe);
        if (was.state === 'unknown' && node.reachable.ok) expect(is?.state).toBe('unknown');
        else expect(is, `${node.node} ${probe.id}`).toEqual(was);
      }
    }
    expect(after.facts.get('spark-9')?.reachable).toEqual(away);
  });

  test('is what tar reads, with long names too, each file for its owner alone', () => {
    const path = `nodes/${'n'.repeat(63)}/${'p'.repeat(60)}.out`;
    const file = put(
      'b.tgz',
      archiveOf(
        'top',
        new Map([
          [path, '火\n'],
          ['empty', ''],
        ]),
        AT,
      ),
    );
    expect(spawnSync('tar', ['-xzf', file], { cwd: folder }).status).toBe(0);
    expect(readFileSync(join(folder, 'top', path), 'utf8')).toBe('火\n');
    const list = spawnSync('tar', ['-tvzf', file], { cwd: folder, encoding: 'utf8' }).stdout;
    expect(list.match(/^-rw------- 0\/0 /gm)).toHaveLength(2);
  });

  test('written by tar is read: with its folder, without, with long names', async () => {
    const name = `p${'a'.repeat(59)}`;
    mkdirSync(join(folder, 'b/nodes/spark-a'), { recursive: true });
    writeFileSync(join(folder, 'b/bundle.json'), ABOUT);
    writeFileSync(join(folder, `b/nodes/spark-a/${name}.out`), 'x');
    for (const words of [['b'], ['-C', 'b', '.'], ['--format=pax', 'b'], ['--format=gnu', 'b']]) {
      const { facts } = await readBundle(tar(...words));
      expect(facts.get('spark-a')?.raw.get(name)?.out).toBe('x');
    }
  });

  test('any files come back as they were', () => {
    const path = fc.stringMatching(/^[a-z]{1,3}(?:\/[a-z0-9.-]{1,8}z){0,3}$/);
    fc.assert(
      fc.property(fc.dictionary(path, fc.uint8Array({ maxLength: 1500 }), { maxKeys: 5 }), (wanted) => {
        const entries = Object.entries(wanted).filter(
          ([a]) => !Object.keys(wanted).some((b) => b.startsWith(`${a}/`)),
        );
        const files = new Map([['bundle.json', Buffer.from(ABOUT)], ...entries] as [string, Uint8Array][]);
        const read = filesOfArchive(archiveOf('top', files, AT), 'x');
        expect([...read.keys()]).toEqual([...files.keys()]);
        for (const [name, content] of files)
          expect(Buffer.from(read.get(name) ?? [])).toEqual(Buffer.from(content));
      }),
    );
  });
});

describe('a hostile archive is refused with 2 and its reason', () => {
  test('a name that climbs, is absolute or holds control characters', async () => {
    for (const name of ['../evil', 'a/../../evil', '/etc/evil', 'a\u001b[2J', 'a\\b']) {
      const file = put(
        'b.tgz',
        archiveOf(
          't',
          new Map([
            ['bundle.json', ABOUT],
            [`x/${name}`, ''],
          ]),
          AT,
        ),
      );
      const top = put('c.tgz', rawArchive(name));
      expect(await refusal(top)).toContain('the name');
      if (!name.startsWith('/')) expect(await refusal(file)).toContain('the name');
    }
  });

  test('links and devices, however they are named', async () => {
    put('bundle.json', ABOUT);
    symlinkSync('/etc/passwd', join(folder, 'soft'));
    linkSync(join(folder, 'bundle.json'), join(folder, 'hard'));
    spawnSync('bash', ['-c', 'mkfifo fifo'], { cwd: folder });
    expect(await refusal(tar('bundle.json', 'soft'))).toContain('"soft" is a link or a device');
    expect(await refusal(tar('bundle.json', 'hard'))).toContain('"hard" is a link or a device');
    expect(await refusal(tar('bundle.json', 'fifo'))).toContain('"fifo" is a link or a device');
  });

  test('too many entries, too much content, a name twice, a file that is also a folder', async () => {
    const many = new Map(Array.from({ length: 20_001 }, (_, at): [string, string] => [`f${at}`, '']));
    expect(await refusal(put('b.tgz', archiveOf('t', many, AT)))).toContain('more than 20000');
    expect(await refusal(put('b.tgz', gzipSync(Buffer.alloc(257 * 2 ** 20))))).toContain(
      'larger than 256 MiB',
    );
    const one = gunzipSync(archiveOf('t', new Map([['a', '']]), AT)).subarray(0, 512);
    const under = gunzipSync(archiveOf('t', new Map([['a/b', '']]), AT));
    expect(await refusal(put('b.tgz', gzipSync(Buffer.concat([one, one, under]))))).toContain('twice');
    expect(await refusal(put('b.tgz', gzipSync(Buffer.concat([one, under]))))).toContain(
      'a file and a folder',
    );
    const large = new Map<string, string | Buffer>([
      ['bundle.json', ABOUT],
      ['nodes/spark-a/id.out', Buffer.alloc(17 * 2 ** 20)],
    ]);
    expect(await refusal(put('b.tgz', archiveOf('t', large, AT)))).toContain('larger than 16 MB');
  }, 30_000);

  test('torn at any place, or no archive at all', async () => {
    const whole = archiveOf('t', new Map([['bundle.json', ABOUT]]), AT);
    for (const bytes of [0, 1, 20, whole.length - 9]) {
      expect(await refusal(put('b.tgz', whole.subarray(0, bytes)))).toContain('no gzip, or torn');
    }
    const plain = gunzipSync(whole);
    expect(await refusal(put('b.tgz', gzipSync(plain.subarray(0, 700))))).toContain('ends in the middle');
    plain[3] = 90;
    expect(await refusal(put('b.tgz', gzipSync(plain)))).toContain('no tar header');
    expect(await refusal(put('b.tgz', archiveOf('t', new Map([['x', '']]), AT)))).toContain(
      'no support bundle',
    );
    expect(await refusal(join(folder, 'none'))).toContain('no support bundle');
  });
});

/** One empty file of exactly that name. */
function rawArchive(name: string): Buffer {
  const tarred = gunzipSync(archiveOf('t', new Map([['x', '']]), AT));
  tarred.fill(0, 0, 100);
  tarred.write(name, 0);
  tarred.fill(32, 148, 156);
  const sum = tarred.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  tarred.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return gzipSync(tarred);
}
