import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { say } from '../message/message.ts';
import { sha256Hex } from '../text/canonical.ts';
import { bundleFile, bundleReceiver } from './bundleverb.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bundle-verb-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const content = Buffer.from('whatever it is');
const nodes = [{ name: 'spark-a', role: 'head' as const, reachable: true }];
const ended = (bytes = content.length) => ({
  exit: 0 as const,
  document: { ok: true, bytes, sha256: sha256Hex(content), files: 3, nodes, unread: [] },
});

test('the file gets its name when it is whole and proven, 0600, and its end says where it is', async () => {
  const file = join(folder, 'b.tar.gz');
  await using receiver = bundleReceiver(file);
  receiver.chunk(0, content.subarray(0, 5).toString('base64'));
  receiver.chunk(5, content.subarray(5).toString('base64'));
  expect(existsSync(file)).toBe(false);
  const end = await receiver.end(ended());
  expect(readFileSync(file)).toEqual(content);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(end.document).toMatchObject({ file, bytes: content.length });
  expect(end.message && say(end.message, 'en')).toContain(
    'b.tar.gz: 3 files of spark-a, 14 B. Secrets are taken out',
  );
  expect(end.message && say(end.message, 'zh')).toContain('发送前请先检查');
});

test('a piece that is missing or changed leaves nothing', async () => {
  const file = join(folder, 'b.tar.gz');
  for (const pieces of [[[5, 'xx']], [[0, 'eHg=']]] as [number, string][][]) {
    await (async () => {
      await using receiver = bundleReceiver(file);
      for (const [offset, data] of pieces) receiver.chunk(offset, data);
      await expect(receiver.end(ended())).rejects.toMatchObject({
        exit: 1,
        said: { key: 'cli.bundle.torn' },
      });
    })();
  }
  expect(readdirSync(folder)).toEqual([]);
});

test('a failed end is handed on and leaves nothing', async () => {
  await (async () => {
    await using receiver = bundleReceiver(join(folder, 'b.tar.gz'));
    expect(await receiver.end({ exit: 1 })).toEqual({ exit: 1 });
  })();
  expect(readdirSync(folder)).toEqual([]);
});

test('a file that is there is never overwritten, neither before nor when it came meanwhile', async () => {
  const file = join(folder, 'b.tar.gz');
  await using receiver = bundleReceiver(file);
  receiver.chunk(0, content.toString('base64'));
  writeFileSync(file, 'mine');
  await expect(receiver.end(ended())).rejects.toMatchObject({ exit: 2, said: { key: 'cli.bundle.exists' } });
  expect(readFileSync(file, 'utf8')).toBe('mine');
  await expect(bundleFile(file, 'lab', new Date())).rejects.toMatchObject({ exit: 2 });
});

test('the name says cluster and time; a folder gets it inside; one that is not there is refused with its reason', async () => {
  const at = new Date('2026-12-01T12:00:05Z');
  expect(await bundleFile(undefined, 'lab', at)).toBe(
    join(process.cwd(), 'sparkwright-lab-20261201T120005.tar.gz'),
  );
  expect(await bundleFile(folder, 'lab', at)).toBe(join(folder, 'sparkwright-lab-20261201T120005.tar.gz'));
  expect(() => bundleReceiver(join(folder, 'none/b.tgz'))).toThrow(
    expect.objectContaining({ exit: 2, said: expect.objectContaining({ key: 'cli.bundle.no-folder' }) }),
  );
});
