import type { Finding } from '../change/types.ts';
import { type DockerInfo, dockerInfo } from '../facts/docker/docker-info.ts';
import type { NodeFacts } from '../facts/types.ts';
import { msg } from '../message/message.ts';
import { answering, type Check } from './check.ts';
import { brief, found, onNode } from './finding.ts';
import type { WantedNode } from './wanted.ts';

/** The daemon answers: proven by its version, for a dead one still prints a whole answer. */
export const dockerAnswers: Check = {
  id: 'docker.answers',
  stage: 'docker',
  needs: [dockerInfo],
  judge: (facts, wanted) => answering(facts, wanted).flatMap(({ at, read }) => answersOn(at, read)),
};

/** Docker can hand the GPU to a container, as far as facts show: only a run proves it. */
export const dockerGpu: Check = {
  id: 'docker.gpu',
  stage: 'docker',
  needs: [dockerInfo],
  judge: (facts, wanted) =>
    wanted.gpus ? answering(facts, wanted).flatMap(({ at, read }) => gpuOn(at, read)) : [],
};

function answersOn({ node }: WantedNode, read: NodeFacts): Finding[] {
  const base = { id: 'docker.answers', stage: 'docker', node: node.name };
  const info = read.read(dockerInfo);
  if (info.state === 'absent') {
    const title = msg('checks.docker.missing', { node: node.name });
    return [found({ ...base, verdict: 'fail', title, evidence: info.evidence, refusesUp: true })];
  }
  if (info.state === 'unknown') {
    const title = msg('checks.docker.unread', { node: node.name });
    return [found({ ...base, verdict: 'unknown', title, evidence: info.why, refusesUp: true })];
  }
  const { ok, error, message, serverVersion } = info.value;
  if (ok) {
    const title = msg('checks.docker.ok', { node: node.name, version: brief(serverVersion ?? '?') });
    return [found({ ...base, verdict: 'ok', title, evidence: storeOf(info.value) })];
  }
  if (error === 'permission-denied') return []; // the check of access says whose group is missing
  return [
    found({
      ...base,
      verdict: 'fail',
      title: msg('checks.docker.down', { node: node.name }),
      evidence: message ?? 'ServerVersion: ""',
      means: msg('checks.docker.down.means'),
      refusesUp: true,
      remedy: {
        automatic: false,
        commands: [
          onNode(node.ssh, 'sudo systemctl start docker'),
          onNode(node.ssh, 'journalctl -u docker -b --no-pager -n 50'),
        ],
      },
    }),
  ];
}

function gpuOn({ node }: WantedNode, read: NodeFacts): Finding[] {
  const info = read.read(dockerInfo);
  if (info.state !== 'known' || !info.value.ok) return [];
  const { nvidiaRuntime, cdiGpu, nvidiaHook, runtimes } = info.value;
  const base = { id: 'docker.gpu', stage: 'docker', node: node.name };
  const evidence = `runtimes: ${runtimes.join(', ')}; hook: ${nvidiaHook ?? '-'}; CDI nvidia.com/gpu: ${cdiGpu}`;
  if (nvidiaRuntime || cdiGpu || typeof nvidiaHook === 'string') {
    return [
      found({ ...base, verdict: 'ok', title: msg('checks.docker.gpu.ok', { node: node.name }), evidence }),
    ];
  }
  return [
    found({
      ...base,
      verdict: 'fail',
      title: msg('checks.docker.gpu', { node: node.name }),
      evidence,
      means: msg('checks.docker.gpu.means'),
      refusesUp: true,
      remedy: {
        automatic: false,
        commands: [
          onNode(
            node.ssh,
            'sudo nvidia-ctk runtime configure --runtime=docker && sudo systemctl restart docker',
          ),
        ],
      },
    }),
  ];
}

function storeOf(info: DockerInfo): string {
  return `${info.storageDriver ?? '?'}, ${info.imageStore ?? '?'} image store, ${info.rootDir ?? '?'}`;
}
