import { expect, test } from 'vitest';
import { loadedSample, sampleCluster, sampleRecipe, sparkFacts } from '../../test/samples/deployment.ts';
import { resolveDeployment } from '../deployment/resolve.ts';
import { resolveSettings } from '../recipe/settings.ts';
import { shline } from '../text/quote.ts';
import { createArgv } from './argv.ts';

const { deployment } = resolveDeployment({
  recipe: loadedSample,
  cluster: sampleCluster,
  settings: resolveSettings(sampleRecipe, { file: [], env: {}, set: { mergeNics: '1' } }),
  facts: sparkFacts({ 'spark-a': 10, 'spark-b': 11 }),
});

const worker = deployment?.units[1];
if (worker === undefined) throw new Error('the sample resolves');

test('a worker is made by exactly this line', () => {
  expect(shline(createArgv(worker))).toBe(
    'docker create --name sparks-rank1 --pull never --network host --ipc host --gpus all --privileged ' +
      '--shm-size 1024 --ulimit memlock=-1 --device /dev/infiniband --restart unless-stopped --stop-timeout 30 ' +
      '--log-driver json-file --log-opt max-size=33554432 --log-opt max-file=2 ' +
      '--label sparkwright.cluster=sparks --label sparkwright.unit=rank1 --label sparkwright.recipe=small ' +
      `--label sparkwright.spec=${worker.specHash} ` +
      '--mount type=bind,source=/home/dgx/models/small,target=/model,readonly ' +
      '--mount type=bind,source=/home/dgx/.cache/small,target=/cache ' +
      '--mount type=bind,source=/home/dgx/.local/state/sparkwright/sparks/recipes/small-abcdef012345/fix.py,' +
      'target=/opt/fix.py,readonly ' +
      '--env VLLM_HOST_IP=192.168.100.11 --env NCCL_SOCKET_IFNAME=enp1s0f1np1 --env GLOO_SOCKET_IFNAME=enp1s0f1np1 ' +
      '--env NCCL_IB_HCA=rocep1s0f1,roceP2p1s0f1 --env NCCL_IB_GID_INDEX=3 --env NCCL_IB_MERGE_NICS=1 ' +
      '--env VLLM_PLUGINS= --entrypoint vllm example/engine:1 serve /model --max-model-len 2048 --node-rank 1 ' +
      '--nnodes 2 --master-addr 192.168.100.10 --headless',
  );
});

test('a path with a comma or a quote stays one field of its mount', () => {
  const mounts = [{ source: '/data/a,"b"', target: '/model', readOnly: true }];
  const words = createArgv({ ...worker, container: { ...worker.container, mounts } });
  expect(words[words.indexOf('--mount') + 1]).toBe('type=bind,"source=/data/a,""b""",target=/model,readonly');
});
