import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { loadedSample, sampleCluster, sampleRecipe, sparkFacts } from '../../test/samples/deployment.ts';
import { resolveSettings } from '../recipe/settings.ts';
import { containerWords } from './docker.ts';
import { renderCompose, renderDocker, renderJson } from './render.ts';
import { resolveDeployment } from './resolve.ts';

const { deployment } = resolveDeployment({
  recipe: loadedSample,
  cluster: sampleCluster,
  settings: resolveSettings(sampleRecipe, { file: [], env: {}, set: {} }),
  facts: sparkFacts({ 'spark-a': 10, 'spark-b': 11 }),
});
if (deployment === undefined) throw new Error('the sample resolves');

test('the JSON document has exactly the fields that cli.md promises', () => {
  const { units, forecast } = renderJson(deployment);
  expect(units.map((unit) => unit.unit)).toEqual(['rank0', 'rank1']);
  for (const unit of units) {
    expect(Object.keys(unit)).toEqual([
      'unit',
      'rank',
      'node',
      'name',
      'image',
      'entrypoint',
      'env',
      'unset',
      'secrets',
      'mounts',
      'devices',
      'ulimits',
      'shmBytes',
      'network',
      'ipc',
      'privileged',
      'gpus',
      'restart',
      'stopTimeoutSeconds',
      'labels',
      'patches',
      'command',
    ]);
  }
  expect(units[0]?.mounts).toContainEqual({
    source: '/home/dgx/.cache/small',
    target: '/cache',
    readOnly: false,
  });
  expect(forecast[0]).toEqual({
    node: 'spark-a',
    label: 'weights of one rank, 1/2 of the checkpoint',
    bytes: 500,
    source: 'recipe: model.bytes',
  });
});

test('the docker text is one line a unit, workers first, and a shell reads it back as the words it was', () => {
  const lines = renderDocker(deployment)
    .split('\n')
    .filter((line) => line !== '');
  expect(lines.filter((line) => line.startsWith('#'))).toEqual([
    '# rank1, on spark-b',
    '# rank0, on spark-a',
  ]);
  const [, head] = lines.filter((line) => line.startsWith('docker run -d '));
  const unit = deployment.units[0];
  const words = execFileSync('bash', ['-c', `docker() { printf '%s\\0' "$@"; }; ${head}`], {
    encoding: 'utf8',
  });
  expect(words.split('\0').slice(0, -1)).toEqual([
    'run',
    '-d',
    ...(unit ? containerWords(unit.container) : []),
  ]);
});

test('the compose text is one document a unit, with dollars that compose gives back as they were', () => {
  const documents = parseAllDocuments(renderCompose(deployment)).map((document) => document.toJS());
  expect(documents.map((document) => Object.keys(document.services))).toEqual([['rank1'], ['rank0']]);
  const service = documents[1].services.rank0;
  expect(service).toMatchObject({
    image: 'example/engine:1',
    network_mode: 'host',
    gpus: 'all',
    stop_grace_period: '30s',
    restart: 'unless-stopped',
    command: deployment.units[0]?.container.command,
    environment: deployment.units[0]?.container.env,
  });
  expect(service.entrypoint.map((word: string) => word.replaceAll('$$', '$'))).toEqual(
    deployment.units[0]?.container.entrypoint,
  );
  expect(service.volumes.at(-1)).toEqual({
    type: 'bind',
    source: '/home/dgx/.local/state/sparkwright/sparks/api_key',
    target: '/run/secrets/sparkwright-api-key',
    read_only: true,
    bind: { create_host_path: false },
  });
});
