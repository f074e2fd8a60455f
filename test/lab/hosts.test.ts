/** The lab's virtual Sparks for real: needs root on Debian or Ubuntu; says why when it is left out. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Bus } from '../../src/event/bus.ts';
import { run } from '../../src/lab/command.ts';
import { labDown } from '../../src/lab/down.ts';
import { labMissing } from '../../src/lab/missing.ts';
import { labPaths, labPrefix } from '../../src/lab/paths.ts';
import { labReset } from '../../src/lab/reset.ts';
import { labStatus } from '../../src/lab/status.ts';
import { type LabUp, labUp } from '../../src/lab/up.ts';
import { say } from '../../src/message/message.ts';

const missing = await labMissing();
const reasons = [...missing.obstacles.map((one) => say(one, 'en')), ...missing.packages];
const bus = new Bus();

describe.skipIf(reasons.length > 0)(`virtual Sparks ${reasons.join('; ')}`, () => {
  // A folder of its own, so that a person's lab is never touched; the base image is shared with it.
  const paths = { folder: '', cache: labPaths().cache };
  let engineDir: string;
  let up: LabUp;
  const start = () => labUp({ hosts: 2, bus, paths, engine: { engineDir } });

  const on = async (host: string, script: string) => {
    const argv = ['ssh', '-F', up.sshConfig, '-o', 'BatchMode=yes', host, 'bash', '-s'];
    const ran = await run(argv, { deadlineMs: 60_000, input: script });
    return `${ran.stdout}${ran.stderr}`.trim();
  };
  const until = async (host: string, script: string, wanted: string) =>
    expect.poll(() => on(host, script), { timeout: 60_000, interval: 300 }).toBe(wanted);

  beforeAll(async () => {
    paths.folder = await mkdtemp('/var/tmp/sparkwright-lab-');
    engineDir = await mkdtemp('/var/tmp/sparkwright-engine-');
    await chmod(engineDir, 0o755);
    await writeFile(join(engineDir, 'hello'), 'from the machine\n');
    up = await start();
  });
  afterAll(async () => {
    await labDown({ bus, paths, purge: true });
    for (const folder of [paths.folder, engineDir]) await rm(folder, { recursive: true, force: true });
  });

  test('every host is a whole system, and each says what a Spark says', async () => {
    expect(await on('spark-a', 'systemctl is-system-running --wait')).toBe('running');
    expect(
      await on('spark-b', 'hostname; id -nG; nvidia-smi -L; ibdev2netdev; grep MemTotal /proc/meminfo'),
    ).toBe(
      `spark-b
dgx adm sudo docker
GPU 0: NVIDIA GB10 (UUID: GPU-00000000-1ab0-0000-0000-000000000001)
roceP2p1s0f0 port 1 ==> enP2p1s0f0np0 (Down)
roceP2p1s0f1 port 1 ==> enP2p1s0f1np1 (Up)
rocep1s0f0 port 1 ==> enp1s0f0np0 (Down)
rocep1s0f1 port 1 ==> enp1s0f1np1 (Up)
MemTotal:          127600748 kB`,
    );
    const lspci = await on('spark-a', 'lspci');
    expect(lspci.match(/ConnectX-7/g)).toHaveLength(4);
  });

  test('sudo is free on the head and asks for the password on the worker', async () => {
    expect(await on('spark-a', 'sudo -n id -u')).toBe('0');
    expect(await on('spark-b', 'sudo -n id -u')).toBe('sudo: a password is required');
    expect(await on('spark-b', "printf 'spark\\n' | sudo -S -p '' id -u")).toBe('0');
  });

  test('the head reaches the worker by its own key over management and both rails, with jumbo frames', async () => {
    for (const address of ['10.77.0.2', '192.168.100.11', '192.168.101.11']) {
      expect(await on('spark-a', `ssh -n -o BatchMode=yes ${address} hostname`)).toBe('spark-b');
    }
    for (const address of ['192.168.100.11', '192.168.101.11']) {
      expect(await on('spark-a', `ping -n -c 1 -W 2 -M do -s 8972 ${address} > /dev/null; echo $?`)).toBe(
        '0',
      );
    }
  });

  test("a container gets what a recipe asks of a Spark's engine: GPU, host network, privilege, locked memory", async () => {
    const image =
      'cd / && tar -cf - bin/busybox usr/bin/busybox 2> /dev/null | docker import - tiny > /dev/null';
    await on('spark-a', image);
    const flags =
      '--gpus all --network host --ipc host --privileged --ulimit memlock=-1 --device /dev/infiniband';
    const look =
      'busybox grep -c MemTotal:.*127600748 /proc/meminfo; busybox ls /dev/infiniband /usr/bin/nvidia-smi';
    const said = await on('spark-a', `docker run --rm ${flags} tiny busybox sh -c '${look}'`);
    expect(said).toBe(
      '1\n/usr/bin/nvidia-smi\n\n/dev/infiniband:\nrdma_cm\nuverbs0\nuverbs1\nuverbs2\nuverbs3',
    );
    expect(await on('spark-a', 'docker info -f "{{.DefaultRuntime}} {{.Driver}} {{.MemTotal}}"')).toBe(
      'runc overlay2 130663165952',
    );
  });

  test("nothing a host's root does reaches the machine's clock, settings or modules", async () => {
    const before = await readFile('/proc/sys/vm/swappiness', 'utf8');
    const said = await on(
      'spark-a',
      'sudo date -s 2001-01-01 2>&1 > /dev/null; sudo sysctl -w vm.swappiness=3',
    );
    expect(said).toMatch(/cannot set date: Operation not permitted[\s\S]*permission denied/);
    expect(await readFile('/proc/sys/vm/swappiness', 'utf8')).toBe(before);
    // CAP_SYS_MODULE is bit 16, CAP_SYS_TIME bit 25.
    const bounds = BigInt(`0x${await on('spark-a', "awk '/^CapBnd/ {print $2}' /proc/self/status")}`);
    expect([(bounds >> 16n) & 1n, (bounds >> 25n) & 1n]).toEqual([0n, 0n]);
  });

  test('folders of the machine are seen read-only', async () => {
    expect(await on('spark-b', 'cat /srv/lab/engine/hello; touch /srv/lab/engine/x')).toBe(
      "from the machine\ntouch: cannot touch '/srv/lab/engine/x': Read-only file system",
    );
  });

  test('GIDs follow the addresses that netplan gives', async () => {
    const gid = 'cat /sys/class/infiniband/rocep1s0f1/ports/1/gids/3';
    expect(await on('spark-a', gid)).toBe('0000:0000:0000:0000:0000:ffff:c0a8:640a');
    const change = (from: string, to: string) =>
      on(
        'spark-a',
        `sudo sed -i s/${from}/${to}/ /etc/netplan/40-cx7.yaml && sudo netplan apply 2> /dev/null`,
      );
    await change('192.168.100.10', '192.168.100.77');
    await until('spark-a', gid, '0000:0000:0000:0000:0000:ffff:c0a8:644d');
    await change('192.168.100.77', '192.168.100.10');
    await until('spark-a', gid, '0000:0000:0000:0000:0000:ffff:c0a8:640a');
  });

  test('a reboot from inside is one, with a new boot id and its devices again', async () => {
    const boot = await on('spark-b', 'cat /proc/sys/kernel/random/boot_id');
    await on('spark-b', "printf 'spark\\n' | sudo -S -p '' systemctl reboot --no-block");
    await expect
      .poll(() => on('spark-b', 'cat /proc/sys/kernel/random/boot_id'), { timeout: 60_000, interval: 300 })
      .toMatch(new RegExp(`^(?!${boot})[0-9a-f-]{36}$`));
    expect(await on('spark-b', 'ls /dev/infiniband | wc -l; nvidia-smi -L | wc -l')).toBe('5\n1');
    await until('spark-a', 'cat /sys/class/infiniband/rocep1s0f1/ports/1/state', '4: ACTIVE');
  });

  test('a second `lab up` finds nothing to do; a host that was switched off is switched on, its files kept', async () => {
    expect((await start()).changed).toBe(false);
    await on('spark-b', "echo mine > kept; printf 'spark\\n' | sudo -S -p '' systemctl poweroff --no-block");
    const state = async () => (await labStatus(paths)).hosts.map((host) => host.state);
    await expect.poll(state, { timeout: 60_000, interval: 300 }).toEqual(['on', 'off']);
    await until('spark-a', 'cat /sys/class/infiniband/rocep1s0f1/ports/1/state', '1: DOWN');
    expect((await start()).changed).toBe(true);
    expect(await on('spark-b', 'cat kept')).toBe('mine');
  });

  test('a reset gives a fresh disk to one host and leaves the other alone', async () => {
    await on('spark-a', 'echo mine > kept');
    await labReset('spark-b', { bus, paths });
    expect(await on('spark-b', 'cat kept')).toBe('cat: kept: No such file or directory');
    expect(await on('spark-a', 'cat kept; ssh -n -o BatchMode=yes 10.77.0.2 hostname')).toBe('mine\nspark-b');
  });

  test('down leaves nothing on the machine but disks, whatever connection is open; purge takes those', async () => {
    const master = ['-F', up.sshConfig, '-S', join(paths.folder, 'master')];
    const open = spawn('ssh', [...master, '-M', '-N', 'spark-a'], { stdio: 'ignore' });
    const ended = once(open, 'close');
    const check = () => run(['ssh', ...master, '-O', 'check', 'spark-a'], { deadlineMs: 5000 });
    await expect.poll(async () => (await check()).rc, { timeout: 20_000 }).toBe(0);
    expect(await labDown({ bus, paths })).toMatchObject({ changed: true });
    await ended;
    const ours = labPrefix(paths);
    expect((await run(['ip', 'netns', 'list'], { deadlineMs: 5000 })).stdout).not.toContain(ours);
    expect(await readFile('/proc/mounts', 'utf8')).not.toContain(ours);
    const groups = await run(['find', '/sys/fs/cgroup', '-maxdepth', '2', '-name', ours], {
      deadlineMs: 20_000,
    });
    expect(groups.stdout).toBe('');
    expect((await run(['pgrep', '-f', `${paths.folder}/hosts`], { deadlineMs: 5000 })).rc).toBe(1);
    expect(await labDown({ bus, paths })).toMatchObject({ changed: false });
    expect((await stat(join(paths.folder, 'hosts/spark-a/disk'))).isDirectory()).toBe(true);
    await labDown({ bus, paths, purge: true });
    await expect(stat(join(paths.folder, 'hosts'))).rejects.toThrow('ENOENT');
  });
});
