/** The lab's recipe as the exact command that each node gets: what an owner would see in `up --dry-run`. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resolveDeployment } from '../../src/deployment/resolve.ts';
import { createArgv } from '../../src/rank/argv.ts';
import { loadRecipe } from '../../src/recipe/load.ts';
import { resolveSettings } from '../../src/recipe/settings.ts';
import { shline } from '../../src/text/quote.ts';
import { sampleCluster, sparkFacts } from '../samples/deployment.ts';

const recipe = await loadRecipe(join(import.meta.dirname, '../../recipes/lab-smollm2-vllm'));
const { deployment } = resolveDeployment({
  recipe,
  cluster: { ...sampleCluster, name: 'lab' },
  settings: resolveSettings(recipe.recipe, { file: [], env: {}, set: {} }),
  facts: sparkFacts({ 'spark-a': 1, 'spark-b': 2 }),
});

function line(
  rank: number,
  own: { address: string; more: string; entrypoint: string; words: string },
): string {
  const hash = deployment?.units[rank]?.specHash;
  return (
    `docker create --name lab-rank${rank} --pull never --network host --ipc host --gpus all --privileged ` +
    '--shm-size 2147483648 --ulimit memlock=-1 --ulimit stack=67108864 --device /dev/infiniband ' +
    '--restart no --stop-timeout 30 --log-driver json-file --log-opt max-size=33554432 --log-opt max-file=2 ' +
    `--label sparkwright.cluster=lab --label sparkwright.unit=rank${rank} ` +
    `--label sparkwright.recipe=lab-smollm2-vllm --label sparkwright.spec=${hash} ` +
    '--mount type=bind,source=/srv/lab/models/smollm2-135m-instruct,target=/model,readonly ' +
    `--mount type=bind,source=/srv/lab/engine,target=/opt/engine,readonly ${own.more}` +
    `--env VLLM_HOST_IP=${own.address} --env GLOO_SOCKET_IFNAME=enp1s0f1np1 ` +
    '--env NCCL_SOCKET_IFNAME=enp1s0f1np1 --env TP_SOCKET_IFNAME=enp1s0f1np1 ' +
    '--env NCCL_IB_HCA=rocep1s0f1,roceP2p1s0f1 --env NCCL_IB_GID_INDEX=3 --env VLLM_CPU_KVCACHE_SPACE=1 ' +
    '--env VLLM_CPU_OMP_THREADS_BIND=nobind --env OMP_NUM_THREADS=1 ' +
    '--env LD_PRELOAD=/opt/engine/lib/libiomp5.so --env KMP_BLOCKTIME=1 --env PYTHONPATH=/opt/engine ' +
    '--env PYTHONDONTWRITEBYTECODE=1 --env TORCHDYNAMO_DISABLE=1 --env HF_HUB_OFFLINE=1 ' +
    '--env VLLM_NO_USAGE_STATS=1 --env DO_NOT_TRACK=1 ' +
    `--entrypoint ${own.entrypoint} serve /model --served-model-name smollm2-135m --max-model-len 2048 ` +
    '--max-num-seqs 8 --max-num-batched-tokens 2048 --enforce-eager --tensor-parallel-size 2 --nnodes 2 ' +
    `--node-rank ${rank} --master-addr 192.168.100.1 --master-port 29501 ${own.words}`
  );
}

test('the worker gets exactly this line, without a key and without an API', () => {
  const worker = deployment?.units[1];
  expect(worker && shline(createArgv(worker))).toBe(
    line(1, {
      address: '192.168.100.2',
      more: '',
      entrypoint: 'vllm lab/vllm-cpu:0.32.0',
      words: '--headless',
    }),
  );
});

test('the head gets exactly this line, with the key as a mounted file that the entrypoint reads', () => {
  const head = deployment?.units[0];
  const target = '/run/secrets/sparkwright-api-key';
  expect(head && shline(createArgv(head))).toBe(
    line(0, {
      address: '192.168.100.1',
      more: `--mount type=bind,source=/home/dgx/.local/state/sparkwright/lab/api_key,target=${target},readonly `,
      entrypoint:
        `/bin/sh lab/vllm-cpu:0.32.0 -c 'VLLM_API_KEY="$(cat ${target})" && [ -n "$VLLM_API_KEY" ] || ` +
        `{ echo '\\''sparkwright: no VLLM_API_KEY in ${target}'\\'' >&2; exit 78; }; ` +
        `export VLLM_API_KEY; exec "$@"' sh vllm`,
      words: '--host 127.0.0.1 --port 8888',
    }),
  );
});
