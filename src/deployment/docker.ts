import type { Container, Mount } from './types.ts';

/**
 * The words after `docker create` or `docker run`, in one fixed order. Binds are `--mount`, which refuses a missing
 * source where `-v` would make a folder of root's in its place; `--pull never`, because an image is only ever fetched
 * by an action of its own; the json-file log driver, because limits mean nothing to some others.
 */
export function containerWords(container: Container): string[] {
  const [program, ...arguments_] = container.entrypoint;
  return [
    ...['--name', container.name],
    ...['--pull', 'never'],
    ...['--network', container.network, '--ipc', container.ipc],
    ...(container.gpus === null ? [] : ['--gpus', container.gpus]),
    ...(container.privileged ? ['--privileged'] : []),
    ...['--shm-size', String(container.shmBytes)],
    ...each(container.ulimits).flatMap(([name, limit]) => ['--ulimit', `${name}=${limit}`]),
    ...container.devices.flatMap((device) => ['--device', device]),
    ...['--restart', container.restart, '--stop-timeout', String(container.stopTimeoutSeconds)],
    ...['--log-driver', 'json-file', '--log-opt', `max-size=${Math.floor(container.logMaxBytes / 2)}`],
    ...['--log-opt', 'max-file=2'],
    ...each(container.labels).flatMap(([name, value]) => ['--label', `${name}=${value}`]),
    ...bindsOf(container).flatMap((mount) => ['--mount', mountWord(mount)]),
    ...each(container.env).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    ...(program === undefined ? [] : ['--entrypoint', program]),
    container.image,
    ...arguments_,
    ...container.command,
  ];
}

/** Every bind of a container: the recipe's mounts, then each secret as a read-only file. */
export function bindsOf(container: Container): Mount[] {
  const secrets = container.secrets.map((secret) => ({
    source: secret.fromFile,
    target: secret.target,
    readOnly: true,
  }));
  return [...container.mounts, ...secrets];
}

/** `--mount` takes one CSV record: a field with a comma or a quote is quoted as CSV does. */
function mountWord(mount: Mount): string {
  const fields = ['type=bind', `source=${mount.source}`, `target=${mount.target}`];
  return [...fields, ...(mount.readOnly ? ['readonly'] : [])].map(csvField).join(',');
}

function csvField(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

function each<V>(record: Record<string, V>): [string, V][] {
  return Object.entries(record);
}
