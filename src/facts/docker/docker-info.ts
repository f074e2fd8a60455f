import type { Reading } from '../../change/types.ts';
import { isRecord, jsonOf, listOf, numberOf, recordsOf, textOf } from '../json.ts';
import { absent, known, noAnswer, shown, unknown } from '../reading.ts';
import type { Probe } from '../types.ts';

export interface DockerInfo {
  /** A dead daemon or a closed socket still prints a whole JSON object; only a server version proves an answer. */
  ok: boolean;
  error: 'daemon-down' | 'permission-denied' | 'no-answer' | null;
  message: string | null; // what Docker said on standard error
  serverVersion: string | null;
  storageDriver: string | null;
  /** Image ids are config digests in one store and manifest digests in the other: not comparable across. */
  imageStore: 'classic' | 'containerd' | null;
  runtimes: string[];
  nvidiaRuntime: boolean;
  cdiGpu: boolean;
  defaultRuntime: string | null;
  /** Path of the hook that serves `--gpus`; null: none found on our PATH; undefined: not looked for. */
  nvidiaHook: string | null | undefined;
  rootDir: string | null;
  httpsProxy: string | null; // credentials masked
  memTotalBytes: number;
  cpus: number | null;
  architecture: string | null; // aarch64
}

export const dockerInfo: Probe<DockerInfo> = {
  id: 'docker-info',
  script: `docker info --format '{{json .}}'; r=$?
printf 'hook %s\\n' "$(command -v nvidia-container-runtime-hook || command -v nvidia-container-toolkit)"
exit $r`,
  needsRoot: false,
  deadlineMs: 13_000, // a restarting daemon was seen to block clients for 10.9 s
  parse(out, err, rc): Reading<DockerInfo> {
    const info = jsonOf(/^\{.*\}$/m.exec(out)?.[0] ?? out);
    if (!isRecord(info)) {
      if (rc === 127) return absent('command-missing', err);
      return noAnswer(err, rc) ?? unknown('unreadable', err || out);
    }
    return known(infoOf(info, err, hookOf(out)), `${err}\n${out}`.trim());
  },
};

function infoOf(
  info: Record<string, unknown>,
  err: string,
  nvidiaHook: DockerInfo['nvidiaHook'],
): DockerInfo {
  const serverVersion = textOf(info.ServerVersion);
  const runtimes = isRecord(info.Runtimes) ? Object.keys(info.Runtimes).sort() : [];
  const driverStatus = JSON.stringify(listOf(info.DriverStatus));
  const storageDriver = textOf(info.Driver);
  const store = driverStatus.includes('io.containerd.snapshotter') ? 'containerd' : 'classic';
  const proxy = textOf(info.HttpsProxy);
  return {
    ok: serverVersion !== null,
    error: serverVersion === null ? errorOf(err) : null,
    message: err.trim() === '' ? null : shown(err).trim(),
    serverVersion,
    storageDriver,
    imageStore: storageDriver === null ? null : store,
    runtimes,
    nvidiaRuntime: runtimes.includes('nvidia'),
    cdiGpu: recordsOf(info.DiscoveredDevices).some((each) =>
      (textOf(each.ID) ?? '').includes('nvidia.com/gpu'),
    ),
    defaultRuntime: textOf(info.DefaultRuntime),
    nvidiaHook,
    rootDir: textOf(info.DockerRootDir),
    httpsProxy: proxy === null ? null : shown(proxy),
    memTotalBytes: numberOf(info.MemTotal) ?? 0,
    cpus: numberOf(info.NCPU) || null,
    architecture: textOf(info.Architecture),
  };
}

function errorOf(err: string): DockerInfo['error'] {
  if (/permission denied/i.test(err)) return 'permission-denied';
  return /cannot connect|is the docker daemon running|no such file/i.test(err) ? 'daemon-down' : 'no-answer';
}

function hookOf(out: string): DockerInfo['nvidiaHook'] {
  const hook = /^hook (.*)$/m.exec(out)?.[1];
  return hook === undefined ? undefined : hook.trim() || null;
}
