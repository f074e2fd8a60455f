import { stringify } from 'yaml';
import { say } from '../message/message.ts';
import { shline } from '../text/quote.ts';
import { bindsOf, containerWords } from './docker.ts';
import { inStartOrder } from './order.ts';
import type { Container, Deployment, Unit } from './types.ts';

/** The document of `render --format json`; its field names are a contract (cli.md). Secrets are named, never read. */
export function renderJson(deployment: Deployment): {
  units: (Record<string, unknown> & { unit: string })[];
  forecast: { node: string; label: string; bytes: number; source: string }[];
} {
  return {
    units: deployment.units.map(unitDocument),
    forecast: deployment.forecast.map((line) => ({ ...line, label: say(line.label, 'en') })),
  };
}

function unitDocument(unit: Unit) {
  const { container } = unit;
  return {
    unit: unit.unit,
    rank: unit.rank,
    node: unit.node,
    name: container.name,
    image: container.image,
    entrypoint: container.entrypoint,
    env: container.env,
    unset: container.unset,
    secrets: container.secrets,
    mounts: container.mounts.map(({ source, target, readOnly }) => ({ source, target, readOnly })),
    devices: container.devices,
    ulimits: container.ulimits,
    shmBytes: container.shmBytes,
    network: container.network,
    ipc: container.ipc,
    privileged: container.privileged,
    gpus: container.gpus,
    restart: container.restart,
    stopTimeoutSeconds: container.stopTimeoutSeconds,
    labels: container.labels,
    patches: container.patches,
    command: container.command,
  };
}

/** One line a unit that a person can paste on its node, in the order in which `up` starts them: workers, then head. */
export function renderDocker(deployment: Deployment): string {
  return inStartOrder(deployment.units)
    .map(
      (unit) =>
        `# ${unit.unit}, on ${unit.node}\n${shline(['docker', 'run', '-d', ...containerWords(unit.container)])}\n`,
    )
    .join('\n');
}

/** One compose document a unit, for each belongs to another node's Docker. */
export function renderCompose(deployment: Deployment): string {
  return inStartOrder(deployment.units)
    .map((unit) => {
      const project = { name: deployment.cluster, services: { [unit.unit]: service(unit.container) } };
      return `# ${unit.unit}, on ${unit.node}\n${stringify(dollarsDoubled(project), { lineWidth: 0 })}`;
    })
    .join('---\n');
}

function service(container: Container) {
  return {
    container_name: container.name,
    image: container.image,
    pull_policy: 'never',
    network_mode: container.network,
    ipc: container.ipc,
    ...(container.gpus === null ? {} : { gpus: container.gpus }),
    ...(container.privileged ? { privileged: true } : {}),
    shm_size: container.shmBytes,
    ulimits: container.ulimits,
    devices: container.devices,
    restart: container.restart,
    stop_grace_period: `${container.stopTimeoutSeconds}s`,
    logging: {
      driver: 'json-file',
      options: { 'max-size': String(Math.floor(container.logMaxBytes / 2)), 'max-file': '2' },
    },
    labels: container.labels,
    volumes: bindsOf(container).map((bind) => ({
      type: 'bind',
      source: bind.source,
      target: bind.target,
      ...(bind.readOnly ? { read_only: true } : {}),
      bind: { create_host_path: bind.create === true },
    })),
    environment: container.env,
    ...(container.entrypoint.length > 0 ? { entrypoint: container.entrypoint } : {}),
    command: container.command,
  };
}

/** Compose interpolates every string: a dollar of ours is written twice. */
function dollarsDoubled(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('$', '$$$$');
  if (Array.isArray(value)) return value.map(dollarsDoubled);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, dollarsDoubled(inner)]));
}
