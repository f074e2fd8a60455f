/**
 * The whole program in the lab, as a user runs it: two virtual Sparks, a real vLLM across them, one boot.
 * The tests build on each other in order; what one leaves, the next finds.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { labMissing } from '../../src/lab/missing.ts';
import { labPaths } from '../../src/lab/paths.ts';
import { say } from '../../src/message/message.ts';
import { withoutPlace } from '../samples/plan.ts';
import { fixture, onNode, printed, readJson, sparkwright, start, until } from './program.ts';

const missing = await labMissing(labPaths(), true);
const STATE = '$HOME/.local/state/sparkwright/lab';
const NODES = ['spark-a', 'spark-b'];
let file = '';

/** Container id and start of every rank: equal means that nothing was restarted. */
async function ranks(): Promise<string> {
  const format = "'{{.Name}} {{.Id}} {{.State.StartedAt}} {{.State.Status}}'";
  const seen = await Promise.all(
    NODES.map((node) =>
      onNode(node, `docker ps -aq --no-trunc | xargs -r docker inspect --format ${format}`),
    ),
  );
  return seen.join('\n');
}

async function liveRun(): Promise<number | undefined> {
  const out = await onNode('spark-a', `pgrep -f '[_]_serve .*/runs/' | head -n 1; true`);
  return out === '' ? undefined : Number(out);
}

describe.skipIf(!missing.possible)('the whole program in the lab', () => {
  beforeAll(async () => {
    const before = readJson((await sparkwright('lab', 'status', '--json')).out);
    if (before.up) throw new Error('a lab is up on this machine: take it down first (sparkwright lab down)');
    const up = await sparkwright('lab', 'up', '--yes', '--json');
    expect(up.err + up.out).toContain('"ok":true');
    file = String(readJson(up.out).clusterFile);
    await Promise.all(
      NODES.map((node) =>
        onNode(node, 'docker ps -aq | xargs -r docker rm -f; rm -rf $HOME/.local/state/sparkwright'),
      ),
    );
  }, 900_000);

  afterAll(async () => {
    const down = await sparkwright('lab', 'down');
    expect(down.code, down.err).toBe(0);
  }, 120_000);

  test('a node looks like a Spark, has systemd as its first process, and one sudo asks for a password', async () => {
    for (const node of NODES) {
      expect(await onNode(node, 'cat /proc/1/comm; hostname; systemctl is-active docker ssh')).toBe(
        `systemd\n${node}\nactive\nactive`,
      );
      expect(await onNode(node, 'nvidia-smi --query-gpu=name --format=csv,noheader')).toBe('NVIDIA GB10');
      expect(await onNode(node, 'ip -br addr show enp1s0f1np1')).toMatch(/UP\s+192\.168\.100\.1[01]\/24/);
    }
    expect(await onNode('spark-a', 'sudo -n id -u')).toBe('0');
    expect(await onNode('spark-b', 'sudo -n id -u 2>&1; true')).toMatch(/password is required/);
  });

  test('render shows exactly what up would start, and status says that nothing runs', async () => {
    const render = await sparkwright('render', '--format', 'json', '--json', '--yes', '-c', file);
    const { units } = readJson<{ units: { unit: string; node: string; command: string[] }[] }>(render.out);
    expect(units.map(({ unit, node }) => [unit, node])).toEqual([
      ['rank0', 'spark-a'],
      ['rank1', 'spark-b'],
    ]);
    expect(units[1]?.command).toContain('--headless');
    const status = readJson((await sparkwright('status', '--json', '-c', file)).out);
    expect(status).toMatchObject({ state: 'down', intent: null });
  });

  test('a dry run changes nothing, and is the plan of two recorded Sparks but for names and addresses', async () => {
    const before = await ranks();
    const plan = await sparkwright('up', '--dry-run', '--json', '--yes', '-c', file);
    expect(plan.code, plan.out).toBe(0);
    const { steps } = readJson<{ steps: { step: string; actions: { id: string }[] }[] }>(plan.out);
    expect(steps.map(({ step }) => step)).toEqual(['key', 'image', 'files', 'ranks']);
    expect(steps.flatMap(({ actions }) => actions.map(({ id }) => id)).at(-1)).toBe('rank/start/spark-a');
    const nodes = NODES.map((name, at) => ({
      name,
      addresses: [`192.168.100.${10 + at}`, `192.168.101.${10 + at}`],
    }));
    const golden = JSON.parse(fixture('golden/plan-lab-recipe.json'));
    expect(withoutPlace(steps, { cluster: 'lab', nodes })).toEqual(golden);
    expect(await ranks()).toBe(before);
    expect(await onNode('spark-a', `ls ${STATE}/api_key 2>/dev/null; true`)).toBe('');
  });

  test('killed on either side during boot, up again attaches and ends ready; A5.6 says seconds and URL', async () => {
    const first = start(['up', '--yes', '-c', file]);
    await until('both ranks run', 180_000, async () =>
      (await ranks()).match(/running/g)?.length === 2 ? true : undefined,
    );
    const ids = await ranks();
    // The laptop dies: the head goes on.
    first.child.kill('SIGKILL');
    await first.done;
    const pid = await liveRun();
    expect(pid).toBeDefined();
    // Then the head's own process dies: the ranks go on.
    await onNode('spark-a', `kill -9 ${pid}`);
    await until('the run is gone', 10_000, async () => ((await liveRun()) === undefined ? true : undefined));
    expect(await ranks()).toBe(ids);
    // Nothing that only watched outlives the one it watched for.
    expect(await onNode('spark-a', "pgrep -fa '[d]ocker logs'; true")).toBe('');
    const again = await sparkwright('up', '--yes', '-c', file);
    expect(again.code, again.out + again.err).toBe(0);
    expect(again.out).toMatch(/Ready after \d+ s: http:\/\/127\.0\.0\.1:8888\/v1/);
    expect(await ranks()).toBe(ids);
  });

  test('A5.2 B17.2 the worker rank starts before the head rank', async () => {
    const started = async (node: string) =>
      onNode(node, "docker inspect --format '{{.State.StartedAt}}' $(docker ps -q)");
    expect((await started('spark-b')) < (await started('spark-a'))).toBe(true);
    const journal = await onNode('spark-a', `cat ${STATE}/journal.jsonl`);
    const order = [
      ...journal.matchAll(/"kind":"after"[^\n]*?"action":"rank\/(create|start)\/(spark-[ab])"/g),
    ].map((match) => `${match[1]} ${match[2]}`);
    expect(order.indexOf('start spark-b')).toBeLessThan(order.indexOf('start spark-a'));
    expect(order.indexOf('start spark-b')).toBeGreaterThanOrEqual(0);
  });

  test('A5.12 a second up has nothing to do and restarts nothing', async () => {
    const before = await ranks();
    const again = await sparkwright('up', '--json', '--yes', '-c', file);
    expect(again.code).toBe(0);
    expect(readJson(again.out)).toMatchObject({ ok: true, changed: false });
    expect((await sparkwright('up', '--exit-code', '--yes', '-c', file)).code).toBe(3);
    expect(await ranks()).toBe(before);
  });

  test('B17.6 smoke: it answers, streams, counts, bears several at once; both ranks computed the answer', async () => {
    const smoke = await sparkwright(
      'smoke',
      '--json',
      '-c',
      file,
      '--ask',
      'What is the capital of France? Answer in one sentence.',
    );
    expect(smoke.code, smoke.out).toBe(0);
    const report = readJson<{ ok: boolean; answer: { text: string } }>(smoke.out);
    expect(report.ok).toBe(true);
    expect(report.answer.text).toContain('Paris');
    const logs = await sparkwright('logs', '--json', '-c', file);
    const all = readJson<{ ranks: { rank: number; lines: string[] }[] }>(logs.out).ranks.map(({ lines }) =>
      lines.join('\n'),
    );
    expect(all[0]).toMatch(/world_size=2 rank=0/);
    expect(all[1]).toMatch(/world_size=2 rank=1/);
  });

  test('A6.1 status: both containers, both memories, health, image id, spec; B18.3 the images are compared', async () => {
    const status = readJson<{
      state: string;
      intent: string;
      imagesDiffer: boolean;
      endpoint: { health: number; answers: boolean };
      nodes: { units: { imageId: string; specHash: string; state: string }[]; memAvailableBytes: number }[];
      receipt: { units: unknown[]; boot: { kvTokens: number } };
    }>((await sparkwright('status', '--json', '-c', file)).out);
    expect(status).toMatchObject({ state: 'ready', intent: 'up', imagesDiffer: false });
    expect(status.endpoint).toMatchObject({ health: 200, answers: true });
    for (const node of status.nodes) {
      expect(node.memAvailableBytes).toBeGreaterThan(1e9);
      expect(node.units).toMatchObject([
        {
          state: 'running',
          imageId: expect.stringMatching(/^sha256:/),
          specHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      ]);
    }
    expect(status.receipt.units).toHaveLength(2);
    expect(status.receipt.boot.kvTokens).toBeGreaterThan(1000);
  });

  test('on the head itself the same verbs work with the same cluster file, and nothing is placed', async () => {
    const text = readFileSync(file, 'utf8').replace(/^sshConfig:.*$/m, '');
    await onNode('spark-a', `cat > $HOME/sparkwright.yaml <<'EOF'\n${text}\nEOF`);
    const tool = '$(ls -td $HOME/.local/share/sparkwright/builds/*/ | head -n 1)sparkwright';
    const status = readJson(await onNode('spark-a', `cd && ${tool} status --json`));
    expect(status).toMatchObject({ state: 'ready', intent: 'up' });
    expect(readJson(await onNode('spark-a', `cd && ${tool} up --json`))).toMatchObject({
      ok: true,
      changed: false,
    });
  });

  test('A6.2 B18.3 logs show both ranks; a rank and a tail can be chosen', async () => {
    const both = await sparkwright('logs', '-c', file);
    expect(both.out).toMatch(/r0\| /);
    expect(both.out).toMatch(/r1\| /);
    const one = await sparkwright('logs', '--rank', '1', '--tail', '5', '-c', file);
    expect(one.out).not.toMatch(/r0\| /);
    expect(one.out.match(/r1\| /g)?.length).toBe(5);
  });

  test('A5.5 A9.2 the key is made once, 0600, its path printed, and the key itself stands nowhere', async () => {
    expect(await onNode('spark-a', `stat -c %a ${STATE}/api_key`)).toBe('600');
    const key = (await onNode('spark-a', `cat ${STATE}/api_key`)).trim();
    expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const places = [
      'ps auxww',
      'docker ps -aq | xargs -r docker inspect',
      'for c in $(docker ps -aq); do docker logs $c 2>&1; done',
      `find ${STATE} -type f ! -name api_key -exec cat {} +`,
    ];
    for (const node of NODES) {
      for (const place of places) {
        const text = await onNode(node, `${place} 2>/dev/null; true`);
        // Looking nowhere finds nothing: of a worker's state folder alone there may be none.
        if (!place.startsWith('find')) expect(text, `${node}: ${place}`).not.toBe('');
        expect(text.includes(key), `${node}: ${place}`).toBe(false);
      }
    }
    expect(printed.some((text) => text.includes(key))).toBe(false);
    expect(printed.some((text) => text.includes('.local/state/sparkwright/lab/api_key'))).toBe(true);
  });

  test('A6.1 an unreachable worker is shown; A6.3 down then fails and names it, and is harmless twice', async () => {
    // Its SSH server and every session of it end, and come back by themselves.
    const off =
      'sleep 1; systemctl stop ssh.socket ssh.service; pkill -x sshd; sleep 25; systemctl start ssh.service';
    await onNode('spark-b', `echo spark | sudo -S systemd-run --collect bash -c '${off}' 2>&1`);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const status = await sparkwright('status', '-c', file);
    expect(status.out).toMatch(/spark-b unreachable/);
    const down = await sparkwright('down', '--json', '-c', file);
    expect(down.code).toBe(1);
    expect(readJson(down.out)).toMatchObject({ ok: false, left: ['spark-b'] });
    await until('spark-b is back', 60_000, async () =>
      (await sparkwright('lab', 'shell', 'spark-b', '--', 'true')).code === 0 ? true : undefined,
    );
    const second = await sparkwright('down', '-c', file);
    expect(second.code, second.out).toBe(0);
    expect(await ranks()).toBe('\n');
    const third = await sparkwright('down', '--json', '-c', file);
    expect(third.code).toBe(0);
    expect(readJson(third.out)).toMatchObject({ ok: true, changed: false });
  });

  test('A5.10 up without waiting returns when both containers exist; the key is kept', async () => {
    const before = await onNode('spark-a', `sha256sum ${STATE}/api_key`);
    const up = await sparkwright('up', '--no-wait', '--yes', '-c', file);
    expect(up.code, up.out).toBe(0);
    expect((await ranks()).match(/running/g)?.length).toBe(2);
    expect(await onNode('spark-a', `sha256sum ${STATE}/api_key`)).toBe(before);
    expect((await sparkwright('down', '-c', file)).code).toBe(0);
  });
});

describe.skipIf(missing.possible)('the whole program in the lab, left out', () => {
  test('says why', () => {
    console.warn(`lab tests left out: ${missing.obstacles.map((one) => say(one, 'en')).join('; ')}`);
    expect(missing.obstacles.length).toBeGreaterThan(0);
  });
});
