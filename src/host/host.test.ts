import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runsWith } from '../../test/unit/processes.ts';
import { connectionsOf, fakeSsh, hasSshd, startSshd } from '../../test/unit/sshd.ts';
import { localHost } from './local.ts';
import { sshHost } from './ssh.ts';
import type { Host, Outcome } from './types.ts';
import { writeScript } from './write.ts';

// Real processes on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

interface Way {
  way: string;
  here: boolean;
  open(folder: string): Promise<{ host: Host; close(): Promise<void> }>;
}

const ways: Way[] = [
  {
    way: 'this machine',
    here: true,
    open: async () => ({ host: localHost('spark-a'), close: async () => undefined }),
  },
  {
    way: 'a stand-in ssh whose login is chatty',
    here: true,
    open: async (folder) => {
      const fake = fakeSsh();
      const host = sshHost({
        name: 'spark-b',
        target: 'dgx@spark',
        controlDir: join(folder, 'c'),
        program: fake.program,
      });
      return { host, close: async () => fake.remove() };
    },
  },
  {
    way: 'a real sshd',
    here: hasSshd(),
    open: async (folder) => {
      const sshd = await startSshd();
      const host = sshHost({
        name: 'spark-b',
        target: 'spark',
        sshConfig: sshd.config,
        controlDir: join(folder, 'c'),
      });
      return { host, close: () => sshd.stop() };
    },
  },
];

function exit(outcome: Outcome): Outcome & { kind: 'exit' } {
  if (outcome.kind !== 'exit') throw new Error(`not an exit: ${JSON.stringify(outcome)}`);
  return outcome;
}

describe.each(ways)('a host: $way', ({ here, open }) => {
  const it = test.skipIf(!here);
  let folder = '';
  let host: Host;
  let close: () => Promise<void>;
  const deadlineMs = 20_000;

  beforeAll(async () => {
    if (!here) return;
    folder = mkdtempSync(join(tmpdir(), 'sw-host-'));
    ({ host, close } = await open(folder));
  });
  afterAll(async () => {
    if (!here) return;
    await host.close();
    await close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps stdout, stderr and status exactly, with or without last newlines', async () => {
    const plain = exit(await host.run('printf out; printf "err" >&2; exit 7', { deadlineMs }));
    expect(plain).toEqual({ kind: 'exit', rc: 7, stdout: 'out', stderr: 'err' });
    const lines = exit(await host.run('echo out; echo; printf "err\\n\\n" >&2', { deadlineMs }));
    expect(lines).toEqual({ kind: 'exit', rc: 0, stdout: 'out\n\n', stderr: 'err\n\n' });
  });

  it('tells a script that ends with 255 from a connection that failed', async () => {
    expect(exit(await host.run('echo Permission denied >&2; exit 255', { deadlineMs })).rc).toBe(255);
  });

  it('hands over arguments, variables and standard input unchanged', async () => {
    const args = ["it's", '$(reboot)', 'a\\\\b\nc', '', '汉字'];
    const script = 'printf "%s|" "$@"; printf "%s|" "$WISH"; cat';
    const options = { deadlineMs, args, env: { WISH: "x 'y' $z" }, stdin: 'on stdin\n' };
    expect(exit(await host.run(script, options)).stdout).toBe(`${args.join('|')}|x 'y' $z|on stdin\n`);
  });

  it('reads with a fixed locale and finds the programs of sbin', async () => {
    const seen = exit(
      await host.run('echo "$LC_ALL"; case :$PATH: in *:/usr/sbin:*) echo sbin;; esac', { deadlineMs }),
    );
    expect(seen.stdout).toBe('C.UTF-8\nsbin\n');
  });

  it('follows lines of both streams as they come, marks of ours never among them', async () => {
    const lines: string[] = [];
    const script = 'echo a; sleep 0.2; echo >&2; echo b >&2; sleep 0.2; printf c';
    const outcome = await host.follow(script, {
      deadlineMs,
      onLine: (line, from) => lines.push(`${from}:${line}`),
    });
    expect(exit(outcome).rc).toBe(0);
    expect(lines).toEqual(['stdout:a', 'stderr:', 'stderr:b', 'stdout:c']);
  });

  it('cuts output at its bound and says how much is left out', async () => {
    const outcome = exit(await host.run('head -c 17000000 /dev/zero | tr "\\0" x', { deadlineMs }));
    expect(outcome.stdout.length).toBe(16 * 1024 * 1024);
    expect(outcome.stderr).toContain('222784 bytes of output left out');
  });

  it('ends a script and its children at the deadline', async () => {
    const outcome = await host.run('echo begun; sleep 301.125 & sleep 301.125', { deadlineMs: 1_500 });
    expect(outcome).toMatchObject({ kind: 'deadline', afterMs: 1_500, stdout: 'begun\n' });
    expect(runsWith('301.125')).toBe(false);
  });

  it('ends a script and its children on cancel', async () => {
    const stop = new AbortController();
    const onLine = () => stop.abort();
    const outcome = await host.follow('sleep 302.25 & echo begun; wait', {
      deadlineMs,
      signal: stop.signal,
      onLine,
    });
    expect(outcome).toEqual({ kind: 'cancelled' });
    expect(runsWith('302.25')).toBe(false);
    expect(await host.run('true', { deadlineMs, signal: stop.signal })).toEqual({ kind: 'cancelled' });
  });

  it('does not wait for a child that holds the streams after the script has ended', async () => {
    const began = performance.now();
    const outcome = await host.run('setsid sleep 6.5 & exit 3', { deadlineMs });
    expect(exit(outcome).rc).toBe(3);
    expect(performance.now() - began).toBeLessThan(5_500);
  });

  it('writes a file whole, with its mode, into folders that only we may enter', async () => {
    const path = join(folder, 'made', 'by us', 'key');
    expect(exit(await host.write(path, 'secret', 0o400, { deadlineMs })).rc).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe('secret');
    expect(statSync(path).mode & 0o7777).toBe(0o400);
    expect(statSync(join(folder, 'made')).mode & 0o777).toBe(0o700);
    const bytes = Buffer.from([0, 255, 10, 13, 128]);
    expect(exit(await host.write(path, Readable.from([bytes]), 0o640, { deadlineMs })).rc).toBe(0);
    expect(readFileSync(path)).toEqual(bytes);
    expect(statSync(path).mode & 0o7777).toBe(0o640);
  });

  it('keeps the old file when the content breaks off', async () => {
    const path = join(folder, 'kept');
    writeFileSync(path, 'old');
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(100_000, 'n');
        throw new Error('the source broke');
      })(),
    );
    await expect(host.write(path, broken, 0o600, { deadlineMs })).rejects.toThrow('the source broke');
    expect(readFileSync(path, 'utf8')).toBe('old');
  });

  it('never renames half a file into place: a lost connection looks like an end of file there', async () => {
    const path = join(folder, 'half', 'file');
    const writing = writeScript(path, 'whole', 0o600, { deadlineMs });
    const outcome = exit(await host.run(writing.script, { ...writing.options, stdin: 'who' }));
    expect(outcome).toMatchObject({ rc: 74, stderr: 'the content broke off before its end\n' });
    expect(readdirSync(join(folder, 'half'))).toEqual([]);
  });

  it('does not replace a folder by a file', async () => {
    const path = join(folder, 'a-folder');
    mkdirSync(path);
    expect(exit(await host.write(path, 'x', 0o600, { deadlineMs })).rc).not.toBe(0);
    expect(statSync(path).isDirectory()).toBe(true);
  });

  it('finds how to be root once', async () => {
    const way = await host.root();
    expect(way).toBe(process.getuid?.() === 0 ? 'is' : way);
    expect(['is', 'sudo -n', 'asks', 'none']).toContain(way);
  });
});

describe('over a real sshd', () => {
  const it = test.skipIf(!hasSshd());

  it('dials a port as seen from there, refuses an unknown host key, says what broke, and leaves no connection', async () => {
    const sshd = await startSshd();
    const controlDir = join(sshd.folder, 'c');
    const host = sshHost({ name: 'spark-b', target: 'spark', sshConfig: sshd.config, controlDir });
    const server = createServer((socket) => socket.end('hello')).listen(0, '127.0.0.1');
    try {
      await once(server, 'listening');
      const address = server.address();
      const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
      const stream = host.dial('127.0.0.1', port);
      expect(Buffer.concat(await stream.toArray()).toString()).toBe('hello');

      const closed = host.dial('127.0.0.1', 1);
      const [error] = (await once(closed, 'error')) as [Error];
      expect(error.message).toBe('host.dial-failed');

      const stranger = sshHost({
        name: 's',
        target: 'stranger',
        sshConfig: sshd.config,
        controlDir: join(sshd.folder, 'd'),
      });
      expect(await stranger.run('true', { deadlineMs: 10_000 })).toMatchObject({
        kind: 'unreachable',
        why: 'host-key-unknown',
      });

      expect((await host.run('true', { deadlineMs: 10_000 })).kind).toBe('exit');
      await host.close();
      expect(readdirSync(controlDir)).toEqual([]);
      await expect.poll(() => connectionsOf(sshd.pid), { timeout: 5_000 }).toEqual([]);
    } finally {
      server.close();
      await host.close();
      await sshd.stop();
    }
  });

  it('runs more sessions at once than one connection may hold, and shares it with a second host object', async () => {
    const sshd = await startSshd();
    const options = {
      name: 'b',
      target: 'spark',
      sshConfig: sshd.config,
      controlDir: join(sshd.folder, 'c'),
    };
    const hosts = [sshHost(options), sshHost(options)];
    try {
      const outcomes = await Promise.all(
        Array.from({ length: 14 }, (_, at) =>
          (hosts[at % 2] ?? sshHost(options)).run('sleep 0.5; echo "$1"', {
            deadlineMs: 30_000,
            args: [String(at)],
          }),
        ),
      );
      expect(outcomes.map((one) => exit(one).stdout)).toEqual(
        Array.from({ length: 14 }, (_, at) => `${at}\n`),
      );
      // The one that did not connect leaves the connection; the other ends it.
      for (const host of hosts) await host.close();
      await expect.poll(() => connectionsOf(sshd.pid), { timeout: 5_000 }).toEqual([]);
    } finally {
      await sshd.stop();
    }
  });

  it('says that the connection was lost when it breaks under a script', async () => {
    const sshd = await startSshd();
    const host = sshHost({
      name: 'b',
      target: 'spark',
      sshConfig: sshd.config,
      controlDir: join(sshd.folder, 'c'),
    });
    try {
      const seen = await host.follow('echo begun; sleep 3', {
        deadlineMs: 15_000,
        onLine: () => {
          for (const child of connectionsOf(sshd.pid)) process.kill(child, 'SIGKILL');
        },
      });
      expect(seen).toMatchObject({ kind: 'unreachable', why: 'lost' });
    } finally {
      await host.close();
      await sshd.stop();
    }
  });
});

describe('what ssh is given', () => {
  test('one quoted command, batch mode, our control socket, and -F only when a config is named', async () => {
    const fake = fakeSsh();
    try {
      const controlDir = join(fake.folder, 'c');
      const options = { name: 'b', target: 'dgx@spark', controlDir, program: fake.program };
      await sshHost(options).run('true', { deadlineMs: 10_000 });
      await sshHost({ ...options, sshConfig: '/etc/x' }).run('true', { deadlineMs: 10_000 });
      const calls = readFileSync(fake.log, 'utf8')
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as string[]).map((word) => Buffer.from(word, 'base64').toString()));
      expect(calls.every((call) => call.includes('BatchMode=yes') && call.includes('ConnectTimeout=8'))).toBe(
        true,
      );
      const ran = calls.filter((call) => call.at(-1)?.startsWith('bash -c '));
      expect(ran.map((call) => call.slice(-3, -1))).toEqual([
        ['--', 'dgx@spark'],
        ['--', 'dgx@spark'],
      ]);
      expect(ran.map((call) => call[0])).toEqual(['-T', '-F']);
      expect(statSync(controlDir).mode & 0o777).toBe(0o700);
    } finally {
      fake.remove();
    }
  });

  test('what ssh says when it cannot connect is the outcome, and the next call tries again', async () => {
    const fake = fakeSsh();
    try {
      const host = sshHost({
        name: 'b',
        target: 'spark',
        controlDir: join(fake.folder, 'c'),
        program: fake.program,
      });
      writeFileSync(fake.fail, 'ssh: connect to host spark port 22: No route to host\n');
      expect(await host.run('true', { deadlineMs: 10_000 })).toMatchObject({
        kind: 'unreachable',
        why: 'no-route',
      });
      await expect(host.root()).rejects.toThrow('host.unreachable.no-route');
      rmSync(fake.fail);
      expect((await host.run('true', { deadlineMs: 10_000 })).kind).toBe('exit');
    } finally {
      fake.remove();
    }
  });

  test.each(['-oProxyCommand=reboot', 'a b', '', 'a\nb'])('refuses the destination %j', (target) => {
    expect(() => sshHost({ name: 'b', target, controlDir: '/nowhere' })).toThrow('host.bad-target');
  });
});
