import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { id } from './access/id.ts';
import { dockerImage } from './docker/docker-image.ts';
import { dockerInfo } from './docker/docker-info.ts';
import { dockerPs } from './docker/docker-ps.ts';
import { diskOfPath } from './machine/df.ts';
import { hosts, ownAddresses } from './machine/hosts.ts';
import { collides, sockets } from './machine/sockets.ts';
import { modelFiles } from './model/model-files.ts';
import { probesPage } from './page.ts';
import { allProbes } from './probes.ts';

const FIXTURES = join(import.meta.dirname, '../../test/fixtures');
const recorded = ['facts', 'bundles/two-sparks/nodes/spark-5c2d'].flatMap((folder) =>
  readdirSync(join(FIXTURES, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:txt|json|out)$/.test(name) && !name.includes('expected'))
    .map((name) => readFileSync(join(FIXTURES, folder, name), 'utf8')),
);

/** Recorded output with a piece cut out, doubled or replaced by noise, and plain noise. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .tuple(fc.constantFrom(...recorded), fc.nat(), fc.nat(200), fc.string({ unit: 'binary', maxLength: 20 }))
    .map(([text, at, length, noise]) => {
      const from = text.length === 0 ? 0 : at % text.length;
      return text.slice(0, from) + noise + text.slice(from + length);
    }),
);

describe('every probe', () => {
  test.each(allProbes.map((probe) => [probe.id, probe] as const))(
    '%s gives a reading whatever a node says, bounded and fit for a terminal',
    (_, probe) => {
      fc.assert(
        fc.property(hostile, hostile, fc.constantFrom(0, 0, 0, 1, 3, 4, 124, 127, 255), (out, err, rc) => {
          const reading = probe.parse(out, err, rc);
          const text = reading.state === 'unknown' ? reading.why : reading.evidence;
          expect(text.length).toBeLessThan(5_000);
          expect(text).not.toMatch(/(?![\n\t])\p{Cc}/u);
        }),
        { numRuns: 60 },
      );
    },
  );

  test('has an id of its own, reads only, and stands in the page', () => {
    expect(new Set(allProbes.map((probe) => probe.id)).size).toBe(allProbes.length);
    const page = probesPage(allProbes);
    for (const probe of allProbes)
      expect(page).toContain(`## ${probe.id}\n\n\`\`\`bash\n${probe.script.trim()}`);
  });
});

const ID_A = 'a'.repeat(64);

describe('sockets', () => {
  const text = [
    'State  Recv-Q Send-Q Local Address:Port  Peer Address:Port Process',
    `LISTEN 0 2048 0.0.0.0:8888 0.0.0.0:* users:(("vllm",pid=4021,fd=23),("vllm",pid=4021,fd=24)) cgroup:/system.slice/docker-${ID_A}.scope`,
    'LISTEN 0 4096 127.0.0.53%lo:53 0.0.0.0:*',
    'LISTEN 0 128 [::]:22 [::]:* users:(("sshd: a, b(c)",pid=7,fd=3))',
    'LISTEN 0 128 *:9000 *:* users:(("x",pid=9,fd=3))',
    'uid 0',
    `container 9 ${'b'.repeat(64)}`,
  ].join('\n');

  test('names port, holder and container, by cgroup or by process', () => {
    const reading = sockets.parse(text, '', 0);
    expect(reading).toMatchObject({
      value: {
        asRoot: true,
        listening: [
          { address: '0.0.0.0', port: 8888, processes: [{ name: 'vllm', pid: 4021 }], containerId: ID_A },
          { address: '127.0.0.53', port: 53, processes: [], containerId: null },
          { address: '::', port: 22, processes: [{ name: 'sshd: a, b(c)', pid: 7 }], containerId: null },
          { address: '*', port: 9000, containerId: 'b'.repeat(64) },
        ],
      },
    });
  });

  test('collide on the same address or where either side takes every address', () => {
    const on = (address: string) => ({ address, port: 8888, processes: [], containerId: null });
    expect(collides(on('127.0.0.1'), '127.0.0.1', 8888)).toBe(true);
    expect(collides(on('192.168.1.5'), '127.0.0.1', 8888)).toBe(false);
    expect(collides(on('*'), '127.0.0.1', 8888)).toBe(true);
    expect(collides(on('192.168.1.5'), '0.0.0.0', 8888)).toBe(true);
    expect(collides(on('127.0.0.1'), '127.0.0.1', 8889)).toBe(false);
  });
});

describe('docker-ps', () => {
  const row = (more: object) =>
    JSON.stringify({
      name: '/pair-rank0',
      id: ID_A,
      image: 'e:1',
      imageId: 'sha256:1',
      state: 'running',
      exitCode: 0,
      oomKilled: false,
      restartCount: 2,
      startedAt: '2026-06-18T10:00:00Z',
      finishedAt: '0001-01-01T00:00:00Z',
      pid: 4021,
      restartPolicy: 'no',
      error: '',
      labels: { 'sparkwright.cluster': 'pair', other: 'x', '': '' },
      ...more,
    });

  test('gives our containers with our labels only; a year 1 is never', () => {
    expect(dockerPs.parse(`${row({})}\n`, '', 0)).toMatchObject({
      value: [
        {
          name: 'pair-rank0',
          state: 'running',
          restartCount: 2,
          finishedAt: null,
          error: null,
          labels: { 'sparkwright.cluster': 'pair' },
        },
      ],
    });
  });

  test('is empty without containers, and unknown when Docker does not answer', () => {
    expect(dockerPs.parse('', '', 0)).toMatchObject({ state: 'known', value: [] });
    expect(dockerPs.parse('', 'Cannot connect to the Docker daemon', 1).state).toBe('unknown');
    expect(dockerPs.parse('', '', 127).state).toBe('unknown');
    expect(dockerPs.parse('not json\n', '', 0).state).toBe('unknown');
  });

  test('keeps the others when one is removed while we look', () => {
    const reading = dockerPs.parse(`${row({})}\n`, 'Error: No such container: bbbb', 1);
    expect(reading).toMatchObject({ value: [{ name: 'pair-rank0' }] });
  });

  test('never prints an environment: no script asks for it', () => {
    for (const probe of allProbes)
      expect(probe.script).not.toMatch(/\.Env|Config\s*\}|\{\{json \.\}\}' (?!;)\S*\$ids/);
  });
});

describe('docker-image', () => {
  test('is absent, not unknown, when Docker says that it has none', () => {
    expect(dockerImage.parse('\n', 'Error: No such image: e:1', 1).state).toBe('absent');
    expect(dockerImage.parse('\n', 'Error response from daemon: No such image: e:1', 1).state).toBe('absent');
    expect(dockerImage.parse('', 'Cannot connect to the Docker daemon', 1).state).toBe('unknown');
    expect(dockerImage.parse('', 'no image was asked for', 3).state).toBe('unknown');
  });

  test('reads a whole inspect too, and keeps its environment out of the evidence', () => {
    const inspect = [
      {
        Id: 'sha256:1',
        Architecture: 'arm64',
        RootFS: { Layers: ['sha256:a'] },
        Config: { Env: ['KEY=canary'] },
      },
    ];
    const reading = dockerImage.parse(JSON.stringify(inspect), '', 0);
    expect(reading).toMatchObject({ value: { id: 'sha256:1', architecture: 'arm64', layers: ['sha256:a'] } });
    expect(JSON.stringify(reading)).not.toContain('canary');
  });
});

test('docker-info tells the hook found, looked for and not recorded apart', () => {
  const json = '{"ServerVersion":"29.2.1"}';
  const hook = (out: string) => {
    const reading = dockerInfo.parse(out, '', 0);
    return reading.state === 'known' ? reading.value.nvidiaHook : 'unread';
  };
  expect(hook(`${json}\nhook /usr/bin/nvidia-container-runtime-hook\n`)).toBe(
    '/usr/bin/nvidia-container-runtime-hook',
  );
  expect(hook(`${json}\nhook \n`)).toBeNull();
  expect(hook(json)).toBeUndefined();
});

test('docker-info masks the credentials of a proxy wherever they stand', () => {
  const reading = dockerInfo.parse('{"ServerVersion":"1","HttpsProxy":"http://u:canary@p:1"}', '', 0);
  expect(JSON.stringify(reading)).not.toContain('canary');
});

describe('model-files', () => {
  test('gives relative names and sizes, links followed', () => {
    const reading = modelFiles.parse('directory\t/m\n20\tb/x.json\n5\ta name\n', '', 0);
    expect(reading).toMatchObject({
      value: {
        directory: '/m',
        files: [
          { path: 'a name', bytes: 5 },
          { path: 'b/x.json', bytes: 20 },
        ],
        truncated: false,
        complaint: null,
      },
    });
  });

  test('is absent without the folder and unknown where the folder may not be entered', () => {
    const no = "ls: cannot access '/m': No such file or directory";
    expect(modelFiles.parse('directory\t/m\n', no, 4)).toEqual({
      state: 'absent',
      evidence: 'no-such-directory: /m',
    });
    expect(modelFiles.parse('directory\t/m\n', "ls: cannot access '/m': Permission denied", 4).state).toBe(
      'unknown',
    );
  });

  test('says when there were more files than it read', () => {
    const many = Array.from({ length: 5_001 }, (_, i) => `1\tf${i}`).join('\n');
    expect(modelFiles.parse(`directory\t/m\n${many}\n`, '', 0)).toMatchObject({ value: { truncated: true } });
  });
});

test('id tells a user whom the docker group lists from one whose session has it', () => {
  const out = 'uid=1000(dgx) gid=1000(dgx) groups=1000(dgx),27(sudo)\ndocker:x:988:dgx,ann\nhome /home/dgx\n';
  expect(id.parse(out, '', 0)).toMatchObject({
    value: { inDocker: false, inSudo: true, dockerMembers: ['dgx', 'ann'], home: '/home/dgx' },
  });
});

test('hosts prefers what the name resolves to over what the file says', () => {
  const file = 'hostname a\n--- /etc/hosts\n127.0.1.1 a\n\n--- lookup\n';
  const own = (out: string) => {
    const reading = hosts.parse(out, '', 0);
    return reading.state === 'known' ? ownAddresses(reading.value) : [];
  };
  expect(own(file)).toEqual(['127.0.1.1']);
  expect(own(`${file}resolved 10.0.0.5\n`)).toEqual(['10.0.0.5']);
});

test('df finds the disk of a path by its longest mount', () => {
  const disk = (mount: string) => ({
    source: 's',
    fstype: 'ext4',
    sizeBytes: 1,
    usedBytes: 0,
    availBytes: 1,
    mount,
  });
  const disks = [disk('/'), disk('/data'), disk('/data/models')];
  expect(diskOfPath(disks, '/data/models/x')?.mount).toBe('/data/models');
  expect(diskOfPath(disks, '/database')?.mount).toBe('/');
});
