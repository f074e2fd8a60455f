/** Four ranks in the lab with the stand-in engine: what a deployment of more than two nodes does, and a death in it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { labMissing } from '../../src/lab/missing.ts';
import { labPaths } from '../../src/lab/paths.ts';
import { onNode, readJson, sparkwright } from './program.ts';

const missing = await labMissing(labPaths(), true);
const NODES = ['spark-a', 'spark-b', 'spark-c', 'spark-d'];
let file = '';

describe.skipIf(!missing.possible)('four ranks of the stand-in engine', () => {
  beforeAll(async () => {
    const before = readJson((await sparkwright('lab', 'status', '--json')).out);
    if (before.up) throw new Error('a lab is up on this machine: take it down first (sparkwright lab down)');
    const up = await sparkwright('lab', 'up', '--nodes', '4', '--yes', '--json');
    expect(up.code, up.err + up.out).toBe(0);
    const lab = String(readJson(up.out).clusterFile);
    file = join(mkdtempSync(join(tmpdir(), 'sparkwright-four-')), 'four.yaml');
    const text = readFileSync(lab, 'utf8').replace(/^recipe: .*$/m, 'recipe: lab-standin');
    writeFileSync(file, text.replace(/^name: .*$/m, 'name: four'));
  }, 900_000);

  afterAll(async () => {
    const down = await sparkwright('lab', 'down', '--purge');
    rmSync(dirname(file), { recursive: true, force: true });
    expect(down.code, down.err).toBe(0);
  }, 120_000);

  test('up starts every worker before the head, and each rank runs on its node', async () => {
    const up = await sparkwright('up', '--yes', '--json', '-c', file);
    expect(up.code, up.out + up.err).toBe(0);
    const status = readJson<{
      state: string;
      nodes: { name: string; units: { unit: string; startedAt: string }[] }[];
    }>((await sparkwright('status', '--json', '-c', file)).out);
    expect(status.state).toBe('ready');
    expect(status.nodes.map(({ name, units }) => [name, units[0]?.unit])).toEqual(
      NODES.map((name, rank) => [name, `rank${rank}`]),
    );
    const starts = status.nodes.map(({ units }) => units[0]?.startedAt ?? '');
    expect(starts.slice(1).every((start) => start < (starts[0] ?? ''))).toBe(true);
    expect((await sparkwright('down', '-c', file)).code).toBe(0);
  });

  test('A5.7 a rank that dies ends the wait with its name, its cause, and the logs of all', async () => {
    const up = await sparkwright('up', '--yes', '--set', 'failure=die:load:2', '-c', file);
    expect(up.code).toBe(1);
    expect(up.out).toMatch(/rank 2 on spark-c ended during boot/);
    expect(up.out).toMatch(/r2\| .*the stand-in was told to die here/);
    for (const rank of [0, 1, 3]) expect(up.out).toMatch(new RegExp(`r${rank}\\| `));
    const down = await sparkwright('down', '-c', file);
    expect(down.code, down.out).toBe(0);
    for (const node of NODES) expect(await onNode(node, 'docker ps -aq')).toBe('');
  });

  test('a rank that never joins is a verdict of its own after the limit of that phase', async () => {
    const up = await sparkwright('up', '--yes', '--json', '--set', 'failure=never-joins:3', '-c', file);
    expect(up.code).toBe(6);
    expect(readJson(up.out)).toMatchObject({ ok: false, phase: 'rendezvous' });
    expect((await sparkwright('down', '-c', file)).code).toBe(0);
  });
});
